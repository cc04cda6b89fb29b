// Runs test files by vitest, failed files once more alone, and counts the results.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageCommand, ROOT } from './prepare.mjs'

/** More failed files than these are no accident, so none of them runs again. */
export const MAX_RERUN_FILES = 5
const REPORTERS = ['results', 'durations'].map((name) => join(ROOT, 'scripts', 'lib', `${name}-reporter.mjs`))

/**
 * @typedef {import('./results-reporter.mjs').Counts} Counts
 * @typedef {import('./results-reporter.mjs').Results} Results
 */

/**
 * With `canRerun`, each failed file runs once more alone. A file that passes then is flaky and counts as passed.
 * Errors that belong to no test count as failed.
 * @param {readonly string[]} args paths and options of vitest
 * @param {{ canRerun?: boolean, env?: Record<string, string>, isQuiet?: boolean }} options
 * @returns {{ counts: Counts, failures: string[], flaky: string[] }} `failures` holds paths with titles, `flaky` paths
 * @example runTestFiles(['tests/shared'], { canRerun: true })
 */
export function runTestFiles(args, { canRerun = false, env = {}, isQuiet = false } = {}) {
  const { results, hasSucceeded } = runVitest(args, { env, isQuiet })
  const options = args.filter((argument) => argument.startsWith('-'))
  const failed = Object.keys(results.files).filter((path) => results.files[path].failed > 0)
  const flaky = canRerun && failed.length <= MAX_RERUN_FILES ? failed.filter(passesAlone) : []
  const counts = { passed: 0, failed: results.unhandled, skipped: 0 }
  const failures = []
  for (const [path, file] of Object.entries(results.files)) {
    for (const key of Object.keys(counts)) counts[key] += file[key]
    failures.push(...file.failures.map((title) => `${path} > ${title}`))
  }
  if (!hasSucceeded && failed.length === 0 && results.unhandled === 0) counts.failed++
  return { counts, failures: failures.sort(), flaky }

  /** Replaces the results of the file when it passes. */
  function passesAlone(/** @type {string} */ path) {
    if (!isQuiet) console.log(`\n== 单独重新运行：${path}`)
    const again = runVitest([...options, path], { env, isQuiet })
    if (!again.hasSucceeded || !again.results.files[path]) return false
    results.files[path] = again.results.files[path]
    return true
  }
}

/**
 * @param {readonly string[]} args
 * @param {{ env: Record<string, string>, isQuiet: boolean }} options
 * @returns {{ results: Results, hasSucceeded: boolean }} no results when vitest broke before its end
 */
function runVitest(args, { env, isQuiet }) {
  const folder = mkdtempSync(join(tmpdir(), 'equipnet-test-'))
  const file = join(folder, 'results.json')
  const { file: command, shell } = packageCommand('vitest')
  const reporters = ['default', ...REPORTERS].map((name) => `--reporter=${name}`)
  const { status } = spawnSync(command, ['run', ...reporters, ...args], {
    cwd: ROOT,
    shell,
    stdio: isQuiet ? 'ignore' : 'inherit',
    env: { ...process.env, ...env, TEST_RESULTS: file },
  })
  const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { files: {}, unhandled: 0 }
  rmSync(folder, { recursive: true, force: true })
  return { results, hasSucceeded: status === 0 }
}
