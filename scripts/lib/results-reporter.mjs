// Writes the results of a test run by file, for the counts of `npm test`.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {Counts & { failures: string[] }} FileResults `failures` holds titles of tests, with their groups
 * @typedef {object} Results
 * @property {Record<string, FileResults>} files by path from the root of their project
 * @property {number} unhandled errors that belong to no test, such as unhandled rejections
 */

/** A reporter of vitest. `TEST_RESULTS` names the file that it writes. */
export default class ResultsReporter {
  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<unknown>} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const files = Object.fromEntries(modules.map((module) => [toPath(module), count(module)]))
    /** @type {Results} */
    const results = { files, unhandled: unhandledErrors.length }
    writeFileSync(String(process.env.TEST_RESULTS), JSON.stringify(results))
  }
}

const toPath = (/** @type {import('vitest/node').TestModule} */ { moduleId, project }) =>
  relative(project.config.root, moduleId).replaceAll('\\', '/')

/** A file that broke outside of its tests counts as one failed test. */
function count(/** @type {import('vitest/node').TestModule} */ module) {
  /** @type {FileResults} */
  const results = { passed: 0, failed: 0, skipped: 0, failures: [] }
  for (const test of module.children.allTests()) {
    const { state } = test.result()
    results[state === 'passed' || state === 'failed' ? state : 'skipped']++
    if (state === 'failed') results.failures.push(test.fullName)
  }
  if (results.failed === 0 && module.state() === 'failed') {
    results.failed = 1
    results.failures.push('(outside of its tests)')
  }
  return results
}
