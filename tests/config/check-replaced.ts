// Provides the check of the portal's own configuration with a few words replaced.
import { expect, test } from 'vitest'
import type { Problem } from '#config/load/problem.ts'
import type { Texts } from '../../scripts/lib/mistakes/mistake.ts'
import { check } from '../../scripts/lib/mistakes/score.ts'
import { portalFiles } from '../support/portal-files.ts'
import { toldTogether } from './told-together.ts'

export type Change = readonly [file: string, from: string, to: string]

/** The first place where `from` stands is changed, and has to be there. */
function replaceIn(texts: Texts, changes: readonly Change[]): Texts {
  const changed = new Map(texts)
  for (const [file, from, to] of changes) {
    const text = changed.get(file) ?? ''
    expect(text).toContain(from)
    changed.set(file, text.replace(from, to))
  }
  return changed
}

/** What is wrong with it then, or reminded of. */
export const checkReplaced = (...changes: readonly Change[]): readonly Problem[] =>
  check(replaceIn(portalFiles(), changes))

/** What is wrong, the rule, the change, and what is said. */
export type ReplacedCase = readonly [title: string, slug: string, change: Change, said: string]

/** Each is told in the file that was changed, by that rule, and little else with it. */
export function testTold(cases: readonly ReplacedCase[]): void {
  testReplaced('the check names the mistake at its cause: %s', cases, {
    changes: ([, , change]) => [change],
    holds: ([, slug, change, said], all) => {
      const found = all.filter((problem) => problem.file === change[0])
      const own = found.find((problem) => problem.slug === slug)
      expect(own?.message, JSON.stringify(found)).toContain(said)
      expect(found.length).toBeLessThanOrEqual(3)
    },
  })
}

/** What is wrong, the change, and what the problem in that file says of it. */
export type RefusedCase = readonly [
  title: string,
  change: Change,
  problem: Readonly<Record<string, unknown>> & { readonly slug: string },
]

/** Each is refused by that rule; all that is said is Chinese. */
export function testRefused(cases: readonly RefusedCase[]): void {
  testReplaced('%s is refused, in Chinese', cases, {
    changes: ([, change]) => [change],
    holds: ([, [file], problem], found) => {
      expect(found).toContainEqual(expect.objectContaining({ file, ...problem }))
      for (const { message } of found) expect(message).toMatch(/[\u4e00-\u9fff]/)
    },
  })
}

interface Replaced<Case> {
  readonly changes: (one: Case) => readonly Change[]
  readonly holds: (one: Case, found: readonly Problem[], beside: readonly Case[]) => void
}

/** A test of each case, whose first part is its title; mistakes that are apart are made together. */
export function testReplaced<Case extends readonly [title: string, ...unknown[]]>(
  title: string,
  cases: readonly Case[],
  { changes, holds }: Replaced<Case>,
): void {
  const expectTold = toldTogether(portalFiles(), cases, {
    change: (one, texts) => replaceIn(texts, changes(one)),
    apart: (one) => changes(one).map(([file]) => file),
    holds,
  })
  test.each(cases.map((one) => [one[0], one] as const))(title, (_title, one) => expectTold(one))
}

/** Nothing is said of a file that was not changed. */
export function expectOnlyIn(changed: readonly string[], found: readonly Problem[]): void {
  expect(found.filter(({ file }) => !changed.includes(file))).toEqual([])
}
