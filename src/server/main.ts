// Owns the start and the end of a server process.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toHuman } from '../config/report.ts'
import { ensureDemoAccounts, ensureOperator, newPassword } from './accounts/first-accounts.ts'
import { buildApp } from './app.ts'
import { ConfigurationError, ConfigurationSource } from './configuration/configuration-source.ts'
import { ensureIndexes } from './content/ensure-indexes.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open-database.ts'
import { seedWhenEmpty } from './seed/seed-when-empty.ts'
import { buildServices } from './services.ts'
import { readSettings, SettingError } from './settings.ts'

const DRAIN_LIMIT = 9_000

/** The project's root: the nearest folder above this file that holds package.json. */
function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

async function start(): Promise<void> {
  const started = performance.now()
  const settings = readSettings(process.env)
  const root = findRoot()
  const source = await ConfigurationSource.open(root)
  const database = await openDatabase({
    ...(settings.databaseUrl ? { url: settings.databaseUrl } : {}),
    dataDir: settings.dataDir,
    log: (line) => console.error(line),
    onStorageError: (error) => {
      console.error(`数据库存储出错，服务停止：${error.message}`)
      process.exit(1)
    },
  })
  await migrate(database.db)
  const services = await buildServices(database, source)
  await ensureIndexes(services.db, source.model)
  const lines: string[] = []
  if (settings.demo) {
    const password = settings.demoPassword ?? newPassword()
    const names = await ensureDemoAccounts(services.db, password)
    lines.push(`演示账号：${names.join('、')}`, `演示密码：${password}`)
  } else {
    const password = await ensureOperator(services.db)
    if (password) lines.push(`首次启动已创建运营账号 operator，一次性密码：${password}（请登录后立即修改）`)
  }
  if (settings.demo) await seedWhenEmpty(services)
  const app = await buildApp({ services, source, settings, portalFolder: join(root, 'dist', 'portal') })
  source.on('swapped', (model) => {
    console.log(`配置已更新（${model.hash}）`)
    void ensureIndexes(services.db, model).catch((error: unknown) => console.error('建立索引失败', error))
  })
  source.on('refused', (problems) => console.error(`配置有误，仍使用上一次的配置：\n${toHuman(problems)}`))
  if (!settings.production) source.watch()
  await app.listen({ port: settings.port, host: settings.host })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : settings.port
  console.log(`\n应急装备信息网已启动：http://localhost:${port}`)
  for (const line of lines) console.log(line)
  console.log(`数据库：${database.kind === 'postgres' ? 'PostgreSQL' : `内置（${settings.dataDir}）`}，启动用时 ${((performance.now() - started) / 1000).toFixed(1)} 秒`)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), DRAIN_LIMIT).unref()
    source.close()
    await app.close()
    await database.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}

start().catch((error: unknown) => {
  if (error instanceof ConfigurationError) console.error(`配置有误，未启动：\n${toHuman(error.problems)}`)
  else if (error instanceof SettingError) console.error(error.message)
  else console.error(error instanceof Error && error.message ? error.message : error)
  process.exit(1)
})
