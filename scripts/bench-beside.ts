// Runs `npm run bench:beside`: benchmarks two checkouts in turns and prints the difference of each row.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type BenchRow, median } from '../tests/bench/statistics.ts'

/** Of a row's ratio; where there is none, as a share of its figure. */
const WORSE = 0.1

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
  },
})
const [before = ''] = positionals
const other = resolve(before)
if (before === '' || !existsSync(join(other, 'scripts', 'bench.ts')) || !existsSync(join(other, 'dist'))) {
  console.error(
    '用法：npm run bench:beside -- <已安装并构建的另一份代码> [--only <部分>] [--rounds 5] [--short]',
  )
  process.exit(1)
}

function measure(folder: string): BenchRow[] {
  const options = [...(values.only ? ['--only', values.only] : []), ...(values.short ? ['--short'] : [])]
  const text = execFileSync(process.execPath, ['--import', 'tsx', 'scripts/bench.ts', '--json', ...options], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Parts may print what they are at before.
  return JSON.parse(text.slice(text.search(/^\[/m))) as BenchRow[]
}

const figures = { before: new Map<string, number[]>(), now: new Map<string, number[]>() }
const rowOf = new Map<string, BenchRow>()
for (let round = 0; round < Number(values.rounds); round += 1) {
  // The second checkout runs on a warmer machine, so the order alternates.
  const turns = [['before', other] as const, ['now', process.cwd()] as const]
  for (const [name, folder] of round % 2 ? turns.reverse() : turns)
    for (const row of measure(folder)) {
      rowOf.set(row.what, row)
      figures[name].set(row.what, [...(figures[name].get(row.what) ?? []), row.ratio ?? row.subject])
    }
}

let worse = 0
for (const [what, row] of rowOf) {
  const [then, now] = [median(figures.before.get(what) ?? []), median(figures.now.get(what) ?? [])]
  const more =
    (row.goal.atLeast === undefined ? now - then : then - now) / (row.ratio === undefined ? then : 1)
  const isWorse = more > WORSE
  if (isWorse) worse += 1
  console.log(`${isWorse ? '变差' : '    '}  ${then.toFixed(2)} → ${now.toFixed(2)}  ${what}`)
}
console.log(worse === 0 ? '没有变差超过 0.1 的项目' : `${worse} 项变差超过 0.1`)
process.exitCode = worse === 0 ? 0 : 1
