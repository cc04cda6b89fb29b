// Owns the choice of tests for `npm test -- --changed`: those that a change concerns, the nearest first, within two minutes.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { readDurations } from './durations.mjs'
import { packageCommand, ROOT } from './prepare.mjs'

/** What is left of two minutes after lint, types and configuration, in ms. */
const BUDGET_MS = 75_000
const UNKNOWN_MS = 3_000
const CONFIGURATION = /^(schemas|pages-config|zones-config)\//
const ABOUT_CONFIGURATION = ['tests/content-types.test.ts', 'tests/server/openapi.test.ts']

/**
 * @param {string | undefined} since a commit or branch; without one, what is not committed
 * @returns {{ readonly chosen: readonly string[], readonly left: readonly string[] }} paths from the root
 */
export function changedTests(since) {
  const changed = changedFiles(since)
  const related = new Set(relatedTests(since))
  if (changed.some((path) => CONFIGURATION.test(path)))
    for (const path of ABOUT_CONFIGURATION) related.add(path)
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

/** tests/server/content/x.test.ts stands for src/server/content. */
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

/** Those whose imports lead to a changed file, by vitest; browser tests import nothing that they test. */
function relatedTests(/** @type {string | undefined} */ since) {
  const folder = mkdtempSync(join(tmpdir(), 'equipnet-changed-'))
  const out = join(folder, 'list.json')
  const { file, shell } = packageCommand('vitest')
  const changed = since ? `--changed=${since}` : '--changed'
  const args = ['list', changed, '--filesOnly', `--json=${out}`, '--project=node', '--project=portal']
  const { status } = spawnSync(file, args, { cwd: ROOT, shell, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error('vitest 无法列出受影响的测试')
  const listed = JSON.parse(readFileSync(out, 'utf8'))
  rmSync(folder, { recursive: true, force: true })
  return listed.map((/** @type {{ file: string }} */ entry) =>
    relative(ROOT, entry.file).replaceAll('\\', '/'),
  )
}
