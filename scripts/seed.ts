// Fills a database: with the samples when it is empty, then with volume data for measurements.
import { loadConfiguration } from '#config/pipeline/check-configuration.ts'
import { prepareContent } from '#server/content/content-lifecycle.ts'
import type { Services } from '#server/platform/call.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { addressOf, openDatabase } from '#server/platform/database/open-database.ts'
import { loadSecrets } from '#server/platform/secrets/data-key.ts'
import { readSettings } from '#server/platform/settings.ts'
import { toLine } from '#server/platform/system-error.ts'
import { buildServices } from '#server/services.ts'
import { seedVolume, type Volume } from '#server/transfer/seed/seed-volume.ts'
import { seedWhenEmpty } from '#server/transfer/seed/seed-when-empty.ts'
import type { Model } from '#shared/model/model.ts'
import { readArguments } from './lib/read-arguments.ts'

const USAGE = `用法：npm run seed -- [--items 数量] [--type 内容类型]
空库先写入示例内容；--items 再据示例生成指定数量的条目，默认按示例数量分配到各内容类型。`

async function run(): Promise<void> {
  const { values } = readArguments(USAGE, {
    options: { items: { type: 'string', default: '0' }, type: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help) return console.log(USAGE)
  const items = Number(values.items)
  if (!Number.isSafeInteger(items) || items < 0) throw new Error(`--items 应为不小于 0 的整数\n${USAGE}`)
  const settings = readSettings(process.env)
  const { portal } = settings
  const loaded = await loadConfiguration(portal)
  if (!loaded.ok) throw new Error('配置有误，请先运行 npm run check')
  const volumes = share(loaded.model, items, values.type)
  const database = await openDatabase({
    ...addressOf(settings),
    secrets: loadSecrets(settings),
    log: console.error,
  })
  try {
    await migrate(database.db)
    await fill(buildServices(database, loaded), volumes)
  } finally {
    await database.close()
  }
}

/** Types with few samples would only repeat themselves. */
function share(model: Model, items: number, only: string | undefined): readonly Volume[] {
  const counts = Object.entries(model.samples).map(([type, rows]): [string, number] => [type, rows.length])
  if (only !== undefined) {
    if (!counts.some(([type, count]) => type === only && count > 0))
      throw new Error(`内容类型 ${only} 不存在或没有示例`)
    return [{ type: only, items }]
  }
  const large = counts.filter(([, count]) => count >= 20)
  const total = large.reduce((sum, [, count]) => sum + count, 0)
  let left = items
  return large.map(([type, count], index) => {
    const part = index === large.length - 1 ? left : Math.floor((items * count) / total)
    left -= part
    return { type, items: part }
  })
}

async function fill(services: Services, volumes: readonly Volume[]): Promise<void> {
  const started = performance.now()
  const seconds = (): string => ((performance.now() - started) / 1000).toFixed(1)
  await prepareContent(services)
  const samples = await seedWhenEmpty(services)
  console.log(
    samples > 0 ? `已写入示例内容 ${samples} 条（${seconds()} 秒）` : '数据库已有内容，不再写入示例',
  )
  const total = await seedVolume(services, volumes, ({ type, items }, done) => {
    if (done % 10_000 === 0 || done === items) console.log(`${type}：${done}/${items} 条（${seconds()} 秒）`)
  })
  if (total === 0) return
  console.log('正在整理数据库（VACUUM ANALYZE）…')
  await services.database.vacuumAnalyze()
  console.log(`完成：共写入 ${total} 条，用时 ${seconds()} 秒`)
}

run().catch((error: unknown) => {
  console.error(toLine(error))
  process.exitCode = 1
})
