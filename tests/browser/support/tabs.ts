// Provides tabs, and the browser contexts around them, that serve one visitor after another. Each finds nothing of who was there
// before; what the browser has compiled of the portal's programs stays, and so do its processes: together that is nearly a
// third of opening a page.
import type { Browser, BrowserContext, Page } from 'playwright-core'

/** By whether visitors want less motion. */
const free = new WeakMap<Browser, { readonly still: Page[]; readonly moving: Page[] }>()

/** Tabs that no longer do as new ones do: they are closed instead of kept. */
const lasting = new WeakSet<Page>()

/** What is done with one of these to a tab cannot be undone in it, or not as surely as by closing it. */
const LASTING = [
  'addInitScript',
  'addLocatorHandler',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'route',
  'routeWebSocket',
  'setDefaultNavigationTimeout',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
] as const satisfies readonly (keyof Page)[]

/** What visitors and tests listen to. */
const HEARD = [
  'console',
  'dialog',
  'download',
  'framenavigated',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
  'worker',
] as const

function freeOf(browser: Browser, motion: boolean): Page[] {
  const tabs = free.get(browser) ?? { still: [], moving: [] }
  free.set(browser, tabs)
  return motion ? tabs.moving : tabs.still
}

/**
 * One that nobody uses, alone with its context but for the first page there, which shows nothing of the portal and keeps
 * the process.
 */
export async function takeTab(browser: Browser, url: string, motion: boolean): Promise<Page> {
  const known = freeOf(browser, motion).pop()
  if (known) return known
  const reducedMotion = motion ? 'no-preference' : 'reduce'
  const context = await browser.newContext({ locale: 'zh-CN', reducedMotion })
  const first = await context.newPage()
  await first.goto(`${url}/healthz`)
  return reusableTab(context)
}

/** A new one, in which the page counts its calls. */
export async function openTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage()
  await tab.addInitScript(countCalls)
  return tab
}

async function reusableTab(context: BrowserContext): Promise<Page> {
  const tab = await openTab(context)
  for (const name of LASTING) {
    const act = (tab[name] as (...args: unknown[]) => unknown).bind(tab)
    Object.assign(tab, {
      [name]: (...args: unknown[]) => {
        lasting.add(tab)
        return act(...args)
      },
    })
  }
  return tab
}

/** Empties it and its context for the next visitor. */
export async function giveBackTab(tab: Page, motion: boolean): Promise<void> {
  const context = tab.context()
  const browser = context.browser()
  const [first] = context.pages()
  if (!browser || !first || first === tab) return context.close()
  const isKept = !tab.isClosed() && !lasting.has(tab)
  const others = context.pages().filter((page) => page !== first && !(isKept && page === tab))
  await Promise.all(others.map((page) => page.close()))
  if (isKept) await leave(tab, first.url())
  await context.clearCookies()
  const session = await context.newCDPSession(first)
  const { origin } = new URL(first.url())
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.detach()
  freeOf(browser, motion).push(isKept ? tab : await reusableTab(context))
}

/** As a new one is: at `rest`, which shows nothing of the portal, with nothing of its own and no history. */
async function leave(tab: Page, rest: string): Promise<void> {
  for (const type of HEARD) tab.removeAllListeners(type)
  await tab.mouse.move(-1, -1)
  await tab.goto(rest)
  await tab.evaluate(() => {
    sessionStorage.clear()
    window.name = ''
  })
  const session = await tab.context().newCDPSession(tab)
  await session.send('Page.resetNavigationHistory')
  await session.detach()
}

declare global {
  interface Window {
    /** Calls of the page that have no answer yet; absent in a page that does not count. */
    openCalls?: number
  }
}

/** Runs within the page before its own programs. */
function countCalls(): void {
  const count = (change: number): void => {
    window.openCalls = (window.openCalls ?? 0) + change
  }
  const send = XMLHttpRequest.prototype.send
  XMLHttpRequest.prototype.send = function (body) {
    count(1)
    this.addEventListener('loadend', () => count(-1), { once: true })
    send.call(this, body)
  }
  const fetchWith = window.fetch
  window.fetch = (...request) => {
    count(1)
    return fetchWith(...request).finally(() => count(-1))
  }
}
