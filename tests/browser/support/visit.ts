// Opens the portal in a browser context of a visitor's own that notes whatever goes wrong in it.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { DEMO_PASSWORD } from './start-portal.ts'
import { giveBackTab, openTab, takeTab } from './tabs.ts'

const LIMIT_MS = 15_000
/** Not the progress bar, which takes half a second however soon everything is there (NAV-11). */
const LOADING = '.eq-skeleton, .eq-waiting, [aria-busy="true"]'

export interface Visitor {
  readonly page: Page
  /** Whoever asked for it may have changed it: nobody gets it afterwards. */
  readonly context: BrowserContext
  /** Console errors and warnings, exceptions, violations of the Content-Security-Policy, failed requests. */
  readonly problems: string[]
  /** Opens a route, such as `/home-page`, and waits until nothing of it loads any more. */
  go(route: string): Promise<void>
  /** Opens it as a browser that starts does: everything is loaded and read anew, whatever was open. */
  goAfresh(route: string): Promise<void>
  /**
   * Makes the browser one in which somebody signed in before; what is opened next is opened signed in. Who is to be seen
   * at the form opens /login and uses `giveSignIn`.
   */
  signIn(userName: string, password?: string): Promise<void>
  close(): Promise<void>
}

export interface VisitOptions {
  readonly width?: number
  readonly height?: number
  /** Opens one more page in this context, with its session; closing it leaves the context open. */
  readonly within?: BrowserContext
  /** Most tests are of those who want less motion: the browser draws fewer pictures, and nobody waits for their end. */
  readonly motion?: boolean
}

export async function visit(
  browser: Browser,
  url: string,
  { width = 1440, height = 900, within, motion = false }: VisitOptions = {},
): Promise<Visitor> {
  const tab = within ? await openTab(within) : await takeTab(browser, url, motion)
  await tab.setViewportSize({ width, height })
  const own = visitOn(tab, url)
  if (within) return { ...own, close: () => own.page.close() }
  let isPlain = true
  return {
    ...own,
    get context() {
      isPlain = false
      return own.context
    },
    close: () => (isPlain ? giveBackTab(tab, motion) : own.close()),
  }
}

/** The portal in a context that is open already, such as a profile opened again. */
export async function visitIn(context: BrowserContext, url: string): Promise<Visitor> {
  return visitOn(await openTab(context), url)
}

function visitOn(page: Page, url: string): Visitor {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`${message.type()}: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`))
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()}`)
  })

  const go = async (route: string): Promise<void> => {
    await page.goto(`${url}/#${route}`)
    await settle(page)
  }
  return {
    page,
    context: page.context(),
    problems,
    go,
    async goAfresh(route) {
      await page.goto('about:blank')
      await go(route)
    },
    async signIn(userName, password = DEMO_PASSWORD) {
      await page.goto(`${url}/healthz`)
      const prefix = await storagePrefixAt(url)
      await page.evaluate(signInHere, [prefix, { userName, password }] as const)
    },
    close: () => page.context().close(),
  }
}

/** What the portal's page says of the names under which it keeps something. */
async function storagePrefixAt(url: string): Promise<string> {
  const page = await (await fetch(`${url}/`)).text()
  const block = /<script[^>]*\bid="?site"?[^>]*>([^<]*)</.exec(page)?.[1] ?? '{}'
  return (JSON.parse(block) as { readonly storagePrefix: string }).storagePrefix
}

/** Runs within any page of the portal's origin: the server sets the cookies, the page keeps who is signed in. */
async function signInHere([prefix, credentials]: readonly [string, object]): Promise<void> {
  const answer = await fetch('/newapi/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: { user: object } }
  if (code !== 0) throw new Error(msg)
  const session = new RegExp(`${prefix}-session=([^;]*)`).exec(document.cookie)?.[1]
  localStorage.setItem(`${prefix}-user`, JSON.stringify({ ...data.user, session, ticket: null }))
}

/** The token of who is signed in, which only the browser knows; empty for a visitor. */
export async function tokenOf({ page }: Pick<Visitor, 'page'>): Promise<string> {
  const cookies = await page.context().cookies()
  return cookies.find(({ name }) => name.endsWith('-session-token'))?.value ?? ''
}

/** Fills the sign-in form on the screen and hands it in. */
export async function giveSignIn(page: Page, userName: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByRole('textbox', { name: '用户名或手机号码' }).fill(userName)
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/** Drawn whole: a heading, no call under way, no skeleton, nothing that fades in or out. */
export async function settle(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor({ state: 'attached' })
  await page.evaluate(waitUntilDrawn, [LOADING, LIMIT_MS] as const)
}

/** Runs within the page, which so is asked once instead of every few milliseconds. */
async function waitUntilDrawn([loading, limit]: readonly [string, number]): Promise<void> {
  const started = performance.now()
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)))
  const isQuiet = () => !window.openCalls && !document.querySelector(loading)
  // Twice: an answer may lead to the next call once it is drawn.
  for (let quiet = isQuiet() ? 1 : 0; quiet < 2; quiet = isQuiet() ? quiet + 1 : 0) {
    if (performance.now() - started > limit) throw new Error(`still loading after ${limit} ms`)
    await frame()
  }
  const passing = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    // The bar of the progress runs and fades above the page, whose content it does not change.
    .filter((animation) => !(animation as CSSAnimation).animationName?.startsWith('eq-progress'))
  await Promise.allSettled(passing.map(({ finished }) => finished))
  await frame()
}
