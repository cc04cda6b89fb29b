// Owns opening the portal in a fresh browser context that notes whatever goes wrong in it.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { DEMO_PASSWORD } from './start-portal.ts'

const LIMIT_MS = 15_000
const LOADING = '.eq-skeleton, .eq-waiting, [aria-busy="true"], [data-progress="running"]'

export interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  /** Console errors and warnings, exceptions, violations of the Content-Security-Policy, failed requests. */
  readonly problems: string[]
  /** Opens a route, such as `/home-page`, and waits until nothing of it loads any more. */
  go(route: string): Promise<void>
  /** Signs in through the form on /login. */
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
  const viewport = { width, height }
  const reducedMotion = motion ? 'no-preference' : 'reduce'
  const context = within ?? (await browser.newContext({ viewport, locale: 'zh-CN', reducedMotion }))
  const visitor = await visitIn(context, url)
  if (!within) return visitor
  await visitor.page.setViewportSize(viewport)
  return { ...visitor, close: () => visitor.page.close() }
}

/** The portal in a context that is open already, such as a profile opened again. */
export async function visitIn(context: BrowserContext, url: string): Promise<Visitor> {
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`${message.type()}: ${message.text()}`)
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
    context,
    problems,
    go,
    async signIn(userName, password) {
      await go('/login')
      await giveSignIn(page, userName, password)
      await page.waitForURL((now) => !now.href.includes('/login'), { timeout: LIMIT_MS })
      await settle(page)
    },
    close: () => context.close(),
  }
}

/** Fills the sign-in form on the screen and hands it in. */
export async function giveSignIn(page: Page, userName: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByRole('textbox', { name: '用户名或手机号' }).fill(userName)
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/** Drawn whole: a heading, no skeleton, no progress bar, nothing that fades in or out. */
export async function settle(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor({ state: 'attached' })
  await page.evaluate(waitUntilDrawn, [LOADING, LIMIT_MS] as const)
}

/** Runs within the page, which so is asked once instead of every few milliseconds. */
async function waitUntilDrawn([loading, limit]: readonly [string, number]): Promise<void> {
  const started = performance.now()
  while (document.querySelector(loading)) {
    if (performance.now() - started > limit) throw new Error(`still loading after ${limit} ms`)
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)))
  }
  const passing = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    // The bar of the progress fades above the page, whose content it does not change.
    .filter((animation) => (animation as CSSAnimation).animationName !== 'eq-progress-end')
  await Promise.allSettled(passing.map(({ finished }) => finished))
  // One more frame: what follows the first paint is drawn then.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 60)))
}
