// Provides what is measured of a page that is drawn: how high it is, how much it moved, and how many of its pictures are distinct.
import type { Page } from 'playwright-core'
import { settle } from '../support/visit.ts'

export interface Measures {
  /** Of the whole document, in CSS pixels. */
  readonly height: number
  /** Pictures of items: what is smaller than 40 px does not count. */
  readonly pictures: number
  readonly distinct: number
  /** Pictures that look like the one before them, in the order of the page. */
  readonly alikeNeighbours: number
  readonly cumulativeLayoutShift: number
  readonly largestContentfulPaintMs: number
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Two pictures are one when the mean difference of their colours at 16 by 12 pixels is below this, of 255. */
const ALIKE_BELOW = 4
const PICTURES = 'main img, main .eq-cover, main [data-picture]'

/** Before the page's own programs: notes paints and shifts. */
export function watchPaint(): void {
  const seen = { shift: 0, paint: 0 }
  Object.assign(window, { lookSeen: seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[])
      if (!entry.hadRecentInput) seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.paint = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}

/** Measures the page from top to end, and answers its picture as PNG. */
export async function lookAt(page: Page): Promise<{ readonly measures: Measures; readonly png: Buffer }> {
  await page.evaluate(scrollThrough)
  await settle(page)
  await page.waitForTimeout(300)
  const { boxes, ...rest } = await page.evaluate(readPage, PICTURES)
  const png = await page.screenshot({ fullPage: true })
  const tool = await page.context().newPage()
  const compared = await tool.evaluate(comparePictures, [
    `data:image/png;base64,${png.toString('base64')}`,
    boxes,
    ALIKE_BELOW,
  ] as const)
  await tool.close()
  return { measures: { ...rest, ...compared }, png }
}

/** What waits for being seen is asked for; the page stands at its top again. */
async function scrollThrough(): Promise<void> {
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
    scrollTo(0, y)
    await new Promise((done) => setTimeout(done, 60))
  }
  scrollTo(0, 0)
  const images = [...document.images].filter((image) => image.checkVisibility())
  await Promise.race([
    Promise.all(images.map((image) => image.decode().catch(() => undefined))),
    // A busy machine takes its time; what is measured is a page with its pictures in it.
    new Promise((done) => setTimeout(done, 20_000)),
  ])
}

function readPage(pictures: string): Omit<Measures, 'pictures' | 'distinct' | 'alikeNeighbours'> & {
  readonly boxes: readonly Box[]
} {
  const seen = (window as unknown as { lookSeen: { shift: number; paint: number } }).lookSeen
  const shown = [...document.querySelectorAll(pictures)].filter(
    (one) => one.checkVisibility() && !one.parentElement?.closest(pictures),
  )
  // Of a run that is swiped as much counts as is seen.
  const seenOf = (one: Element): DOMRect => {
    const { x, y, width, height, right } = one.getBoundingClientRect()
    const end = one.closest('.eq-strip-run > ul')?.getBoundingClientRect().right ?? right
    return new DOMRect(x, y, Math.min(width, end - x), height)
  }
  return {
    height: document.documentElement.scrollHeight,
    boxes: shown
      .map(seenOf)
      .filter(
        ({ width, height, left, right }) => width >= 40 && height >= 40 && left < innerWidth && right > 0,
      )
      .map(({ x, y, width, height }) => ({ x, y: y + scrollY, width, height })),
    cumulativeLayoutShift: Math.round(seen.shift * 1000) / 1000,
    largestContentfulPaintMs: Math.round(seen.paint),
  }
}

async function comparePictures([address, boxes, alikeBelow]: readonly [
  string,
  readonly Box[],
  number,
]): Promise<Pick<Measures, 'pictures' | 'distinct' | 'alikeNeighbours'>> {
  const image = new Image()
  image.src = address
  await image.decode()
  const canvas = new OffscreenCanvas(16, 12)
  const pen = canvas.getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D
  pen.imageSmoothingQuality = 'high'
  const drawn = boxes.map(({ x, y, width, height }) => {
    pen.drawImage(image, x, y, width, height, 0, 0, 16, 12)
    return pen.getImageData(0, 0, 16, 12).data
  })
  const isAlike = (a: Uint8ClampedArray, b: Uint8ClampedArray): boolean =>
    a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length < alikeBelow
  return {
    pictures: drawn.length,
    distinct: drawn.filter((one, at) => !drawn.slice(0, at).some((other) => isAlike(one, other))).length,
    alikeNeighbours: drawn.filter((one, at) => at > 0 && isAlike(one, drawn[at - 1] as Uint8ClampedArray))
      .length,
  }
}
