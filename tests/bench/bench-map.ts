// Measures the map: what a pan costs the main thread, with and without gathering its markers.
import type { Browser } from 'playwright-core'
import { openPage } from './open-page.ts'
import { type BenchRow, compared, median } from './statistics.ts'
import type { Venue } from './venue.ts'

const MARKERS = 10_000
const MOVES = 30
const GOAL = 0.25
/** Longer than the map waits before it looks which markers are near the screen. */
const SETTLED_MS = 400

export async function benchMap(venue: Venue, rounds: number, isSmoke: boolean): Promise<BenchRow[]> {
  const { url } = await venue.portal()
  const browser = await venue.browser()
  const pan = isSmoke ? { markers: 50, moves: 2 } : { markers: MARKERS, moves: MOVES }
  const gathered: number[] = []
  const each: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const timeOf = (cluster: boolean) => panTime(browser, url, pan, cluster)
    // Where the figures do not matter, one need not wait for the other.
    const [one, other] = isSmoke
      ? await Promise.all([timeOf(true), timeOf(false)])
      : [await timeOf(true), await timeOf(false)]
    gathered.push(one)
    each.push(other)
  }
  return [
    compared(
      `map: main thread of a pan, ${pan.markers} markers (limit: each drawn)`,
      'ms',
      median(gathered),
      median(each),
      { atMost: GOAL },
    ),
  ]
}

interface Pan {
  readonly markers: number
  readonly moves: number
}

/** Milliseconds of all tasks of the main thread while the map is dragged. */
async function panTime(
  browser: Browser,
  url: string,
  { markers, moves }: Pan,
  cluster: boolean,
): Promise<number> {
  const { page, session, close } = await openPage(browser)
  try {
    const json = JSON.stringify({ code: 0, msg: 'success', data: toAnswer(markers) })
    await page.route('**/newapi/api/map/points*', (route) =>
      route.fulfill({ contentType: 'application/json', body: json }),
    )
    // The same page, with one option of its configuration set.
    await page.route('**/config/**', async (route) => {
      const answer = await route.fetch()
      const body = await answer.text()
      await route.fulfill({
        response: answer,
        body: body.replace('"options":{"categories"', `"options":{"cluster":${cluster},"categories"`),
      })
    })
    await page.goto(`${url}/#/oneMap-page`)
    const map = page.locator('.eq-map-chart[data-drawn="china"]')
    await map.locator('canvas').first().waitFor()
    await page.waitForTimeout(SETTLED_MS * 4)
    const box = await map.boundingBox()
    if (!box) throw new Error('the map is not drawn')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await session.send('Performance.enable')
    const before = await taskTime(session)
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let move = 1; move <= moves; move += 1) {
      await page.mouse.move(x + move * 4, y + move * 2)
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    }
    await page.mouse.up()
    await page.waitForTimeout(SETTLED_MS)
    return (await taskTime(session)) - before
  } finally {
    await close()
  }
}

async function taskTime(session: Awaited<ReturnType<typeof openPage>>['session']): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
}

/** Spread over the country, of two kinds. */
function toAnswer(count: number) {
  const list = Array.from({ length: count }, (_, index) => ({
    kind: index % 2 ? 'company' : 'demand',
    region: '42',
    count: 1,
    lng: 85 + ((index * 7919) % 37_000) / 1_000,
    lat: 23 + ((index * 104_729) % 20_000) / 1_000,
    exact: false,
    id: `m${index}`,
    title: `标记 ${index}`,
  }))
  return { total: count, single: true, list }
}
