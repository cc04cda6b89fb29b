// Detects pictures with several frames, which the image library would reduce to one, and cleans each frame.
import { readFile } from 'node:fs/promises'

const WEBP_HEAD = 12
const PNG_HEAD = 8
const HAS_FRAMES = 0x02
/** Flags of a WebP file that say it has camera data. */
const HAS_CAMERA_DATA = 0x08 | 0x04
const PNG_TEXTS: ReadonlySet<string> = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'])
const WEBP_TEXTS: ReadonlySet<string> = new Set(['EXIF', 'XMP '])

interface Chunk {
  readonly name: string
  readonly bytes: Buffer
}

function* pngChunks(bytes: Buffer): Generator<Chunk> {
  for (let at = PNG_HEAD; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    yield { name: bytes.toString('latin1', at + 4, at + 8), bytes: bytes.subarray(at, end) }
    at = end
  }
}

function* webpChunks(bytes: Buffer): Generator<Chunk> {
  for (let at = WEBP_HEAD; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    yield { name: bytes.toString('latin1', at, at + 4), bytes: bytes.subarray(at, end) }
    at = end
  }
}

function isAnimated(bytes: Buffer, kind: string): boolean {
  if (kind === 'webp') {
    const [first] = webpChunks(bytes)
    return first?.name === 'VP8X' && ((first.bytes[8] ?? 0) & HAS_FRAMES) !== 0
  }
  if (kind !== 'png') return false
  for (const { name } of pngChunks(bytes)) {
    if (name === 'acTL') return true
    if (name === 'IDAT') return false
  }
  return false
}

/** Its bytes, where the picture has several frames. */
export async function readAnimation(path: string, kind: string): Promise<Buffer | null> {
  if (kind !== 'webp' && kind !== 'png') return null
  const bytes = await readFile(path)
  return isAnimated(bytes, kind) ? bytes : null
}

/** The same frames without what cameras and programs write beside them. */
export function cleanAnimation(bytes: Buffer, kind: string): Buffer {
  if (kind === 'png') {
    const chunks = [...pngChunks(bytes)].filter(({ name }) => !PNG_TEXTS.has(name))
    return Buffer.concat([bytes.subarray(0, PNG_HEAD), ...chunks.map((chunk) => chunk.bytes)])
  }
  const chunks = [...webpChunks(bytes)].filter(({ name }) => !WEBP_TEXTS.has(name))
  const whole = Buffer.concat([bytes.subarray(0, WEBP_HEAD), ...chunks.map((chunk) => chunk.bytes)])
  whole.writeUInt32LE(whole.length - 8, 4)
  whole[WEBP_HEAD + 8] = (whole[WEBP_HEAD + 8] ?? 0) & ~HAS_CAMERA_DATA
  return whole
}
