// Runs `npm run prove`: the long variants of the property tests in `npm test`. Takes hours on a small machine.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { findChromium } from './lib/chromium.mjs'
import { build, packageCommand, ROOT, seconds } from './lib/prepare.mjs'

const { values } = parseArgs({ options: { only: { type: 'string' } } })

const LONG = { EQUIPNET_LONG: '1', CHROMIUM: findChromium() }

/** @type {Record<string, () => boolean>} */
const PROOFS = {
  // Those that have a long form; vitest prints how long each file took.
  tests: () => run('vitest', ['run', '.long.test.'], LONG),
  forms: () => run('tsx', ['scripts/fuzz-forms.ts', '10000']),
  crash: () => run('tsx', ['scripts/crash.ts', '--cycles', '20']),
  failover: () => run('tsx', ['scripts/crash.ts', '--failover', '30']),
  publish: () => run('tsx', ['scripts/crash.ts', '--publish', '5']),
  configure: () => run('tsx', ['scripts/crash.ts', '--configure', '20']),
  chat: () => run('tsx', ['scripts/chat-proof.ts', '--messages', '10000']),
  bench: () => run('tsx', ['scripts/bench.ts']),
}

if (values.only && !PROOFS[values.only]) {
  console.error(`--only 应为 ${Object.keys(PROOFS).join('、')} 之一`)
  process.exit(1)
}

function run(command, args, env = {}) {
  const { file, shell } = packageCommand(command)
  const options = { cwd: ROOT, shell, stdio: 'inherit', env: { ...process.env, ...env } }
  return spawnSync(file, args, options).status === 0
}

if (!build()) process.exit(1)
const failed = []
for (const [name, prove] of Object.entries(PROOFS)) {
  if (values.only && values.only !== name) continue
  console.log(`\n== ${name}`)
  const started = Date.now()
  if (!prove()) failed.push(name)
  console.log(`${failed.includes(name) ? '未通过' : '通过'}：${name}（${seconds(started)}）`)
}
process.exit(failed.length > 0 ? 1 : 0)
