// Owns browser contexts that serve one visitor after another. Each finds nothing of who was there before; what the browser
// has compiled of the portal's programs stays, and so does its process: both take a quarter of opening a page.
import type { Browser, BrowserContext } from 'playwright-core'

/** By whether visitors want less motion. */
const free = new WeakMap<Browser, { readonly still: BrowserContext[]; readonly moving: BrowserContext[] }>()

function freeOf(browser: Browser, motion: boolean): BrowserContext[] {
  const contexts = free.get(browser) ?? { still: [], moving: [] }
  free.set(browser, contexts)
  return motion ? contexts.moving : contexts.still
}

/** One that nobody uses: its first page, which shows nothing of the portal, keeps the process. */
export async function takeContext(browser: Browser, url: string, motion: boolean): Promise<BrowserContext> {
  const known = freeOf(browser, motion).pop()
  if (known) return known
  const reducedMotion = motion ? 'no-preference' : 'reduce'
  const context = await browser.newContext({ locale: 'zh-CN', reducedMotion })
  const first = await context.newPage()
  await first.goto(`${url}/healthz`)
  return context
}

/** Empties it for the next one. */
export async function giveBack(context: BrowserContext, motion: boolean): Promise<void> {
  const browser = context.browser()
  const [first, ...others] = context.pages()
  if (!browser || !first) return context.close()
  await Promise.all(others.map((page) => page.close()))
  await context.clearCookies()
  const session = await context.newCDPSession(first)
  const { origin } = new URL(first.url())
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.detach()
  freeOf(browser, motion).push(context)
}
