// Owns `npm run generate`: writes the generated files, or with --check compares them with what is committed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { generate } from '../src/config/generate.ts'
import { checkConfiguration } from '../src/config/load.ts'
import { readFolder } from '../src/config/read-folder.ts'
import { toHuman } from '../src/config/report.ts'

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const root = process.cwd()
const files = readFolder(root)
const result = checkConfiguration(files)
if (!result.ok) {
  console.error(toHuman(result.problems))
  process.exit(1)
}
let stale = 0
for (const [path, text] of await generate(result.model, files)) {
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
if (values.check && stale === 0) console.log('生成文件均为最新')
process.exitCode = stale ? 1 : 0
