// Owns the check of the portal's own configuration with a few words replaced.
import { expect } from 'vitest'
import { checkConfiguration } from '../../src/config/load.ts'
import type { Problem } from '../../src/config/problem.ts'
import { portalFiles } from '../support/portal-files.ts'

export type Change = readonly [file: string, from: string, to: string]

/** What is wrong with it then; the first place where `from` stands is changed, and has to be there. */
export function checkReplaced(...changes: readonly Change[]): readonly Problem[] {
  const files = portalFiles()
  for (const [file, from, to] of changes) {
    const text = files.get(file) ?? ''
    expect(text).toContain(from)
    files.set(file, text.replace(from, to))
  }
  const result = checkConfiguration(files)
  return result.ok ? [] : result.problems
}
