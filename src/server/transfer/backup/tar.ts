// Reads and writes the tar format (POSIX ustar) as far as backups need it: plain files with short names.
import { damaged } from './archive-format.ts'

const BLOCK = 512
const MAX_NAME = 100

interface TarEntry {
  readonly name: string
  readonly size: number
  /** To be read to its end before the next entry is asked for. */
  readonly body: AsyncIterable<Buffer>
}

/** Throws when the body's length is not `size`: what follows could not be read. */
export async function* tarEntry(
  name: string,
  size: number,
  body: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<Buffer> {
  yield toHeader(name, size)
  let sent = 0
  for await (const chunk of body) {
    sent += chunk.length
    yield chunk
  }
  if (sent !== size) throw new Error(`${name} has ${sent} bytes instead of ${size}`)
  yield Buffer.alloc(-size & (BLOCK - 1))
}

export const tarEnd = (): Buffer => Buffer.alloc(2 * BLOCK)

function toHeader(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > MAX_NAME) throw new Error(`${name} is too long a name`)
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write('        0', 148)
  header.write('ustar\x0000', 257)
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

const sumOf = (header: Buffer): number => header.reduce((sum, byte) => sum + byte, 0)

/** Throws `ArchiveError` where the bytes are no such archive, or end too soon. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = new ByteReader(source)
  for (;;) {
    const header = await bytes.take(BLOCK)
    if (header.every((byte) => byte === 0)) break
    const { name, size } = parseHeader(header)
    yield { name, size, body: bytes.stream(size) }
    await bytes.finish()
    await bytes.take(-size & (BLOCK - 1))
  }
  await bytes.drain()
}

function parseHeader(header: Buffer): { name: string; size: number } {
  const text = (start: number, length: number): string =>
    header.toString('utf8', start, start + length).replace(/\0.*$/s, '')
  const sum = Number.parseInt(text(148, 8), 8)
  const blank = Buffer.from(header).fill(' ', 148, 156)
  const size = Number.parseInt(text(124, 12), 8)
  if (sum !== sumOf(blank) || !Number.isSafeInteger(size)) throw damaged('格式不对')
  return { name: text(0, MAX_NAME), size }
}

/** Hands out exactly so many bytes of a stream, wherever its chunks end. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)
  #left = 0

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of this.stream(count)) parts.push(part)
    return Buffer.concat(parts)
  }

  async *stream(count: number): AsyncGenerator<Buffer> {
    this.#left = count
    while (this.#left > 0) {
      if (this.#rest.length === 0) await this.#fill()
      const part = this.#rest.subarray(0, this.#left)
      this.#rest = this.#rest.subarray(part.length)
      this.#left -= part.length
      yield part
    }
  }

  /** Skips the unread rest of the last stream. */
  async finish(): Promise<void> {
    if (this.#left > 0) await this.take(this.#left)
  }

  /** To the end, so that what stands behind the archive's end (its checksum) is looked at too. */
  async drain(): Promise<void> {
    while (!(await this.#chunks.next()).done) this.#rest = Buffer.alloc(0)
  }

  async #fill(): Promise<void> {
    const { done, value } = await this.#chunks.next()
    if (done) throw damaged('文件不完整')
    this.#rest = value
  }
}
