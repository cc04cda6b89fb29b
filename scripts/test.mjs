// Owns `npm test`: everything that a change must pass, in order, counted in one closing line.
// With arguments, they go to vitest and only the tests run: npm test -- tests/server/database
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './lib/chromium.mjs'
import { build, install, packageCommand, ROOT, requireNode, seconds } from './lib/prepare.mjs'
import { readReport } from './lib/test-report.mjs'

requireNode()
install()
const chromium = ensureChromium()

const narrowed = process.argv.slice(2)
const totals = { passed: 0, failed: 0, skipped: 0 }

if (narrowed.length === 0) {
  step('构建', build)
  step('代码规范', () => run('biome', ['check', '--max-diagnostics=50', '.']))
  step('类型检查', () => run('tsc', ['-b']))
  step('配置检查', () => run('tsx', ['scripts/check.ts']))
  step('生成文件', () => run('tsx', ['scripts/generate.ts', '--check']))
} else build()
runTests()

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

/** Each step before the tests counts as one test. */
function step(title, action) {
  console.log(`\n== ${title}`)
  const started = Date.now()
  const isPassed = action()
  console.log(`${isPassed ? '通过' : '未通过'}：${title}（${seconds(started)}）`)
  totals[isPassed ? 'passed' : 'failed']++
}

function runTests() {
  console.log('\n== 测试')
  const folder = mkdtempSync(join(tmpdir(), 'equipnet-test-'))
  const file = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const browser = chromium ? { CHROMIUM: chromium } : { EQUIPNET_NO_BROWSER: '未找到 Chromium' }
  const hasSucceeded = run('vitest', ['run', ...reporters, ...narrowed], browser)
  const counts = readReport(file, hasSucceeded)
  for (const key of Object.keys(totals)) totals[key] += counts[key]
  rmSync(folder, { recursive: true, force: true })
}
