// Tests at length that browser and server validate and store every form alike: `npx tsx scripts/fuzz-forms.ts
// [bodies] [seed]`.
import { loadConfiguration } from '#config/pipeline/check-configuration.ts'
import { seeded } from '../tests/shared/validation/random-schema.ts'
import { fuzzForms } from '../tests/support/form-fuzz.ts'

const [bodies = 10_000, seed = 1] = process.argv.slice(2).map(Number)
const loaded = await loadConfiguration(`${import.meta.dirname}/..`)
if (!loaded.ok) throw new Error(loaded.problems[0]?.message)
const started = performance.now()
const { refused, differences } = fuzzForms(loaded.model, seeded(seed), bodies)
for (const difference of differences.slice(0, 10)) console.log(JSON.stringify(difference))
const seconds = ((performance.now() - started) / 1000).toFixed(1)
console.log(
  `${bodies} 份内容，其中 ${refused} 份应被拒绝，浏览器与服务器的差异 ${differences.length} 处，用时 ${seconds} 秒`,
)
process.exitCode = differences.length > 0 ? 1 : 0
