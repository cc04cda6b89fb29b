// Holds that commands name what they do not know of what is written behind them, and do nothing then.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { someOf } from './support/long-run.ts'
import { ROOT } from './support/source-files.ts'

const run = (script: string, ...options: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...(script.endsWith('.ts') ? ['--import', 'tsx'] : []), join(ROOT, 'scripts', script), ...options],
    { cwd: ROOT, encoding: 'utf8' },
  )
  return { status, stdout, stderr }
}

const REFUSED: readonly (readonly [script: string, options: readonly string[], word: string])[] = [
  ['check.mjs', ['--formt', 'json'], '不认识的选项“--formt”，您是不是想写“--format”'],
  ['check.mjs', ['--format', 'xml'], '--format 应为 human、json、github 之一，不是“xml”'],
  ['check.mjs', ['--against'], '选项“--against”后面缺少它的值'],
  ['check.mjs', ['--watch=yes'], '选项“--watch”不带值'],
  ['check.mjs', ['pages-config/home.json'], '多余的参数“pages-config/home.json”'],
  ['check.mjs', ['--root', join(ROOT, 'scripts')], '没有门户的配置'],
]

/** Each loads the program anew before it looks: everyday runs take some of them. */
const REFUSED_SLOWLY: typeof REFUSED = [
  ['rename.ts', ['page', 'a', 'b', '--aply'], '不认识的选项“--aply”，您是不是想写“--apply”'],
  ['migrate.ts', ['--aply'], '不认识的选项“--aply”，您是不是想写“--apply”'],
  ['restore.ts', ['--replcae', 'a.tar.gz'], '不认识的选项“--replcae”，您是不是想写“--replace”'],
  ['backup.ts', ['--force', 'a.tar.gz'], '不认识的选项“--force”'],
  ['seed.ts', ['--itmes', '5'], '不认识的选项“--itmes”，您是不是想写“--items”'],
  ['docs.ts', ['--uot', 'a.md'], '不认识的选项“--uot”，您是不是想写“--out”'],
  ['flow.ts', ['--svg'], '选项“--svg”后面缺少它的值'],
]

test.each([...REFUSED, ...someOf(REFUSED_SLOWLY, 2)])('%s %j', (script, options, word) => {
  const { status, stdout, stderr } = run(script, ...options)
  expect(stderr).toContain(word)
  expect(stderr).toContain('用法：npm run ')
  expect(stderr).not.toContain('node:internal')
  expect(stdout).toBe('')
  expect(status).toBe(2)
})
