// Keeps files in a bucket of S3-compatible storage, under the same names as below the data folder.
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ByteRange } from '#server/platform/http/file-answer.ts'
import type { S3Settings } from '#server/platform/s3-settings.ts'
import type { Disk } from '../disk.ts'
import { FILES_FOLDER, fileKey } from '../file-path.ts'
import type { FileStorage, ListedFile, OpenedFile } from '../file-storage.ts'
import { BucketCalls, codeOf } from './bucket-calls.ts'
import { toStream } from './fetch-in-time.ts'

/** In the data folder: drafts, and copies for programs that read a file themselves. */
const DRAFTS_FOLDER = 'drafts'
const DAY = 24 * 3_600_000
const PAGE = 1_000
const TYPE = 'application/octet-stream'
const CHECK = `${FILES_FOLDER}/check`

interface BucketParts {
  readonly dataDir: string
  readonly disk: Disk
  readonly patience?: number
}

/**
 * A file is received, checked and cleaned on this machine, and then sent in one call: the bucket holds all of it or
 * nothing, and no parts of uploads that were broken off.
 */
export class FileBucket implements FileStorage {
  readonly #calls: BucketCalls
  readonly #drafts: string
  readonly #disk: Disk

  constructor(settings: S3Settings, { dataDir, disk, patience }: BucketParts) {
    this.#calls = new BucketCalls(settings, patience)
    this.#drafts = join(dataDir, DRAFTS_FOLDER)
    this.#disk = disk
  }

  async draft(name: string): Promise<string> {
    await this.#disk.makeFolder(this.#drafts)
    return join(this.#drafts, `${name}.${randomUUID()}.part`)
  }

  async keep(draft: string, name: string): Promise<void> {
    const { size } = await stat(draft)
    const hash = createHash('md5')
    for await (const chunk of createReadStream(draft)) hash.update(chunk)
    // By it the other side refuses what arrived otherwise; the client signs every header, whatever its type says.
    const headers = { 'content-md5': hash.digest('base64') } as Record<`x-amz-${string}`, string>
    const bytes = () => (size === 0 ? '' : toStream(readBytes(draft)))
    await this.#calls.write((client) =>
      client.putObject(fileKey(name), bytes(), TYPE, undefined, headers, size),
    )
  }

  async open(name: string, range?: ByteRange): Promise<OpenedFile | null> {
    const { start, end } = range ?? { start: 0, end: -1 }
    const response = await this.#calls.read((client) =>
      client.getObjectRaw(fileKey(name), range === undefined, start, end + 1).catch(nullWhenMissing),
    )
    if (!response) return null
    const size = Number(response.headers.get('content-length'))
    return { size, stream: Readable.from(this.#calls.bytesOf(response), { objectMode: false }) }
  }

  async withPath<T>(name: string, use: (path: string) => Promise<T>): Promise<T | null> {
    const opened = await this.open(name)
    if (!opened) return null
    const copy = await this.draft(name)
    try {
      await pipeline(opened.stream, createWriteStream(copy, { mode: 0o600 }))
      return await use(copy)
    } finally {
      await this.#disk.remove(copy)
    }
  }

  async remove(name: string): Promise<void> {
    await this.#calls.write((client) => client.deleteObject(fileKey(name)))
  }

  async list(prefix: string): Promise<readonly ListedFile[]> {
    const folder = `${FILES_FOLDER}/${prefix.slice(0, 2)}/`
    const listed: ListedFile[] = []
    let token: string | undefined
    do {
      const page = await this.#calls.read((client) =>
        client.listObjectsPaged('/', `${folder}${prefix}`, PAGE, token),
      )
      for (const { Key, LastModified } of page?.objects ?? [])
        listed.push({ name: Key.slice(folder.length), since: new Date(LastModified).getTime() })
      token = page?.nextContinuationToken
    } while (token)
    return listed
  }

  /** Stores, lists and removes; also the drafts that a killed process left. */
  async check(): Promise<void> {
    await this.#calls.write((client) => client.putObject(CHECK, 'equipnet', TYPE))
    await this.list('00')
    await this.#calls.write((client) => client.deleteObject(CHECK))
    for (const name of await this.#disk.list(this.#drafts)) {
      const path = join(this.#drafts, name)
      if (((await this.#disk.since(path)) ?? Date.now()) < Date.now() - DAY) await this.#disk.remove(path)
    }
  }
}

/** Opens the file when its bytes are wanted, and closes it when no more are. */
async function* readBytes(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path)
}

/** A bucket that is not there is no missing file. */
function nullWhenMissing(error: unknown): null {
  if (codeOf(error) === 'NoSuchKey') return null
  throw error
}
