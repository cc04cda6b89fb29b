// Owns `npm run generate`: writes the generated files, or with --check compares them with what is committed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { generateKinds } from '../src/config/generate-kinds.ts'
import { toTokens } from '../src/config/generate-tokens.ts'
import { toWritten } from '../src/config/generate-written.ts'
import { assembleLanguage } from '../src/config/language.ts'
import { readFolder } from '../src/config/read-folder.ts'

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const root = process.cwd()
let stale = 0

function keep(generated: ReadonlyMap<string, string>): void {
  for (const [path, text] of generated) {
    const file = join(root, path)
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
    if (values.check) {
      console.error(`${path} 已过期，请运行 npm run generate`)
      stale++
      continue
    }
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    console.log(`已写入 ${path}`)
  }
}

// The kinds first: the checker is loaded with them, and what is written may already be of a new one.
const written = readFolder(root)
keep(generateKinds(written))
const tokensOf = (path: string) => readFileSync(join(root, 'src/portal/styles', path), 'utf8')
const tokens = toTokens(tokensOf('tokens.css'), tokensOf('dark/tokens.css'))
keep(new Map([['src/shared/generated/color-tokens.ts', tokens]]))
keep(new Map([['src/config/generated/written.ts', await toWritten(written)]]))
const { generate } = await import('../src/config/generate.ts')
const { checkConfiguration } = await import('../src/config/load.ts')
const { toHuman } = await import('../src/config/report.ts')
const files = new Map([...written, ...assembleLanguage(written)])
const result = checkConfiguration(files)
if (!result.ok) {
  console.error(toHuman(result.problems))
  process.exit(1)
}
keep(await generate(result.model, files))
if (values.check && stale === 0) console.log('生成文件均为最新')
process.exitCode = stale ? 1 : 0
