// Stores the bytes of uploaded files: streamed, validated, complete or not at all.
import { createHash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ByteRange } from '#server/platform/http/file-answer.ts'
import { DISK, type Disk, type OpenFile } from './disk.ts'
import type { FileStorage, OpenedFile } from './file-storage.ts'
import type { FileKindName } from './formats/file-kinds.ts'
import { type FileMisfit, FileValidator } from './formats/file-validator.ts'

export interface Received {
  readonly size: number
  readonly digest: string
}

export interface Stored extends Received {
  readonly id: string
}

export type StoreRefusal = 'empty' | 'large' | FileMisfit

/** Changes a received file in its place, before it is stored; answers what it is then, or why it is refused. */
export type Clean = (path: string, received: Received) => Promise<Received | StoreRefusal>

/** As many parts, named by the first two digits of the ids in them. */
export const STORE_PARTS = 256

const prefixOf = (part: number): string => part.toString(16).padStart(2, '0')

/** The disk accepts no more bytes, for whatever reason. */
class DiskError extends Error {
  readonly code = 'ENOSPC'
}

/**
 * Stores the bytes of uploaded files in a storage. `put` reads a stream to its end; it stores the complete file, also
 * after a power cut, or nothing, and returns the reason (`empty`, `large`, or a wrong format). If the disk stores fewer
 * bytes than it was sent, `put` throws `DiskError`.
 *
 * @example
 * const stored = await (await openFileStore(settings)).put(stream, 'png', 5 * 1024 * 1024)
 * if (typeof stored !== 'string') console.log(stored.id, stored.size)
 */
export class FileStore {
  readonly #storage: FileStorage
  readonly #disk: Disk

  constructor(storage: FileStorage, disk = DISK) {
    this.#storage = storage
    this.#disk = disk
  }

  /** Throws, with one line for the operator, where files cannot be stored. */
  check(): Promise<void> {
    return this.#storage.check()
  }

  /** Reads the stream to its end or to a refusal; after a refusal or an error nothing is left. */
  async put(
    stream: Readable,
    kind: FileKindName,
    most: number,
    clean: Clean = async (_, received) => received,
  ): Promise<Stored | StoreRefusal> {
    const id = randomUUID()
    return this.#store(id, async (draft) => {
      const received = await this.#write(draft, (file) => receive(file, stream, kind, most))
      const cleaned = typeof received === 'string' ? received : await clean(draft, received)
      return typeof cleaned === 'string' ? cleaned : { id, ...cleaned }
    }).catch((error: unknown) => {
      // It may have been stored though the answer was lost. Nobody waits for this; the sweep would find it too.
      void this.#storage.remove(id).catch(() => undefined)
      throw error
    })
  }

  /** Stores the bytes of a backup as they are. */
  async restore(id: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    await this.#store(id, (draft) =>
      this.#write(draft, async (file) => {
        for await (const chunk of bytes) await writeAll(file, chunk)
        await file.sync()
      }),
    )
  }

  async has(id: string): Promise<boolean> {
    return (await this.#storage.list(id)).some(({ name }) => name === id)
  }

  /** Null where the file is gone. */
  open(id: string, range?: ByteRange): Promise<OpenedFile | null> {
    return this.#storage.open(id, range)
  }

  /** For programs that read the file themselves: the path lasts while `use` runs. Null where the file is gone. */
  withPath<T>(id: string, use: (path: string) => Promise<T>): Promise<T | null> {
    return this.#storage.withPath(id, use)
  }

  /** Reads a file derived from `id`, which is made again where it is missing; null where it was not made. */
  async readDerived(id: string, ending: string): Promise<Buffer | null> {
    const opened = await this.#storage.open(`${id}${ending}`)
    return opened && buffer(opened.stream)
  }

  async writeDerived(id: string, ending: string, bytes: Buffer): Promise<void> {
    await this.#store(`${id}${ending}`, (draft) =>
      this.#write(draft, async (file) => {
        await writeAll(file, bytes)
        await file.sync()
      }),
    )
  }

  async removeDerived(id: string): Promise<void> {
    for (const { name } of await this.#storage.list(`${id}.`)) await this.#storage.remove(name)
  }

  /** With all that was made of it. */
  async remove(id: string): Promise<void> {
    await this.removeDerived(id)
    await this.#storage.remove(id)
  }

  /** Lists the names in one of `STORE_PARTS` parts that are older than `time`, incomplete files included. */
  async listOld(part: number, time: number): Promise<readonly string[]> {
    const listed = await this.#storage.list(prefixOf(part))
    return listed.filter(({ since }) => since < time).map(({ name }) => name)
  }

  /** Removes a name that `listOld` answered. */
  discard(name: string): Promise<void> {
    return this.#storage.remove(name)
  }

  /** Keeps what `write` left at the path of the draft, unless it answers a refusal. */
  async #store<T>(name: string, write: (draft: string) => Promise<T>): Promise<T> {
    const draft = await this.#storage.draft(name)
    try {
      const result = await write(draft)
      if (typeof result !== 'string') await this.#storage.keep(draft, name)
      return result
    } finally {
      await this.#disk.remove(draft)
    }
  }

  async #write<T>(path: string, write: (file: OpenFile) => Promise<T>): Promise<T> {
    const file = await this.#disk.open(path, 'wx', 0o600)
    return write(file).finally(() => file.close())
  }
}

async function receive(
  file: OpenFile,
  stream: Readable,
  kind: FileKindName,
  most: number,
): Promise<Received | StoreRefusal> {
  const hash = createHash('sha256')
  const validator = new FileValidator(kind)
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) return 'large'
    const wrong = validator.push(chunk)
    if (wrong) return wrong
    hash.update(chunk)
    await writeAll(file, chunk)
  }
  if (size === 0) return 'empty'
  const wrong = validator.end()
  if (wrong) return wrong
  await file.sync()
  const { size: lies } = await file.stat()
  if (lies !== size) throw new DiskError(`${lies} of ${size} bytes were stored`)
  return { size, digest: hash.digest('hex') }
}

/** A disk may take less than it is given; it says so, and is given the rest. */
async function writeAll(file: OpenFile, chunk: Buffer): Promise<void> {
  for (let offset = 0; offset < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, offset)
    if (bytesWritten <= 0) throw new DiskError('nothing more was stored')
    offset += bytesWritten
  }
}
