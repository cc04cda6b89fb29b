// Owns opening the portal in a fresh browser context that notes whatever goes wrong in it.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { DEMO_PASSWORD } from './start-portal.ts'

export interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  /** Console errors and warnings, exceptions, violations of the Content-Security-Policy, failed requests. */
  readonly problems: string[]
  /** Opens a route, such as `/home-page`, and waits until nothing of it loads any more. */
  go(route: string): Promise<void>
  /** Signs in through the form on /login. */
  signIn(userName: string): Promise<void>
  close(): Promise<void>
}

export interface VisitOptions {
  readonly width?: number
  readonly height?: number
}

export async function visit(
  browser: Browser,
  url: string,
  { width = 1440, height = 900 }: VisitOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width, height }, locale: 'zh-CN' })
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
    async signIn(userName) {
      await go('/login')
      await page.getByRole('textbox', { name: '用户名或手机号' }).fill(userName)
      await page.locator('input[type=password]').fill(DEMO_PASSWORD)
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await expect.poll(() => page.url(), { timeout: 15_000 }).not.toContain('/login')
      await settle(page)
    },
    close: () => context.close(),
  }
}

/** Drawn whole: a heading, no skeleton, no progress bar. */
export async function settle(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor({ state: 'attached' })
  await expect
    .poll(() => page.locator('.eq-skeleton, .eq-waiting, [data-progress="running"]').count(), {
      timeout: 15_000,
      interval: 50,
    })
    .toBe(0)
  // One more frame: what follows the first paint is drawn then.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 60))))
}
