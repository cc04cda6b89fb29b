// Runs `npm test`: everything that a change must pass, in order, counted in one closing line.
// With arguments, they go to vitest and only the tests run: npm test -- tests/server/database
// With --changed, the checks and the tests that the change concerns: npm test -- --changed, npm test -- --changed=main
// With --database, the test files that reach a database, on the PostgreSQL server of TEST_DATABASE_URL
import { spawn, spawnSync } from 'node:child_process'
import { changedTests, databaseTests } from './lib/choose-tests.mjs'
import { ensureChromium } from './lib/chromium.mjs'
import { build, install, packageCommand, ROOT, requireNode, seconds } from './lib/prepare.mjs'
import { runTestFiles } from './lib/run-test-files.mjs'

requireNode()
install()

const narrowed = process.argv.slice(2)
const changed = narrowed.find((argument) => /^--changed(=|$)/.test(argument))
const isOnDatabase = narrowed.includes('--database')
if (isOnDatabase && !process.env.TEST_DATABASE_URL) {
  console.error('--database 需要 TEST_DATABASE_URL，例如 postgres://postgres@127.0.0.1:5432/postgres')
  process.exit(1)
}
const totals = { passed: 0, failed: 0, skipped: 0 }

if (narrowed.length === 0 || changed) {
  // The longest of them runs beside the others, on one core: more checkers look at the same types more than once.
  const types = begin('tsc', ['-b', '--checkers', '1'])
  step('构建', build)
  step('代码规范', () => run('biome', ['check', '--max-diagnostics=50', '.']))
  step(
    '配置检查',
    () =>
      spawnSync(process.execPath, ['scripts/run.mjs', 'check'], { cwd: ROOT, stdio: 'inherit' }).status === 0,
  )
  step('生成文件', () => run('tsx', ['scripts/generate.ts', '--check']))
  const { isPassed, text } = await types
  step('类型检查', () => {
    process.stdout.write(text)
    return isPassed
  })
} else build()
if (changed) runChanged(changed.split('=')[1])
else if (isOnDatabase) runTests([...databaseTests(), '--project=!browser'], { canRerun: true })
else runTests(narrowed, { canRerun: narrowed.length === 0, chromium: ensureChromium() })

const skipped = totals.skipped ? `, ${totals.skipped} skipped` : ''
console.log(`\n${totals.passed} passed, ${totals.failed} failed${skipped}`)
process.exit(totals.failed ? 1 : 0)

function run(name, args, env = {}) {
  const { file, shell } = packageCommand(name)
  return (
    spawnSync(file, args, { cwd: ROOT, shell, stdio: 'inherit', env: { ...process.env, ...env } }).status ===
    0
  )
}

/**
 * Runs a command beside what follows; resolves with what it printed.
 * @param {string} name
 * @param {string[]} args
 * @returns {Promise<{ readonly isPassed: boolean, readonly text: string }>}
 */
function begin(name, args) {
  const { file, shell } = packageCommand(name)
  const child = spawn(file, args, { cwd: ROOT, shell, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  return new Promise((resolve) => child.on('close', (status) => resolve({ isPassed: status === 0, text })))
}

/** Each step before the tests counts as one test. */
function step(title, action) {
  console.log(`\n== ${title}`)
  const started = Date.now()
  const isPassed = action()
  console.log(`${isPassed ? '通过' : '未通过'}：${title}（${seconds(started)}）`)
  totals[isPassed ? 'passed' : 'failed']++
}

/** @param {string | undefined} since */
function runChanged(since) {
  const { chosen, left } = changedTests(since)
  if (chosen.length > 0) runTests([...chosen, '--project=!browser'])
  else console.log('\n没有受影响的测试')
  if (left.length === 0) return
  console.log(`\n改动还影响 ${left.length} 个测试文件，两分钟内跑不完，未运行；提交前请运行 npm test：`)
  console.log(left.join('\n'))
}

/**
 * @param {readonly string[]} files paths and options for vitest; none for all tests
 * @param {{ canRerun?: boolean, chromium?: string }} options
 */
function runTests(files, { canRerun = false, chromium } = {}) {
  console.log('\n== 测试')
  const env = chromium ? { CHROMIUM: chromium } : { EQUIPNET_NO_BROWSER: '未找到 Chromium' }
  const { counts, failures, flaky } = runTestFiles(files, { canRerun, env })
  for (const key of Object.keys(totals)) totals[key] += counts[key]
  for (const failure of failures) console.log(`failed: ${failure}`)
  for (const path of flaky) console.log(`flaky: ${path}`)
}
