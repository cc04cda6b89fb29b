// Measures a form in a browser: first field, CPU per key, key to paint, submit until errors show.
import type { Browser, CDPSession, Page } from 'playwright-core'
import { openPage } from './open-page.ts'
import { median } from './statistics.ts'

export interface FormFigures {
  /** Milliseconds from navigation start until the first field was painted. */
  readonly firstField: number
  /** Milliseconds of main-thread task time per key, over all keys in one text field. */
  readonly cpuPerKey: number
  /** Milliseconds from the press of a key until the frame with its letter was painted, median of half as many keys. */
  readonly keyToPaint: number
  /** Milliseconds from pressing submit until every error shows. */
  readonly submit: number
}

export interface FormSelectors {
  readonly field: string
  readonly submit: string
  readonly error: string
}

const TEXT = 'abcdefghijklmnopqrstuvwxyzabcdefghijklmn'

/** Milliseconds of the main thread's tasks so far. */
async function spent(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/** Types on in the focused field, after the other measurements, which the listener would disturb. */
async function timeKeys(page: Page, keys: number): Promise<number> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { benchKeys: times })
    addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          // A task that a frame's callback posts runs when that frame has been painted.
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => times.push(performance.now() - timeStamp)
          port2.postMessage(null)
        }),
      { capture: true },
    )
  })
  await page.keyboard.type(TEXT.slice(0, keys), { delay: 50 })
  await page.waitForTimeout(100)
  return median(await page.evaluate(() => (window as { benchKeys?: number[] }).benchKeys ?? []))
}

export async function measureForm(
  browser: Browser,
  url: string,
  fields: number,
  selectors: FormSelectors,
  keys = TEXT.length,
): Promise<FormFigures> {
  const { page, session, close } = await openPage(browser)
  try {
    await session.send('Performance.enable')
    await page.addInitScript((selector) => {
      const look = () => {
        if (document.querySelector(selector)) {
          // A task that a frame's callback posts runs when that frame has been painted.
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => {
            ;(window as { benchShown?: number }).benchShown = performance.now()
          }
          port2.postMessage(null)
        } else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    }, selectors.field)
    await page.goto(`${url}?fields=${fields}`)
    await page.waitForFunction(() => (window as { benchShown?: number }).benchShown)
    const firstField = await page.evaluate(() => (window as { benchShown?: number }).benchShown ?? Number.NaN)
    await page.locator(selectors.field).first().focus()
    await page.keyboard.type('ab')
    await page.waitForTimeout(300)
    const before = await spent(session)
    await page.keyboard.type(TEXT.slice(0, keys), { delay: 30 })
    await page.waitForTimeout(100)
    const cpuPerKey = ((await spent(session)) - before) / keys
    const keyToPaint = await timeKeys(page, keys / 2)
    const submit = await page.evaluate(
      ({ selectors, wanted }) =>
        new Promise<number>((resolve) => {
          const start = performance.now()
          const look = () => {
            if (document.querySelectorAll(selectors.error).length >= wanted)
              requestAnimationFrame(() => resolve(performance.now() - start))
            else requestAnimationFrame(look)
          }
          ;(document.querySelector(selectors.submit) as HTMLElement).click()
          look()
        }),
      { selectors, wanted: fields - 1 },
    )
    return { firstField, cpuPerKey, keyToPaint, submit }
  } finally {
    await close()
  }
}
