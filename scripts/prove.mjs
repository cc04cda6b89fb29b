// Runs `npm run prove`: the long variants of the property tests in `npm test`. Takes hours on a small machine.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { register } from 'tsx/esm/api'
import { findChromium } from './lib/chromium.mjs'
import { build, packageCommand, ROOT, seconds } from './lib/prepare.mjs'

register()
const { caseModules } = await import('./lib/case-modules.ts')

const { values } = parseArgs({ options: { only: { type: 'string' } } })

/** @type {Record<string, () => boolean>} */
const PROOFS = {
  tests: () => run('vitest', ['run', ...longTests()], { EQUIPNET_LONG: '1', CHROMIUM: findChromium() }),
  lifecycles: () => run('vitest', ['run', 'tests/config/lifecycle-rights.test.ts'], { EQUIPNET_LONG: '1' }),
  forms: () => run('tsx', ['scripts/fuzz-forms.ts', '10000']),
  crash: () => run('tsx', ['scripts/crash.ts', '--cycles', '20']),
  chat: () => run('tsx', ['scripts/chat-proof.ts', '--messages', '10000']),
  bench: () => run('tsx', ['scripts/bench.ts']),
}

if (values.only && !PROOFS[values.only]) {
  console.error(`--only 应为 ${Object.keys(PROOFS).join('、')} 之一`)
  process.exit(1)
}

/** Every test file that has a long form asks for it, or looks at pages by what does. */
function longTests() {
  return readdirSync(join(ROOT, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => join('tests', name))
    .filter((path) =>
      /(long-run|look|widths|one-of-each|told-together|check-replaced|volume)\.ts|ONE_DATABASE/.test(
        caseModules(join(ROOT, path))
          .map((module) => readFileSync(module, 'utf8'))
          .join('\n'),
      ),
    )
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
