// Runs `npm run rename`, which renames a type, page, field, code, state, role or path in all files, and `npm run impact`, which
// lists its references.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { portalFolder } from '#config/load/portal-folder.ts'
import { readFolder } from '#config/load/read-folder.ts'
import { loadConfiguration } from '#config/pipeline/check-configuration.ts'
import { MIGRATIONS_FOLDER } from '#config/records/describe-change.ts'
import { generatePortalTypes, PORTAL_TYPES } from '#config/tools/generate.ts'
import { toHuman } from '#config/tools/problem-report.ts'
import { type Plan, planRename } from '#config/tools/rename/plan-rename.ts'
import { findDefinition, parseThing, type RenameTarget, THINGS } from '#config/tools/rename/rename-target.ts'
import { findMentions } from './lib/own-code.ts'
import { readArguments } from './lib/read-arguments.ts'

const USAGE = `用法：npm run rename -- type|page|field|code|state|role|path 原名 新名 [--apply]
      npm run impact -- type|page|field|code|state|role|path 原名
例如：npm run rename -- field demand.budget price
      npm run rename -- code demandUrgency.1 urgent
      npm run rename -- state moderated.online published
      npm run rename -- page demand/list demand/all
      npm run rename -- type demand need
      npm run rename -- role supplier vendor
      npm run rename -- path /demand-list /demands
不写 --apply 只列出要改的地方。写了则改动文件（排版不变），并写好 schemas/migrations/ 中的迁移。
门户自己的代码（handlers/、widgets/）不改动，只列出写有原名的地方。`

/** New names that no file uses, for `npm run impact`. */
const NOBODY: Readonly<Record<string, string>> = { page: 'nobody/nowhere', path: '/nobody-nowhere' }

function refuse(message: string): never {
  console.error(message)
  process.exit(1)
}

const { values, positionals } = readArguments(USAGE, {
  options: { apply: { type: 'boolean', default: false }, impact: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [kind = '', from = '', to = values.impact ? (NOBODY[kind] ?? 'nobodyNowhere') : ''] = positionals
const thing = parseThing(kind, from)
if (!thing || to === '')
  refuse(THINGS.includes(kind as RenameTarget['kind']) ? `名称不完整：${from}\n${USAGE}` : USAGE)
const root = portalFolder(process.env, process.cwd())
const loaded = await loadConfiguration(root)
if (!loaded.ok) refuse(`配置有误，请先运行 npm run check：\n${toHuman(loaded.problems)}`)
const files = readFolder(root)
if (!values.impact && findDefinition(files, { ...thing, name: to })) refuse(`已有 ${to}`)
const plan = planRename(files, thing, to, new Date().toISOString().slice(0, 10))
if (!plan) refuse(`配置中没有 ${from}`)
if (values.impact) printUses(plan, thing)
else await rename(plan, thing)

function printUses({ edits, left }: Plan, what: RenameTarget): void {
  const [definition, ...uses] = edits
  console.log(`${from} 定义于 ${definition?.file}:${definition?.line}，共 ${uses.length} 处引用`)
  for (const { file, line, before } of uses) console.log(`${file}:${line} ${before}`)
  const others = left.map(({ file, line }) => `${file}:${line}`)
  if (others.length > 0) console.log(`另有 ${others.length} 处相关：${[...new Set(others)].join('、')}`)
  printMentions(what)
}

/** Code may mean something else by the same word, so people look. */
function printMentions(what: RenameTarget): void {
  const mentions = findMentions(root, what)
  if (mentions.length === 0) return
  const changed = values.impact ? '' : '改名不改动代码，'
  console.log(`门户自己的代码有 ${mentions.length} 处写有 ${what.name}，${changed}请逐处查看：`)
  for (const { file, line, text } of mentions) console.log(`${file}:${line} ${text}`)
}

async function rename(made: Plan, what: RenameTarget): Promise<void> {
  const { edits, files: changes, left, migration } = made
  for (const { file, line, before, after } of edits)
    console.log(`${file}:${line}\n  - ${before}\n  + ${after}`)
  const changed = [...changes.keys()].filter((path) => !path.startsWith(MIGRATIONS_FOLDER))
  console.log(`共 ${edits.length} 处，${changed.length} 个文件`)
  printMentions(what)
  if (left.length > 0) {
    const named = [...new Set(left.map(({ file }) => file))].join('、')
    console.error(
      `不能改名，文件没有改动：改名之后仍有 ${left.length} 处错误，在 ${named}。\n${toHuman(left)}\n请按提示先改好这些地方再改名；操作由程序提供、名称固定的，不能改名`,
    )
    process.exitCode = 1
    return
  }
  if (!values.apply) return console.log('以上是计划，文件没有改动。执行请加 --apply')
  for (const [path, text] of changes) {
    if (text === null) rmSync(join(root, path))
    else write(path, text)
  }
  if (made.model && existsSync(join(root, PORTAL_TYPES)))
    for (const [path, text] of await generatePortalTypes(made.model)) {
      write(path, text)
      console.log(`已更新 ${path}`)
    }
  if (!migration) return console.log('已改名，已有的内容不受影响，无须迁移')
  const path = `${MIGRATIONS_FOLDER}${migration.name}.json`
  console.log(`已改名，并写好迁移 ${path}，已有的内容要随之改名：
  门户正在运行：在该文件中写入 "confirmed": "${migration.code}"，门户随即执行
  门户没有运行，或使用 PostgreSQL：也可用 npm run migrate 试算，npm run migrate -- --apply 执行`)
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
