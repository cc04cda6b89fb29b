// Removes place, device and author from the metadata of an uploaded film; playback is unchanged.
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { Received, StoreRefusal } from '#server/files/file-store.ts'
import { type ByteRange, boxesIn, type FilmBox, findBox, freeBox, sampleRanges } from './film-boxes.ts'

/** Boxes that describe the film for people and programs; no player needs them. */
const DESCRIPTIONS: ReadonlySet<string> = new Set(['udta', 'meta', 'uuid', 'free', 'skip'])
const CONTAINERS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'minf', 'moof', 'traf', 'mvex'])
/** A description of more bytes belongs to no film that fits a form. */
const MAX_DESCRIPTION = 64 * 1024 * 1024
const HEAD_BYTES = 16
/** Of a track of texts, so many are looked at. */
const MAX_TEXTS = 20
const MAX_TEXT_BYTES = 2_000
/** As drones write their position into subtitles. */
const POSITION = /\bGPS\b|latitude|longitude|\blat[:=]|\blon[:=]/i
/** Kinds of tracks: measurements beside the film, such as the position each second; texts. */
const MEASUREMENTS: ReadonlySet<string> = new Set(['meta', 'camm', 'gpmd'])
const TEXTS: ReadonlySet<string> = new Set(['text', 'sbtl', 'subt', 'subp'])

/** Refused where its description is larger than any that is read. */
export async function cleanFilm(path: string, { size }: Received): Promise<Received | StoreRefusal> {
  const file = await open(path, 'r+')
  try {
    if (!(await cleanBoxes(file, size))) return 'damaged'
    await file.sync()
    const hash = createHash('sha256')
    for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) hash.update(chunk)
    return { size, digest: hash.digest('hex') }
  } finally {
    await file.close()
  }
}

async function cleanBoxes(file: FileHandle, size: number): Promise<boolean> {
  for (let start = 0; start + 8 <= size; ) {
    const head = Buffer.alloc(HEAD_BYTES)
    await file.read(head, 0, HEAD_BYTES, start)
    const name = head.toString('latin1', 4, 8)
    const declared = head.readUInt32BE(0)
    const length = declared === 1 ? Number(head.readBigUInt64BE(8)) : declared || size - start
    // Bytes after the last box are not part of the film.
    if (length < 8 || start + length > size) return true
    const content = declared === 1 ? HEAD_BYTES : 8
    if (DESCRIPTIONS.has(name)) {
      await file.write(Buffer.from('free'), 0, 4, start + 4)
      await wipe(file, { start: start + content, length: length - content }, size)
    } else if (CONTAINERS.has(name)) {
      if (length > MAX_DESCRIPTION) return false
      const bytes = Buffer.alloc(length)
      await file.read(bytes, 0, length, start)
      const tracks = cleanContainer(bytes, { name, start: 0, content, end: length })
      for (const track of tracks) {
        const ranges = sampleRanges(bytes, track)
        if (!(await revealsPosition(file, bytes, track, ranges, size))) continue
        for (const range of ranges) await wipe(file, range, size)
        freeBox(bytes, track)
      }
      await file.write(bytes, 0, length, start)
    }
    start += length
  }
  return true
}

/** Empties the descriptions in it; answers its tracks. */
function cleanContainer(bytes: Buffer, container: FilmBox): readonly FilmBox[] {
  const tracks: FilmBox[] = []
  for (const box of boxesIn(bytes, container.content, container.end)) {
    // Others may need a `uuid` within a track, such as films that are looked at all around.
    if (DESCRIPTIONS.has(box.name) && !(box.name === 'uuid' && container.name !== 'moov')) freeBox(bytes, box)
    else if (CONTAINERS.has(box.name)) {
      if (box.name === 'trak') tracks.push(box)
      cleanContainer(bytes, box)
    }
  }
  return tracks
}

/** Tracks of measurements always; tracks of texts where their first ones say a position. */
async function revealsPosition(
  file: FileHandle,
  bytes: Buffer,
  track: FilmBox,
  ranges: readonly ByteRange[],
  size: number,
): Promise<boolean> {
  const handler = findBox(bytes, track, 'mdia', 'hdlr')
  const kind = handler && bytes.toString('latin1', handler.content + 8, handler.content + 12)
  if (kind === undefined) return false
  if (MEASUREMENTS.has(kind)) return true
  if (!TEXTS.has(kind)) return false
  for (const { start, length } of ranges.slice(0, MAX_TEXTS)) {
    if (start >= size) continue
    const sample = Buffer.alloc(Math.min(length, MAX_TEXT_BYTES))
    const { bytesRead } = await file.read(sample, 0, sample.length, start)
    if (POSITION.test(sample.toString('utf8', 0, bytesRead))) return true
  }
  return false
}

const ZEROS = Buffer.alloc(65_536)

async function wipe(file: FileHandle, { start, length }: ByteRange, size: number): Promise<void> {
  const end = Math.min(start + length, size)
  for (let at = start; at < end; at += ZEROS.length)
    await file.write(ZEROS, 0, Math.min(ZEROS.length, end - at), at)
}
