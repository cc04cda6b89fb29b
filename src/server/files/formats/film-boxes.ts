// Reads and overwrites boxes of MP4 films in memory; sizes and offsets stay, so that playback is unchanged.

export interface FilmBox {
  readonly name: string
  /** The offsets of the box's start, of its content and of its end. */
  readonly start: number
  readonly content: number
  readonly end: number
}

/** Boxes of a part of the bytes, one behind the other; ends at what is no box. */
export function* boxesIn(bytes: Buffer, from: number, to: number): Generator<FilmBox> {
  for (let start = from; start + 8 <= to; ) {
    const name = bytes.toString('latin1', start + 4, start + 8)
    let [size, content] = [bytes.readUInt32BE(start), start + 8]
    if (size === 1 && start + 16 <= to) {
      size = Number(bytes.readBigUInt64BE(start + 8))
      content = start + 16
    }
    const end = size === 0 ? to : start + size
    if (end < content || end > to) return
    yield { name, start, content, end }
    start = end
  }
}

export function findBox(bytes: Buffer, box: FilmBox, ...path: readonly string[]): FilmBox | undefined {
  let found: FilmBox | undefined = box
  for (const name of path) {
    if (!found) return undefined
    found = [...boxesIn(bytes, found.content, found.end)].find((inner) => inner.name === name)
  }
  return found
}

/** Makes it an empty `free` box of the same length, which players pass over. */
export function freeBox(bytes: Buffer, { start, content, end }: FilmBox): void {
  bytes.write('free', start + 4, 'latin1')
  bytes.fill(0, content, end)
}

export interface ByteRange {
  readonly start: number
  readonly length: number
}

const MAX_SAMPLES = 2_000_000

/**
 * Returns the positions of a track's samples in the file, from its tables; empty where the tables contradict each
 * other.
 */
export function sampleRanges(bytes: Buffer, track: FilmBox): readonly ByteRange[] {
  const tables = findBox(bytes, track, 'mdia', 'minf', 'stbl')
  if (!tables) return []
  const table = (name: string) => {
    const box = findBox(bytes, tables, name)
    return box && bytes.subarray(box.content, box.end)
  }
  const [sizes, runs, short, long] = [table('stsz'), table('stsc'), table('stco'), table('co64')]
  const chunks = short ?? long
  if (!sizes || !runs || !chunks) return []
  try {
    const [same, count] = [sizes.readUInt32BE(4), Math.min(sizes.readUInt32BE(8), MAX_SAMPLES)]
    const ranges: ByteRange[] = []
    let [sample, run] = [0, 0]
    for (let chunk = 0; chunk < chunks.readUInt32BE(4) && sample < count; chunk += 1) {
      const isNext = (at: number) => at < runs.readUInt32BE(4) && runs.readUInt32BE(8 + at * 12) <= chunk + 1
      while (isNext(run + 1)) run += 1
      let start = short ? chunks.readUInt32BE(8 + chunk * 4) : Number(chunks.readBigUInt64BE(8 + chunk * 8))
      const inChunk = runs.readUInt32BE(8 + run * 12 + 4)
      for (let index = 0; index < inChunk && sample < count; index += 1) {
        const length = same || sizes.readUInt32BE(12 + sample * 4)
        ranges.push({ start, length })
        start += length
        sample += 1
      }
    }
    return ranges
  } catch {
    return []
  }
}
