// Provides the measurements taken in a browser: time to a selector, bytes of script, time to the next page.
import type { Browser, Page } from 'playwright-core'
import { openPage } from './open-page.ts'

export interface Visit {
  /** Milliseconds from navigation start until the selector was painted. */
  readonly shown: number
  /** Bytes of JavaScript as they came over the wire. */
  readonly scriptBytes: number
}

const SETTLE_MS = 1_500

/** Opens `url` cold in a fresh context and waits until `count` elements match `selector`. */
export async function visit(
  browser: Browser,
  url: string,
  selector: string,
  count: number,
  slowdown: number,
): Promise<Visit> {
  const { page, session, close } = await openPage(browser)
  try {
    await session.send('Network.enable')
    const scripts = new Set<string>()
    let scriptBytes = 0
    session.on('Network.responseReceived', (event) => {
      if (event.type === 'Script') scripts.add(event.requestId)
    })
    session.on('Network.loadingFinished', (event) => {
      if (scripts.has(event.requestId)) scriptBytes += event.encodedDataLength
    })
    if (slowdown > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(watchFor, { selector, count })
    await page.goto(url, { waitUntil: 'commit' })
    const shown = await shownAt(page)
    // What a page fetches right after its first screen counts as well.
    await page.waitForTimeout(SETTLE_MS)
    return { shown, scriptBytes }
  } catch (error) {
    const found = await page.locator(selector).count()
    throw new Error(`${url}: waited for ${count} of ${selector}, found ${found}`, { cause: error })
  } finally {
    await close()
  }
}

/** Milliseconds from `act` until the text of the first match of `selector` has changed and was painted. */
export async function timeToChange(page: Page, selector: string, press: string): Promise<number> {
  return page.evaluate(
    ({ selector, press }) =>
      new Promise<number>((resolve) => {
        const before = document.querySelector(selector)?.textContent
        const start = performance.now()
        const look = () => {
          const now = document.querySelector(selector)?.textContent
          if (now && now !== before) requestAnimationFrame(() => resolve(performance.now() - start))
          else requestAnimationFrame(look)
        }
        ;(document.querySelector(press) as HTMLElement).click()
        look()
      }),
    { selector, press },
  )
}

async function shownAt(page: Page): Promise<number> {
  const handle = await page.waitForFunction(() => (window as { benchShown?: number }).benchShown, undefined, {
    timeout: 60_000,
    polling: 20,
  })
  return (await handle.jsonValue()) as number
}

function watchFor({ selector, count }: { selector: string; count: number }): void {
  const look = () => {
    if (document.querySelectorAll(selector).length >= count) {
      // A task that a frame's callback posts runs when that frame has been painted.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        ;(window as { benchShown?: number }).benchShown = performance.now()
      }
      port2.postMessage(null)
    } else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
