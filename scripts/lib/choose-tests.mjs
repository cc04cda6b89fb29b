// Chooses test files by their imports: those affected by a change, within two minutes, and those that use a database.
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { readDurations } from './durations.mjs'
import { reaching, readModules } from './import-graph.mjs'
import { ROOT } from './prepare.mjs'

/** The remainder of two minutes after lint, types and configuration, in ms. */
const BUDGET_MS = 75_000
const UNKNOWN_MS = 3_000
const CONFIGURATION = /^(schemas|pages-config|zones-config)\//
/** Files that decide how tests run affect all tests. */
const HOW_TESTS_RUN = /^(package(-lock)?\.json|vite\.config\.ts|tests\/projects\.ts)$/
const PORTAL_SETUP = 'tests/portal/setup.ts'
/** Tests that draw components, which the setup prepares. */
const DRAWN = /^tests\/portal\/|\.test\.tsx$/
/** Read this portal's configuration, which they import nowhere. */
const ABOUT_CONFIGURATION = /^tests\/(conventions\/content-types|portal-content\/configuration\/)/

/**
 * @param {string | undefined} since a commit or branch; without one, what is not committed
 * @returns {{ readonly chosen: readonly string[], readonly left: readonly string[] }} paths from the root
 */
export function changedTests(since) {
  const changed = changedFiles(since)
  const related = new Set(relatedTests(changed))
  const durations = readDurations()
  const cost = (/** @type {string} */ path) => durations[path] ?? UNKNOWN_MS
  const isNear = (/** @type {string} */ path) => changed.some((file) => file === path || mirrors(path, file))
  const ordered = [...related].sort((a, b) => Number(isNear(b)) - Number(isNear(a)) || cost(a) - cost(b))
  const budget = BUDGET_MS * Math.max(1, Math.min(2, availableParallelism()))
  const chosen = []
  const left = []
  let spent = 0
  for (const path of ordered) {
    spent += cost(path)
    if (spent <= budget) chosen.push(path)
    else left.push(path)
  }
  return { chosen, left }
}

/** Opens the databases of all tests. */
const EACH_DATABASE = 'tests/server/platform/database/each-database.ts'

/** @returns {readonly string[]} paths of the test files that reach a database by their imports */
export function databaseTests() {
  return [...reaching(readModules(ROOT), [EACH_DATABASE])].filter((path) => /\.test\.ts$/.test(path))
}

/**
 * Returns true if the test's folder corresponds to that of the file: tests/server/content/x.test.ts to
 * src/server/content.
 */
function mirrors(/** @type {string} */ test, /** @type {string} */ file) {
  const folder = file.replace(/^src\//, '').replace(/\/[^/]*$/, '')
  return file.startsWith('src/') && test.startsWith(`tests/${folder}`)
}

/** @param {string | undefined} since */
function changedFiles(since) {
  const git = (/** @type {string[]} */ ...args) =>
    spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
  return [
    ...git('diff', '--name-only', since ?? 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
}

/** Those whose imports, or whose setup, lead to a changed file; browser tests import nothing that they test. */
function relatedTests(/** @type {readonly string[]} */ changed) {
  const modules = readModules(ROOT)
  const isAll = changed.some((path) => HOW_TESTS_RUN.test(path))
  const isConfiguration = changed.some((path) => CONFIGURATION.test(path))
  const found = reaching(modules, changed)
  return [...modules.keys()].filter(
    (path) =>
      /\.test\.tsx?$/.test(path) &&
      !path.startsWith('tests/browser/') &&
      (isAll ||
        found.has(path) ||
        (isConfiguration && ABOUT_CONFIGURATION.test(path)) ||
        (DRAWN.test(path) && found.has(PORTAL_SETUP))),
  )
}
