// Validates the structure of pictures: a header with a possible size, followed by picture data.
import { type StructureReader, skip, take } from './read-structure.ts'

const LARGEST = 65_500
const isSize = (...sides: number[]) => sides.every((side) => side > 0 && side <= LARGEST)

export function* readPng(): StructureReader {
  yield skip(8)
  const header = yield take(25)
  if (header.readUInt32BE(0) !== 13 || header.toString('latin1', 4, 8) !== 'IHDR') return false
  if (!isSize(header.readUInt32BE(8), header.readUInt32BE(12))) return false
  for (let hasData = false; ; ) {
    const chunk = yield take(8)
    const name = chunk.toString('latin1', 4, 8)
    if (!/^[A-Za-z]{4}$/.test(name)) return false
    yield skip(chunk.readUInt32BE(0) + 4)
    if (name === 'IEND') return hasData
    hasData ||= name === 'IDAT'
  }
}

/** Markers that stand alone: restarts, and one for private use. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
/** Returns true for frame markers; the code tables have markers in the same range. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

export function* readJpeg(): StructureReader {
  yield skip(2)
  for (let hasFrame = false; ; ) {
    let marker = yield take(2)
    if (marker[0] !== 0xff) return false
    while (marker[1] === 0xff) marker = Buffer.concat([Buffer.from([0xff]), yield take(1)])
    const kind = marker[1] as number // two bytes were taken
    if (isBare(kind)) continue
    if (kind === 0xd9) return false
    const length = (yield take(2)).readUInt16BE(0) - 2
    if (length < 0) return false
    if (kind === 0xda) return hasFrame
    if (isFrame(kind)) {
      if (length < 6) return false
      const frame = yield take(5)
      if (!isSize(frame.readUInt16BE(1), frame.readUInt16BE(3))) return false
      hasFrame = true
      yield skip(length - 5)
    } else yield skip(length)
  }
}

const colours = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0)

export function* readGif(): StructureReader {
  const screen = yield take(13)
  if (!isSize(screen.readUInt16LE(6), screen.readUInt16LE(8))) return false
  yield skip(colours(screen[10] as number)) // thirteen bytes were taken
  for (;;) {
    const [kind] = yield take(1)
    if (kind === 0x21) yield skip(1)
    else if (kind === 0x2c) {
      const place = yield take(9)
      yield skip(colours(place[8] as number) + 1)
    } else return false
    for (let length = 1; length > 0; ) {
      length = (yield take(1))[0] as number
      yield skip(length)
    }
    if (kind === 0x2c) return true
  }
}

const WEBP_PICTURES: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ANMF'])

export function* readWebp(): StructureReader {
  yield skip(12)
  for (;;) {
    const chunk = yield take(8)
    const length = chunk.readUInt32LE(4)
    yield skip(length + (length % 2))
    if (WEBP_PICTURES.has(chunk.toString('latin1', 0, 4))) return length > 0
  }
}
