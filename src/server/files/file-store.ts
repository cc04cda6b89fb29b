// Stores the bytes of uploaded files below the data folder: streamed, validated, complete or not at all.
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { DISK, type Disk, type OpenFile } from './disk.ts'
import { FILES_FOLDER, filePath } from './file-path.ts'
import type { FileKindName } from './formats/file-kinds.ts'
import { type FileMisfit, FileValidator } from './formats/file-validator.ts'

export interface Stored {
  readonly id: string
  readonly size: number
  readonly digest: string
}

export type StoreRefusal = 'empty' | 'large' | FileMisfit

const ID_LENGTH = 36

const orNull = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null
  throw error
}

/** As many folders, named by the first two digits of the ids in them. */
export const STORE_FOLDERS = 256

/** The disk accepts no more bytes, for whatever reason. */
class DiskError extends Error {
  readonly code = 'ENOSPC'
}

/**
 * Stores the bytes of uploaded files in the data folder. `put` reads a stream to its end; it stores the complete
 * file, also after a power cut, or nothing, and returns the reason (`empty`, `large`, or a wrong format). If the
 * disk stores fewer bytes than it was sent, `put` throws `DiskError`.
 *
 * @example
 * const stored = await new FileStore('./data').put(stream, 'png', 5 * 1024 * 1024)
 * if (typeof stored !== 'string') console.log(stored.id, stored.size)
 */
export class FileStore {
  readonly #folder: string
  readonly #disk: Disk

  constructor(dataDir: string, disk = DISK) {
    this.#folder = join(dataDir, FILES_FOLDER)
    this.#disk = disk
  }

  /**
   * Reads the stream to its end or to a refusal; after a refusal nothing is left. A returned file is complete on
   * disk, also after a power cut. A disk that writes too little throws its error.
   */
  async put(stream: Readable, kind: FileKindName, most: number): Promise<Stored | StoreRefusal> {
    const id = randomUUID()
    const path = this.#path(id)
    const unfinished = `${path}.part`
    const folder = join(path, '..')
    await this.#disk.makeFolder(folder)
    try {
      const file = await this.#disk.open(unfinished, 'wx', 0o600)
      const stored = await fill(file, stream, kind, most).finally(() => file.close())
      if (typeof stored === 'string') return stored
      await this.#disk.rename(unfinished, path)
      await this.#syncFolder(folder)
      return { id, ...stored }
    } finally {
      await this.#disk.remove(unfinished)
    }
  }

  read(id: string): Readable {
    return createReadStream(this.#path(id))
  }

  /** Returns the path of the bytes, for programs that read the file themselves. */
  pathOf(id: string): string {
    return this.#path(id)
  }

  /** Replaces the bytes of a file that was not returned to anybody yet. */
  async replace(id: string, bytes: Buffer): Promise<Omit<Stored, 'id'>> {
    await this.#write(this.#path(id), bytes)
    return { size: bytes.length, digest: createHash('sha256').update(bytes).digest('hex') }
  }

  /** Reads a file derived from `id`, which is made again where it is missing; null where it was not made. */
  async readDerived(id: string, ending: string): Promise<Buffer | null> {
    return readFile(`${this.#path(id)}${ending}`).catch(orNull)
  }

  async writeDerived(id: string, ending: string, bytes: Buffer): Promise<void> {
    await this.#write(`${this.#path(id)}${ending}`, bytes)
  }

  async removeDerived(id: string): Promise<void> {
    const path = this.#path(id)
    const folder = join(path, '..')
    for (const name of await this.#disk.list(folder))
      if (name.startsWith(`${id}.`)) await this.#disk.remove(join(folder, name))
  }

  /** With all that was made of it. */
  async remove(id: string): Promise<void> {
    await this.removeDerived(id)
    await this.#disk.remove(this.#path(id))
  }

  /** Lists the names in one of `FOLDERS` parts of the store that are older than `time`, incomplete files included. */
  async listOld(part: number, time: number): Promise<readonly string[]> {
    const folder = join(this.#folder, part.toString(16).padStart(2, '0'))
    const names = await this.#disk.list(folder)
    const old: string[] = []
    for (const name of names) {
      const since = await this.#disk.since(join(folder, name))
      if (since !== null && since < time) old.push(name)
    }
    return old
  }

  /** Removes a name that `listOld` answered. */
  async discard(name: string): Promise<void> {
    const id = name.slice(0, ID_LENGTH)
    await this.#disk.remove(`${this.#path(id)}${name.slice(ID_LENGTH)}`)
  }

  async #write(path: string, bytes: Buffer): Promise<void> {
    const unfinished = `${path}.${randomUUID()}.part`
    try {
      const file = await this.#disk.open(unfinished, 'wx', 0o600)
      await writeAll(file, bytes)
        .then(() => file.sync())
        .finally(() => file.close())
      await this.#disk.rename(unfinished, path)
    } finally {
      await this.#disk.remove(unfinished)
    }
  }

  /** The new name is on the disk only when its folder is. */
  async #syncFolder(folder: string): Promise<void> {
    const opened = await this.#disk.open(folder, 'r')
    await opened.sync().finally(() => opened.close())
  }

  #path(id: string): string {
    return filePath(this.#folder, id)
  }
}

async function fill(
  file: OpenFile,
  stream: Readable,
  kind: FileKindName,
  most: number,
): Promise<Omit<Stored, 'id'> | StoreRefusal> {
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
