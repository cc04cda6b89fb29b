// Owns the check of the portal's own configuration with a few words replaced.
import { expect } from 'vitest'
import { checkConfiguration } from '../../src/config/load.ts'
import type { Problem } from '../../src/config/problem.ts'
import { portalFiles } from '../support/portal-files.ts'

export type Change = readonly [file: string, from: string, to: string]

/** What is wrong with it then, or reminded of; the first place where `from` stands is changed, and has to be there. */
export function checkReplaced(...changes: readonly Change[]): readonly Problem[] {
  const files = portalFiles()
  for (const [file, from, to] of changes) {
    const text = files.get(file) ?? ''
    expect(text).toContain(from)
    files.set(file, text.replace(from, to))
  }
  const result = checkConfiguration(files)
  return result.ok ? result.warnings : result.problems
}

/** What is wrong, the rule, the change, and what is said. */
export type ReplacedCase = readonly [title: string, slug: string, change: Change, said: string]

/** It is told in the file that was changed, by that rule, and little else with it. */
export function expectTold(...[, slug, change, said]: ReplacedCase): void {
  const found = checkReplaced(change).filter((problem) => problem.file === change[0])
  const own = found.find((problem) => problem.slug === slug)
  expect(own?.message, JSON.stringify(found)).toContain(said)
  expect(found.length).toBeLessThanOrEqual(3)
}
