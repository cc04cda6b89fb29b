// Owns the reading of zip archives of strangers: by their index, a file at a time, never more bytes than allowed.
// Libraries inflate in one go on the thread that serves everybody, or believe the size that the archive declares.
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'

const inflate = promisify(inflateRaw)

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const CENTRAL_BYTES = 46
const LOCAL_BYTES = 30
/** A comment may follow the end. */
const LONGEST_TAIL = 0xffff + END_BYTES
const MOST_FILES = 1_000

/** `damaged`: no archive. `encrypted`: with a password. `large`: more than the allowed bytes come out of it. */
export class ZipError extends Error {
  readonly reason: 'damaged' | 'encrypted' | 'large'

  constructor(reason: ZipError['reason']) {
    super(`zip archive: ${reason}`)
    this.reason = reason
  }
}

interface Entry {
  readonly flags: number
  readonly method: number
  readonly packed: number
  readonly offset: number
}

export class ZipReader {
  readonly #bytes: Buffer
  readonly #entries: ReadonlyMap<string, Entry>
  /** That may still come out, of all files together. */
  #left: number

  constructor(bytes: Buffer, most: number) {
    this.#bytes = bytes
    this.#left = most
    this.#entries = readEntries(bytes)
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** Throws `ZipError`, for a file that is not there as well. */
  async read(name: string): Promise<Buffer> {
    const entry = this.#entries.get(name)
    if (!entry) throw new ZipError('damaged')
    if (entry.flags & 1) throw new ZipError('encrypted')
    const { offset, packed, method } = entry
    if (offset + LOCAL_BYTES > this.#bytes.length || this.#bytes.readUInt32LE(offset) !== LOCAL)
      throw new ZipError('damaged')
    const start =
      offset + LOCAL_BYTES + this.#bytes.readUInt16LE(offset + 26) + this.#bytes.readUInt16LE(offset + 28)
    if (start + packed > this.#bytes.length) throw new ZipError('damaged')
    const content = await this.#unpack(this.#bytes.subarray(start, start + packed), method)
    this.#left -= content.length
    if (this.#left < 0) throw new ZipError('large')
    return content
  }

  async #unpack(packed: Buffer, method: number): Promise<Buffer> {
    if (method === 0) return packed
    if (method !== 8) throw new ZipError('damaged')
    if (this.#left <= 0) throw new ZipError('large')
    try {
      // What its index says of its size is not believed: no more is ever unpacked.
      return await inflate(packed, { maxOutputLength: this.#left })
    } catch (error) {
      const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      throw new ZipError(isLarge ? 'large' : 'damaged')
    }
  }
}

function readEntries(bytes: Buffer): Map<string, Entry> {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (count > MOST_FILES) throw new ZipError('damaged')
  const entries = new Map<string, Entry>()
  for (let index = 0; index < count; index += 1) {
    if (at + CENTRAL_BYTES > bytes.length || bytes.readUInt32LE(at) !== CENTRAL) throw new ZipError('damaged')
    const length = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + CENTRAL_BYTES, at + CENTRAL_BYTES + length)
    entries.set(name.replaceAll('\\', '/'), {
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42),
    })
    at += CENTRAL_BYTES + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

function findEnd(bytes: Buffer): number {
  for (let at = bytes.length - END_BYTES; at >= 0 && at >= bytes.length - LONGEST_TAIL; at -= 1)
    if (bytes.readUInt32LE(at) === END) return at
  throw new ZipError('damaged')
}
