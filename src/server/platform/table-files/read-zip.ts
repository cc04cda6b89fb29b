// Reads untrusted zip packages: by their index, one part at a time, never more bytes than allowed.
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'

const MAX_ENTRIES = 1_000
const END = Buffer.from('PK\x05\x06', 'latin1')
const END_BYTES = 22

/** `damaged`: no archive. `encrypted`: with a password. `large`: more than the allowed bytes come out of it. */
export class ZipError extends Error {
  readonly reason: 'damaged' | 'encrypted' | 'large'

  constructor(reason: ZipError['reason']) {
    super(`zip archive: ${reason}`)
    this.reason = reason
  }
}

export class ZipReader {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  /** Bytes that may still come out, of all parts together. */
  #left: number

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, maxBytes: number) {
    this.#zip = zip
    this.#entries = entries
    this.#left = maxBytes
  }

  /** Throws `ZipError`. */
  static async open(bytes: Buffer, maxBytes: number): Promise<ZipReader> {
    try {
      // Names are decoded here, and sizes are counted: what the archive declares of them is not believed.
      const zip = await fromBufferPromise(withoutTrailer(bytes), {
        decodeStrings: false,
        validateEntrySizes: false,
      })
      if (zip.entryCount > MAX_ENTRIES) throw new ZipError('damaged')
      const entries = new Map<string, Entry>()
      for await (const entry of zip.eachEntry()) entries.set(toKey(entry.fileNameRaw.toString('utf8')), entry)
      return new ZipReader(zip, entries, maxBytes)
    } catch (error) {
      throw error instanceof ZipError ? error : new ZipError('damaged')
    }
  }

  /** Part names of a package are compared without regard to case. */
  has(name: string): boolean {
    return this.#entries.has(toKey(name))
  }

  /** Throws `ZipError`, for a part that is missing as well. */
  async read(name: string): Promise<Buffer> {
    const entry = this.#entries.get(toKey(name))
    if (!entry) throw new ZipError('damaged')
    if (entry.isEncrypted()) throw new ZipError('encrypted')
    const parts: Buffer[] = []
    try {
      for await (const part of (await this.#zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        this.#left -= part.length
        if (this.#left < 0) throw new ZipError('large')
        parts.push(part)
      }
    } catch (error) {
      throw error instanceof ZipError ? error : new ZipError('damaged')
    }
    return Buffer.concat(parts)
  }
}

const toKey = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

/** Some programs and mail filters leave bytes behind the archive, which the library refuses. */
function withoutTrailer(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(END)
  if (end < 0 || end + END_BYTES > bytes.length) return bytes
  return bytes.subarray(0, end + END_BYTES + bytes.readUInt16LE(end + 20))
}
