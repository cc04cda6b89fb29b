// Runs `npm run rename`, which renames a type, page, field, code, state, role or path in all files, and `npm run impact`, which
// lists its references.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { portalFolder } from '#config/load/portal-folder.ts'
import { readFolder } from '#config/load/read-folder.ts'
import { loadConfiguration } from '#config/pipeline/check-configuration.ts'
import { recordModelOf } from '#config/records/record-model.ts'
import { type Plan, planRename } from '#config/tools/plan-rename.ts'
import { toHuman } from '#config/tools/problem-report.ts'
import { renameSteps, toWrittenStep } from '#config/tools/rename-steps.ts'
import { findDefinition, parseThing, type RenameTarget, THINGS } from '#config/tools/rename-target.ts'
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
不写 --apply 只列出要改的地方。写了则改动文件（排版不变），并写好 schemas/migrations/ 中的迁移。`

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
if (['type', 'page', 'role'].includes(kind) && findDefinition(files, { ...thing, name: to }))
  refuse(`已有 ${to}`)
const plan = planRename(files, thing, to)
if (!plan) refuse(`配置中没有 ${from}`)
if (values.impact) printUses(plan)
else rename(plan, thing)

function printUses({ edits, left }: Plan): void {
  const [definition, ...uses] = edits
  console.log(`${from} 定义于 ${definition?.file}:${definition?.line}，共 ${uses.length} 处引用`)
  for (const { file, line, before } of uses) console.log(`${file}:${line} ${before}`)
  const others = left.map(({ file, line }) => `${file}:${line}`)
  if (others.length > 0) console.log(`另有 ${others.length} 处相关：${[...new Set(others)].join('、')}`)
}

function rename({ files, edits, left, model }: Plan, what: RenameTarget): void {
  for (const { file, line, before, after } of edits)
    console.log(`${file}:${line}\n  - ${before}\n  + ${after}`)
  console.log(`共 ${edits.length} 处，${files.size} 个文件`)
  if (left.length > 0) {
    console.error(`改名之后配置仍有错误，须手工处理，文件没有改动：\n${toHuman(left)}`)
    process.exitCode = 1
    return
  }
  if (values.apply && model && loaded.ok) {
    const models = { before: recordModelOf(loaded.model), after: recordModelOf(model) }
    apply(files, renameSteps(what, to, models).map(toWrittenStep))
  } else console.log('以上是计划，文件没有改动。执行请加 --apply')
}

function apply(files: Plan['files'], steps: readonly object[]): void {
  for (const [path, text] of files) {
    if (text === null) rmSync(join(root, path))
    else write(path, text)
  }
  writeMigration(steps)
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** One of its own: those that were applied do not change. */
function writeMigration(steps: readonly object[]): void {
  const day = new Date().toISOString().slice(0, 10)
  const name = `${day}-${kind}-${to}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')
  const path = [name, ...Array.from({ length: 99 }, (_, index) => `${name}-${index + 2}`)]
    .map((one) => `schemas/migrations/${one}.json`)
    .find((one) => !existsSync(join(root, one)))
  if (!path) refuse(`schemas/migrations/ 中已有同名的迁移 ${name}`)
  const $schema = `../${languageFolder()}migration.schema.json`
  const migration = { $schema, title: `${from} 改名为 ${to}`, steps }
  write(path, `${JSON.stringify(migration, null, 2)}\n`)
  console.log(`已改名，并写好迁移 ${path}。试算：npm run migrate；执行：npm run migrate -- --apply`)
}

/**
 * Returns the path to the language as another file of the portal refers to it. The migration file is one folder
 * deeper.
 */
function languageFolder(): string {
  const site = readFileSync(join(root, 'pages-config', 'site.json'), 'utf8')
  return /"\$schema":\s*"(.*)site\.schema\.json"/.exec(site)?.[1] ?? '../schemas/config/'
}
