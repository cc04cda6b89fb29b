// Measures hot reload: from a zone file saved to its name in the menu of an open browser.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyPortal } from '../browser/support/copy-portal.ts'
import { launchBrowser } from '../browser/support/launch-browser.ts'
import { startPortal } from '../browser/support/start-portal.ts'
import { absolute, type BenchRow, median } from './statistics.ts'

/** The websocket of a page opens after its first drawing. */
const CONNECTED_AFTER_MS = 500
/** A locator looks again after a tenth of a second at first, then after half a second: too coarse for a measurement. */
const EACH_FRAME = { polling: 'raf' } as const

export async function benchReload(rounds: number): Promise<BenchRow[]> {
  const copy = copyPortal()
  const portal = await startPortal({ root: copy.root, env: { NODE_ENV: 'development' } })
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(`${portal.url}/prefecture-page`)
    await page.waitForTimeout(CONNECTED_AFTER_MS)
    const zone = JSON.parse(readFileSync(join(copy.root, 'zones-config/flood.json'), 'utf8'))
    const times: number[] = []
    for (let round = 0; round < rounds * 3; round++) {
      const title = `地震专区${round}`
      const shown = page.waitForFunction(
        (text) => document.body.textContent?.includes(text),
        title,
        EACH_FRAME,
      )
      const started = performance.now()
      writeFileSync(
        join(copy.root, 'zones-config/earthquake.json'),
        JSON.stringify({ ...zone, title, path: '/EarthquakeZone', order: 99 }, null, 2),
      )
      await shown
      times.push(performance.now() - started)
    }
    return [
      absolute('configuration: a saved zone in the menu of an open browser', 'ms', median(times), {
        atMost: 1_000,
      }),
    ]
  } finally {
    await browser.close()
    await portal.stop()
    copy.remove()
  }
}
