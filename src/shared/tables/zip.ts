// Writes zip archives whose files are stored uncompressed.

export interface ZipFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** 1 January 1980, the first day of the format: the same content makes the same archive. */
const DAY = 0x21
const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
/** Names are UTF-8. */
const FLAGS = 0x0800

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

export function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = (TABLE[(value ^ byte) & 0xff] as number) ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}

type Part = readonly [value: number, bytes: 2 | 4]

function pack(parts: readonly Part[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(parts.reduce((sum, [, size]) => sum + size, 0)))
  let at = 0
  for (const [value, size] of parts) {
    if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += size
  }
  return new Uint8Array(view.buffer)
}

/** Text to UTF-8: the one thing that browser and server have and the language has not. */
export type Encode = (text: string) => Uint8Array

export function toZip(files: readonly ZipFile[], encode: Encode): Uint8Array<ArrayBuffer> {
  const [locals, centrals]: [Uint8Array[], Uint8Array[]] = [[], []]
  let offset = 0
  for (const { name, bytes } of files) {
    const written = encode(name)
    const common: readonly Part[] = [
      [VERSION, 2],
      [FLAGS, 2],
      [0, 2],
      [0, 2],
      [DAY, 2],
      [checksum(bytes), 4],
      [bytes.length, 4],
      [bytes.length, 4],
      [written.length, 2],
      [0, 2],
    ]
    const local = [pack([[LOCAL, 4], ...common]), written, bytes]
    locals.push(...local)
    centrals.push(
      pack([[CENTRAL, 4], [VERSION, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]]),
      written,
    )
    offset += lengthOf(local)
  }
  const count = files.length
  const end = pack([
    [END, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [lengthOf(centrals), 4],
    [offset, 4],
    [0, 2],
  ])
  return join([...locals, ...centrals, end])
}

const lengthOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, { length }) => sum + length, 0)

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(lengthOf(parts))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
