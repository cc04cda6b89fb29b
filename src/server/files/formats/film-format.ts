// Validates the box structure of MP4 films: description and media data.
import { type StructureReader, skip, take } from './read-structure.ts'

export function* readMp4(): StructureReader {
  const seen = new Set<string>()
  const isWhole = () => seen.has('moov') && (seen.has('mdat') || seen.has('moof'))
  for (;;) {
    const box = yield take(8)
    const name = box.toString('latin1', 4, 8)
    if (!/^[\x20-\x7e]{4}$/.test(name)) return false
    let length = box.readUInt32BE(0) - 8
    if (length === -7) length = Number((yield take(8)).readBigUInt64BE(0)) - 16
    // Up to the end of the file.
    if (length === -8) return seen.add(name) && isWhole()
    if (length < 0) return false
    yield skip(length)
    seen.add(name)
    if (isWhole()) return true
  }
}
