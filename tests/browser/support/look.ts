// Provides looking at a page in the state that a walk has brought it to: drawn whole, accessible, no wider than the screen.
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { IS_LONG } from '../../support/long-run.ts'
import { findViolations } from './find-violations.ts'
import { settle } from './visit.ts'

export interface LookOptions {
  /** In the long run one after the other, the page's own width again afterwards; otherwise at its own alone. */
  readonly widths?: readonly number[]
  /** It goes on working, so it never comes to rest. */
  readonly isWorking?: boolean
}

/** Fails by `name` and width; where the environment's `SHOTS` names a folder, a picture of each is left there. */
export async function look(page: Page, name: string, options: LookOptions = {}): Promise<void> {
  const { isWorking } = options
  // The walk over all pages opens each of them at all widths.
  const widths = IS_LONG ? options.widths : undefined
  const before = page.viewportSize()
  const rest = async () => {
    if (!isWorking) await settle(page)
  }
  for (const width of widths ?? [undefined]) {
    if (width) await page.setViewportSize({ width, height: 900 })
    await rest()
    const shown = await page.evaluate(() => window.innerWidth)
    const { SHOTS } = process.env
    if (SHOTS) await page.screenshot({ path: join(SHOTS, `${name}-${shown}.png`), fullPage: true })
    const violations = await findViolations(page)
    expect(violations, `${name} ${shown}`).toEqual([])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide, `${name} ${shown}`).toBeLessThanOrEqual(shown)
  }
  if (!widths || !before) return
  await page.setViewportSize(before)
  await rest()
}
