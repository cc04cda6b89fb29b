// Tests runTestFiles: failed files run once more alone, errors outside of tests count as failures.
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MAX_RERUN_FILES, runTestFiles } from '../../scripts/lib/run-test-files.mjs'
import { ROOT } from '../support/source-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'equipnet-rerun-'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const HEAD = `import { existsSync, writeFileSync } from 'node:fs'\nimport { expect, test } from 'vitest'\n`
const PASSES = `${HEAD}test('passes', () => expect(1).toBe(1))`
const FAILS = `${HEAD}test('fails', () => expect(1).toBe(2))`
/** Its first run leaves a file beside it, and fails. */
const FAILS_ONCE = `${HEAD}test('fails once', () => {
  const isSecond = existsSync(import.meta.filename + '.ran')
  writeFileSync(import.meta.filename + '.ran', '')
  expect(isSecond).toBe(true)
})`
const REJECTS = `${HEAD}test('forgets a promise', () => void Promise.reject(new Error('forgotten')))`

function runFiles(files: Readonly<Record<string, string>>, canRerun = true) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.test.mjs`), text)
  return runTestFiles([`--root=${folder}`], { canRerun, isQuiet: true })
}

test('runTestFiles counts a file that fails and then passes alone as passed and flaky', () => {
  expect(runFiles({ good: PASSES, once: FAILS_ONCE, bad: FAILS })).toEqual({
    counts: { passed: 2, failed: 1, skipped: 0 },
    failures: ['bad.test.mjs > fails'],
    flaky: ['once.test.mjs'],
  })
})

test('runTestFiles without canRerun runs a failed file once', () => {
  expect(runFiles({ once: FAILS_ONCE }, false)).toEqual({
    counts: { passed: 0, failed: 1, skipped: 0 },
    failures: ['once.test.mjs > fails once'],
    flaky: [],
  })
})

test('runTestFiles runs no file again when more than MAX_RERUN_FILES files fail', () => {
  const names = Array.from({ length: MAX_RERUN_FILES + 1 }, (_, at) => `once-${at}`)
  expect(runFiles(Object.fromEntries(names.map((name) => [name, FAILS_ONCE])))).toEqual({
    counts: { passed: 0, failed: MAX_RERUN_FILES + 1, skipped: 0 },
    failures: names.map((name) => `${name}.test.mjs > fails once`),
    flaky: [],
  })
})

test('runTestFiles counts an unhandled rejection as a failure, also when a flaky file passes alone', () => {
  expect(runFiles({ rejects: REJECTS, once: FAILS_ONCE })).toEqual({
    counts: { passed: 2, failed: 1, skipped: 0 },
    failures: [],
    flaky: ['once.test.mjs'],
  })
})

test('runTestFiles counts a file that throws before its first test as one failure', () => {
  expect(runFiles({ broken: 'throw new Error("broken")', good: PASSES }, false)).toEqual({
    counts: { passed: 1, failed: 1, skipped: 0 },
    failures: ['broken.test.mjs > (outside of its tests)'],
    flaky: [],
  })
})
