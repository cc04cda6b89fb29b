// Owns the accessibility check of a page as it stands.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Result {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
  }[]
}

export interface ViolationOptions {
  /** Selectors of parts that were looked at elsewhere, whose elements are left out. */
  readonly without?: readonly string[]
  /** Contrasts take as long as all other rules: none where the colours were looked at before, alone where the rest was. */
  readonly contrast?: 'none' | 'alone' | undefined
}

/** One line for each violation of WCAG 2.2 A and AA, or of axe's best practices, on the page as a whole. */
export async function findViolations(
  page: Page,
  { without = [], contrast }: ViolationOptions = {},
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
    ...(contrast === 'none' ? { rules: { 'color-contrast': { enabled: false } } } : {}),
    ...(contrast === 'alone' ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {}),
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
