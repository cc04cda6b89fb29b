// Writes the results of a test run by file, for the counts of `npm test`.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {object} Results
 * @property {Record<string, Counts>} files by path from the root of their project
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
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const test of module.children.allTests()) {
    const { state } = test.result()
    counts[state === 'passed' || state === 'failed' ? state : 'skipped']++
  }
  if (counts.failed === 0 && module.state() === 'failed') counts.failed = 1
  return counts
}
