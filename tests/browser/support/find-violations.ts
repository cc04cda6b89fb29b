// Provides the accessibility check of a page as it stands.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { IS_LONG } from '../../support/long-run.ts'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Result {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
  }[]
}

/** What stands around every page, and differs only by who reads it. */
export const SHELL: readonly string[] = ['.eq-header', '.eq-footer']

/** Rules that read the colours of what lies over what, which takes them as long as all others together. */
const CONTRAST = ['color-contrast', 'link-in-text-block']

/**
 * In everyday runs the walk over all pages looks at colours and at what stands around a page; other walks, which look at
 * the states that they come by, leave both out unless they ask.
 */
export interface ViolationOptions {
  /** Selectors of parts that are looked at elsewhere, whose elements are left out. */
  readonly without?: readonly string[]
  readonly contrast?: 'also' | 'none' | 'alone'
}

/** One line for each violation of WCAG 2.2 A and AA, or of axe's best practices, on the page as a whole. */
export async function findViolations(
  page: Page,
  { without = IS_LONG ? [] : SHELL, contrast = IS_LONG ? 'also' : 'none' }: ViolationOptions = {},
): Promise<string[]> {
  // Past the page's Content-Security-Policy, which forbids inline scripts.
  const session = await page.context().newCDPSession(page)
  const evaluate = (expression: string) =>
    session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
  // It stays until the page is loaded anew.
  if ((await evaluate('typeof axe')).result.value !== 'object') await evaluate(`${SOURCE};0`)
  const options = {
    resultTypes: ['violations'],
    // No rule that is on by default reads the style sheets, which would be fetched again.
    preload: { assets: ['media'] },
    ...(contrast === 'none'
      ? { rules: Object.fromEntries(CONTRAST.map((id) => [id, { enabled: false }])) }
      : {}),
    ...(contrast === 'alone' ? { runOnly: CONTRAST } : {}),
  }
  const { result } = await evaluate(
    `axe.run({ exclude: ${JSON.stringify(without)} }, ${JSON.stringify(options)}).then(JSON.stringify)`,
  )
  await session.detach()
  const { violations } = JSON.parse(String(result.value)) as Result
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`,
    ),
  )
}
