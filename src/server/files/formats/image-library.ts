// Loads the image library with the first picture and limits its use of the machine.
import type { OutputInfo, Sharp } from 'sharp'

/** A picture of more pixels is refused before any of them is unpacked: a small file can hold a very large one. */
export const MAX_PIXELS = 50_000_000

/** Kinds of which there are sizes; a GIF may move, and stays as it is. */
export const SIZED: ReadonlySet<string> = new Set(['jpg', 'png', 'webp'])

const SECONDS = 20

/** A file by its path, or what it holds. `most`: false to ask only how large it is, which unpacks nothing. */
export async function openImage(from: string | Buffer, most: number | false = MAX_PIXELS): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp(from, { limitInputPixels: most, failOn: 'error' }).timeout({ seconds: SECONDS })
}

/** Opens the pixels that `raw()` returned, with their layout. */
export async function openPixels(data: Buffer, { width, height, channels }: OutputInfo): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  return sharp(data, { raw: { width, height, channels } }).timeout({ seconds: SECONDS })
}

let last: Promise<unknown> = Promise.resolve()

/** One after the other: each needs memory for all of its pixels. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work, work)
  last = done.catch(() => undefined)
  return done
}
