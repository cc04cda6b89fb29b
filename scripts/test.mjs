// Owns `npm test`: everything a change must pass, in order, counted in one closing line.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './lib/chromium.mjs'
import { build, install, ROOT, requireNode } from './lib/prepare.mjs'

requireNode()
install()
const chromium = ensureChromium()
await build()

const bin = (name) => join(ROOT, 'node_modules', '.bin', name)
const totals = { passed: 0, failed: 0, skipped: 0 }

function step(title, command, args) {
  console.log(`\n== ${title}`)
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' })
  if (status === 0) totals.passed++
  else totals.failed++
}

const narrowed = process.argv.slice(2)
if (narrowed.length === 0) {
  step('代码规范', bin('biome'), ['check', '--max-diagnostics=30', '.'])
  step('类型检查', bin('tsc'), ['-b'])
  step('配置检查', bin('tsx'), ['scripts/check.ts'])
  step('生成文件', bin('tsx'), ['scripts/generate.ts', '--check'])
}

const report = join(mkdtempSync(join(tmpdir(), 'equipnet-test-')), 'report.json')
spawnSync(bin('vitest'), ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...narrowed], {
  cwd: ROOT,
  stdio: 'inherit',
  env: {
    ...process.env,
    ...(chromium ? { CHROMIUM: chromium } : { EQUIPNET_NO_BROWSER: '未找到 Chromium' }),
  },
})
try {
  const result = JSON.parse(readFileSync(report, 'utf8'))
  totals.passed += result.numPassedTests
  totals.failed += result.numFailedTests || (result.success ? 0 : 1)
  totals.skipped += result.numPendingTests + (result.numTodoTests ?? 0)
} catch {
  console.error('测试没有写出结果。')
  totals.failed++
}

const skipped = totals.skipped ? `, ${totals.skipped} skipped` : ''
console.log(`\n${totals.passed} passed, ${totals.failed} failed${skipped}`)
process.exit(totals.failed ? 1 : 0)
