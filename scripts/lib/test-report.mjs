// Owns counting what vitest's JSON report says.
import { existsSync, readFileSync } from 'node:fs'

/**
 * Tests by outcome. A file that broke before its first test, and a failed run that names no failure, count as one.
 * @param {string} file
 * @param {boolean} hasSucceeded
 */
export function readReport(file, hasSucceeded) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { testResults: [] }
  for (const { status, assertionResults } of report.testResults) {
    for (const test of assertionResults) counts[toOutcome(test.status)]++
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed')) counts.failed++
  }
  if (!hasSucceeded && counts.failed === 0) counts.failed = 1
  return counts
}

const toOutcome = (status) => (status === 'passed' || status === 'failed' ? status : 'skipped')
