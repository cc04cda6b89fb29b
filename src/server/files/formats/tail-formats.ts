// Validates files that are read from their end: PDF documents and ZIP archives.

/** The directory of an archive is at most so far from its end, comment included; a PDF trailer is nearer. */
const TAIL_BYTES = 66_000

const PADDING: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20])
/** In place of a longer row of them. */
const BLANKS = Buffer.alloc(64, ' ')

/** The last bytes of what passes by, in whichever pieces it comes. */
export class Tail {
  readonly #buffer = Buffer.allocUnsafe(2 * TAIL_BYTES)
  readonly #isPadded: boolean
  #length = 0
  /** Blanks and zeros that have passed by since the last other byte. */
  #padding = 0

  /** `isPadded`: of blanks and zeros in a row only the first few are kept. */
  constructor(isPadded = false) {
    this.#isPadded = isPadded
  }

  push(chunk: Buffer): void {
    let end = chunk.length
    while (this.#isPadded && end > 0 && PADDING.has(chunk[end - 1] as number)) end -= 1 // within its length
    if (end > 0) {
      this.#keep(BLANKS.subarray(0, this.#padding))
      this.#keep(chunk.subarray(0, end))
      this.#padding = 0
    }
    this.#padding = Math.min(this.#padding + chunk.length - end, BLANKS.length)
  }

  #keep(chunk: Buffer): void {
    const part = chunk.subarray(-TAIL_BYTES)
    if (this.#length + part.length > this.#buffer.length) {
      this.#buffer.copyWithin(0, this.#length - TAIL_BYTES, this.#length)
      this.#length = TAIL_BYTES
    }
    this.#length += part.copy(this.#buffer, this.#length)
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(Math.max(0, this.#length - TAIL_BYTES), this.#length)
  }
}

export function endsPdf(tail: Buffer, size: number): boolean {
  const text = tail.toString('latin1')
  const end = text.lastIndexOf('%%EOF')
  const place = /startxref[\s\0]{1,200}(\d{1,12})[\s\0]{1,200}$/.exec(
    text.slice(Math.max(0, end - 500), Math.max(0, end)),
  )
  const offset = Number(place?.[1] ?? 0)
  return offset > 0 && offset < size
}

const END_OF_LIST = Buffer.from('PK\x05\x06', 'latin1')

/** `names`: what the archive must hold; not looked for where its list is longer than what was kept. */
export const endsZip =
  (...names: string[]) =>
  (tail: Buffer): boolean => {
    const at = tail.lastIndexOf(END_OF_LIST)
    if (at < 0 || at + 22 > tail.length) return false
    const length = tail.readUInt32LE(at + 12)
    if (length > at) return length < 2 ** 31
    const list = tail.subarray(at - length, at)
    return names.every((name) => list.includes(name))
  }
