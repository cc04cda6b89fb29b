// Tests that commands refuse unknown or incomplete options with a message and do nothing.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readArguments } from '../../scripts/lib/read-arguments.ts'
import { IS_LONG, someOf } from '../support/long-run.ts'
import { ROOT } from '../support/source-files.ts'

const run = (command: string, ...options: readonly string[]) => {
  const [script = '', ...name] = command.split(' ')
  const loader = script.endsWith('.ts') ? ['--import', 'tsx'] : []
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...loader, join(ROOT, 'scripts', script), ...name, ...options],
    { cwd: ROOT, encoding: 'utf8' },
  )
  return { status, stdout, stderr }
}

const REFUSED: readonly (readonly [command: string, options: readonly string[], word: string])[] = [
  ['run.mjs check', ['--formt', 'json'], '未知的选项“--formt”，您是不是想写“--format”'],
  ['run.mjs check', ['--format', 'xml'], '--format 应为 human、json、github 之一，不是“xml”'],
  ['run.mjs check', ['--root', join(ROOT, 'scripts')], '没有门户的配置'],
]

/** By what every command reads its options with: everyday runs ask that alone, without a process. */
const REFUSED_IN_READING: readonly (readonly [options: readonly string[], word: string])[] = [
  [['--against'], '选项“--against”缺少值'],
  [['--watch=yes'], '选项“--watch”不带值'],
  [['pages-config/home.json'], '多余的参数“pages-config/home.json”'],
]

/** Each loads the program anew before it looks: everyday runs take some of them. */
const REFUSED_SLOWLY: typeof REFUSED = [
  ['rename.ts', ['page', 'a', 'b', '--aply'], '未知的选项“--aply”，您是不是想写“--apply”'],
  ['run.mjs migrate', ['--aply'], '未知的选项“--aply”，您是不是想写“--apply”'],
  ['run.mjs restore', ['--replcae', 'a.tar.gz'], '未知的选项“--replcae”，您是不是想写“--replace”'],
  ['run.mjs backup', ['--force', 'a.tar.gz'], '未知的选项“--force”'],
  ['run.mjs seed', ['--itmes', '5'], '未知的选项“--itmes”，您是不是想写“--items”'],
  ['docs.ts', ['--uot', 'a.md'], '未知的选项“--uot”，您是不是想写“--out”'],
  ['flow.ts', ['--svg'], '选项“--svg”缺少值'],
]

function read(args: readonly string[]): ReturnType<typeof run> {
  const [error, log] = [vi.spyOn(console, 'error'), vi.spyOn(console, 'log')].map((spy) =>
    spy.mockImplementation(() => undefined),
  )
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('left')
  })
  try {
    const options = { against: { type: 'string' }, watch: { type: 'boolean' } } as const
    expect(() => readArguments('用法：npm run check', { args: [...args], options })).toThrow('left')
    const lines = (spy: typeof error) => spy?.mock.calls.join('\n') ?? ''
    return { status: Number(exit.mock.lastCall?.[0]), stdout: lines(log), stderr: lines(error) }
  } finally {
    for (const spy of [error, log, exit]) spy?.mockRestore()
  }
}

function expectRefused({ status, stdout, stderr }: ReturnType<typeof run>, word: string): void {
  expect(stderr).toContain(word)
  expect(stderr).toContain('用法：npm run ')
  expect(stderr).not.toContain('node:internal')
  expect(stdout).toBe('')
  expect(status).toBe(2)
}

test.each([...REFUSED, ...someOf(REFUSED_SLOWLY, 2)])(
  '%s refuses the options %j with a message and the usage',
  (command, options, word) => expectRefused(run(command, ...options), word),
)

test.each(REFUSED_IN_READING)(
  'run.mjs check refuses the options %j with a message and the usage',
  (options, word) => expectRefused(IS_LONG ? run('run.mjs check', ...options) : read(options), word),
)
