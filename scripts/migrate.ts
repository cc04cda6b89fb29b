// Runs `npm run migrate`: tries pending migrations, applies them, reverts the last one, lists applied ones, or prints
// archived records.
import { loadConfiguration } from '#config/pipeline/check-configuration.ts'
import { toHuman } from '#config/tools/problem-report.ts'
import { planLines } from '#server/configuration/migration/describe-problem.ts'
import { runMigrationGuard } from '#server/configuration/migration/migration-guard.ts'
import { printArchive } from '#server/configuration/migration/print-archive.ts'
import { undoLast } from '#server/configuration/migration/undo-run.ts'
import { openData } from '#server/open-data.ts'
import type { Services } from '#server/platform/call.ts'
import { DataLockedError } from '#server/platform/database/pglite/data-lock.ts'
import { readSettings } from '#server/platform/settings.ts'
import { toLine } from '#server/platform/system-error.ts'
import type { Model } from '#shared/model/model.ts'
import { readArguments } from './lib/read-arguments.ts'

const USAGE = `用法：npm run migrate              试算 schemas/migrations/ 中尚未执行的迁移，不作任何改动
      npm run migrate -- --apply   执行
      npm run migrate -- --undo    撤回最近一次执行的迁移
      npm run migrate -- --list    列出执行过的迁移
      npm run migrate -- --archive 逐行输出归档的内容（JSON）
使用内置数据库须先停止门户；使用 PostgreSQL 无须停止。
门户正在运行时也可不用本命令：把门户打印的确认码写入迁移文件的 "confirmed"，门户随即执行。`

const { values } = readArguments(USAGE, {
  options: {
    dry: { type: 'boolean', default: false },
    apply: { type: 'boolean', default: false },
    undo: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    archive: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

async function run(): Promise<void> {
  if (values.help) return console.log(USAGE)
  const settings = readSettings(process.env)
  const { services, close } = await openData(settings, async (layer) => {
    const loaded = await loadConfiguration(settings.portal, layer)
    if (!loaded.ok) throw new Error(`配置有误，请先运行 npm run check：\n${toHuman(loaded.problems)}`)
    return loaded.model
  })
  try {
    if (values.list) return await list(services)
    if (values.archive) return await printArchive(services.db, (line) => console.log(line))
    if (values.undo) return await undo(services, services.model())
    await migrate(services, services.model(), settings.portal)
  } finally {
    await close()
  }
}

async function migrate(services: Services, model: Model, root: string): Promise<void> {
  const options = { root, isConfirmed: true, isTrial: !values.apply || values.dry }
  const { problems, runs } = await runMigrationGuard(services, model, options)
  for (const one of runs) {
    console.log(`迁移“${one.migration.title}”（${one.migration.name}，确认码 ${one.migration.code}）`)
    for (const line of planLines(one)) console.log(`  ${line}`)
  }
  if (problems.length > 0) {
    console.error(`不能执行，没有任何改动：\n${toHuman(problems)}`)
    process.exitCode = 1
  } else if (runs.length === 0) console.log('没有要执行的迁移，配置与已有的内容相符')
  else if (options.isTrial)
    console.log(
      '以上为试算，没有任何改动。执行：npm run migrate -- --apply，或在文件中写入 "confirmed": "确认码"',
    )
  else console.log('已执行。撤回：npm run migrate -- --undo')
}

async function undo(services: Services, model: Model): Promise<void> {
  const undone = await undoLast(services, model)
  if (!undone) return console.log('没有可以撤回的迁移')
  const kept = undone.kept > 0 ? `；${undone.kept} 处之后又有改动，保留现值` : ''
  console.log(
    `已撤回迁移“${undone.title}”（${undone.name}），恢复 ${undone.restored} 条${kept}。启动门户之前，请把配置改回，并删去该迁移文件`,
  )
}

async function list({ db }: Services): Promise<void> {
  const rows = await db.selectFrom('recordRun').selectAll().orderBy('no').execute()
  if (rows.length === 0) console.log('没有执行过迁移')
  for (const { name, title, appliedAt, undoneAt, records } of rows) {
    const undone = undoneAt ? `，${undoneAt.toISOString()} 撤回` : ''
    const how = records === null ? '（门户建立时已有，无须执行）' : ''
    console.log(`${appliedAt.toISOString()} ${name} ${title}${how}${undone}`)
  }
}

run().catch((error: unknown) => {
  console.error(toLine(error))
  if (error instanceof DataLockedError)
    console.error(
      '门户正在运行时，由门户执行迁移：它打印试算的结果与确认码，在迁移文件中写入 "confirmed": "确认码" 后随即执行。要用本命令，请先停止门户',
    )
  process.exitCode = 1
})
