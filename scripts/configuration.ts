// Runs `npm run config:export`, which writes what was published into the files, and `npm run config:import`, which
// publishes files.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Kysely } from 'kysely'
import { applyLayer } from '#config/load/layer/apply-layer.ts'
import { readFolder } from '#config/load/read-folder.ts'
import { loadConfiguration } from '#config/pipeline/check-configuration.ts'
import { toHuman } from '#config/tools/problem-report.ts'
import { ConfigurationSource } from '#server/configuration/configuration-source.ts'
import { withTexts } from '#server/configuration/store/drafts.ts'
import { toEditable } from '#server/configuration/store/editable-files.ts'
import { publish } from '#server/configuration/store/publish.ts'
import { loadPublished } from '#server/configuration/store/published.ts'
import { openData } from '#server/open-data.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { readSettings, type Settings } from '#server/platform/settings.ts'
import { toLine } from '#server/platform/system-error.ts'
import type { Model } from '#shared/model/model.ts'
import { readArguments } from './lib/read-arguments.ts'
import { withData } from './lib/with-data.ts'

const USAGE = `用法：npm run config:export [-- --to 文件夹]     把已发布的配置写入门户的文件（或另一文件夹），列出写了哪些
      npm run config:import [-- --from 文件夹]   发布门户的文件（或另一文件夹的文件）：与之不同的已发布配置不再使用
使用内置数据库须先停止门户；使用 PostgreSQL 无须停止。`

const { values, positionals } = readArguments(USAGE, {
  options: {
    to: { type: 'string' },
    from: { type: 'string' },
    words: { type: 'string', default: '由命令发布文件' },
    help: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

/** The files alone: what was published over them may be what is to be replaced. */
async function loadFiles({ portal }: Settings): Promise<Model> {
  const loaded = await loadConfiguration(portal)
  if (!loaded.ok) throw new Error(`配置有误，请先运行 npm run check：\n${toHuman(loaded.problems)}`)
  return loaded.model
}

async function exportTo(db: Kysely<Schema>, portal: string, folder: string): Promise<void> {
  const { layer, revision } = await loadPublished(db)
  const { files, conflicts } = applyLayer(readFolder(portal), layer)
  const written = readFolder(folder)
  const changed = Object.keys(layer).filter((path) => files.get(path) !== written.get(path))
  for (const path of changed) {
    const text = files.get(path)
    const file = join(folder, path)
    if (text === undefined) rmSync(file, { force: true })
    else {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    console.log(`${text === undefined ? '已删除' : '已写入'} ${path}`)
  }
  for (const { file, path } of conflicts)
    console.warn(`${file} 的 ${path.join('/')} 与文件不一致，写入的是发布的值`)
  console.log(
    changed.length === 0 ? '文件与已发布的配置相同' : `共 ${changed.length} 个文件（第 ${revision} 版）`,
  )
}

async function importFrom(settings: Settings, folder: string): Promise<void> {
  const { services, close } = await openData(settings, () => loadFiles(settings))
  try {
    const source = ConfigurationSource.of(services.model(), settings.portal)
    const theirs = readFolder(folder)
    const call = { services, caller: null, request: { id: '', address: '' } }
    const { revision, files } = await publish(call, source, {
      action: 'configuration.import',
      words: values.words,
      isDecision: true,
      isCommand: true,
      build: (served) => {
        const paths = new Set([...theirs.keys(), ...served.files.keys(), ...served.base.keys()])
        const changed = [...paths].filter((path) => toEditable(path) && !theirs.borrowed?.has(path))
        return withTexts(served, new Map(changed.map((path) => [path, theirs.get(path) ?? null])))
      },
    })
    for (const id of files) console.log(`已发布 ${id.replaceAll('~', '/')}`)
    console.log(files.length === 0 ? '没有不同的文件' : `共 ${files.length} 个文件（第 ${revision} 版）`)
  } finally {
    await close()
  }
}

async function run(): Promise<void> {
  const [what] = positionals
  const settings = readSettings(process.env)
  const folder = resolve(values.to ?? values.from ?? settings.portal)
  if (values.help) console.log(USAGE)
  else if (what === 'export') withData((db) => exportTo(db, settings.portal, folder))
  else if (what !== 'import') throw new Error(USAGE)
  else if (existsSync(folder)) await importFrom(settings, folder)
  else throw new Error(`没有文件夹 ${folder}`)
}

run().catch((error: unknown) => {
  console.error(toLine(error))
  process.exitCode = 1
})
