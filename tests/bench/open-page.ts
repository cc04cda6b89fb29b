// Opens a page in a fresh browser context for a measurement.
import type { Browser, CDPSession, Page } from 'playwright-core'

export interface OpenPage {
  readonly page: Page
  readonly session: CDPSession
  close(): Promise<void>
}

/** Cold cache, 1440 × 900. */
export async function openPage(browser: Browser): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  // The TypeScript runner wraps functions in a helper of this name, which functions sent to the page then miss.
  await page.addInitScript('globalThis.__name = (wrapped) => wrapped')
  return { page, session: await context.newCDPSession(page), close: () => context.close() }
}
