// Starts and stops a server process.
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { toHuman } from '#config/tools/problem-report.ts'
import { buildApp } from './app.ts'
import {
  ConfigurationError,
  ConfigurationSource,
  type Published,
} from './configuration/configuration-source.ts'
import { passMigrationGuard } from './configuration/migration/migration-guard.ts'
import { loadPortalCode, portalCodeLoader } from './configuration/portal-code.ts'
import { loadPublished } from './configuration/store/published.ts'
import { watchConfigurationFiles } from './configuration/watch-configuration.ts'
import { prepareContent, stopContent } from './content/content-lifecycle.ts'
import { renewVectors } from './content/indexes/renew-vectors.ts'
import { Renewal } from './content/indexes/renewal.ts'
import type { FileStore } from './files/file-store.ts'
import { openFileStore } from './files/open-file-store.ts'
import {
  ensureDemoAccounts,
  ensureOperator,
  newPassword,
  retireDemoAccounts,
} from './identity/accounts/first-accounts.ts'
import { fillDirectories } from './identity/directory/fill-directory.ts'
import type { Services } from './platform/call.ts'
import type { DatabaseHandle } from './platform/database/database-handle.ts'
import { migrate } from './platform/database/migrate.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { watchUnhandledRejections } from './platform/health/unhandled-rejections.ts'
import { Scheduler } from './platform/scheduler/scheduler.ts'
import { loadSecrets } from './platform/secrets/data-key.ts'
import { readSettings, requirePublicUrl, type Settings } from './platform/settings.ts'
import { toLine } from './platform/system-error.ts'
import type { Tracing } from './platform/tracing/tracing.ts'
import { buildServices } from './services.ts'
import { buildTasks } from './tasks.ts'
import { openBackupSocket } from './transfer/backup/backup-socket.ts'
import { writeArchive } from './transfer/backup/write-archive.ts'
import { seedWhenEmpty } from './transfer/seed/seed-when-empty.ts'

/** Process managers wait ten seconds after the stop signal before they kill. */
const DRAIN_LIMIT = 9_000
/** PostgreSQL may be starting beside us. */
const DATABASE_PATIENCE = 30_000

/**
 * Collects garbage once the heap is 1.3 times what was alive: some 40 MB less under load, at the same speed. Set once
 * the portal listens, since the start itself would collect more often.
 */
const HEAP_GROWTH = '--heap-growing-percent=30'

async function start(): Promise<void> {
  const settings = readSettings(process.env)
  requirePublicUrl(settings)
  const tracing = await startTracing(settings)
  const files = await openFileStore(settings)
  await files.check()
  const { source, database } = await openBoth(settings, tracing)
  const services = buildServices(database, source, settings)
  const lines = await fill(services, settings, files)
  const code = await loadPortalCode(settings.portal)
  source.setCode(code, settings.production ? undefined : portalCodeLoader(settings.portal, code))
  const app = await buildApp({ services, source, settings, tracing, files })
  const closeBackupSocket = await listenForBackups(services, settings, files)
  follow(source, services)
  const stopWatching = settings.production ? () => {} : watch(source)
  await app.listen({ port: settings.port, host: settings.host })
  setFlagsFromString(HEAP_GROWTH)
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : settings.port
  console.log(`\n${source.model.site.name}已启动：${settings.publicUrl ?? `http://localhost:${port}`}`)
  if (settings.publicUrl !== null) console.log(`监听端口：${port}`)
  for (const line of lines) console.log(line)
  reportWarnings(source)
  const renewal = new Renewal(services)
  source.on('swapped', () => renewal.begin())
  renewal.begin()
  const onError = (task: string, error: unknown) =>
    console.error(`定时任务 ${task} 失败，稍后再试：${toLine(error)}`)
  const schedulers = buildTasks(settings, source).map((tasks) => new Scheduler(services, tasks, { onError }))
  for (const scheduler of schedulers) scheduler.start()
  const storage = database.kind === 'postgres' ? 'PostgreSQL' : `内置数据库（${settings.dataDir}）`
  if (settings.filesS3)
    console.log(`上传的文件存放在 ${settings.filesS3.endpoint} 的存储桶 ${settings.filesS3.bucket}`)
  console.log(`数据保存在 ${storage}，启动用时 ${(process.uptime()).toFixed(1)} 秒`)
  onStopSignal(async () => {
    stopWatching()
    await Promise.all(schedulers.map((scheduler) => scheduler.stop()))
    await closeBackupSocket()
    await app.close()
    await renewal.stop()
    await stopContent(services)
    await database.close()
    await tracing?.stop()
  })
}

/** The packages of OpenTelemetry take time and memory, so they are loaded only where traces are wanted. */
async function startTracing({ tracesUrl, trustProxy }: Settings): Promise<Tracing | undefined> {
  if (tracesUrl === null) return undefined
  const { startTracing } = await import('./platform/tracing/start-tracing.ts')
  return startTracing({ url: tracesUrl, trustProxy })
}

/** A server's database is backed up past us; the built-in one only we may open. */
async function listenForBackups(
  { database }: Services,
  { dataDir }: Settings,
  files: FileStore,
): Promise<() => Promise<void>> {
  if (database.kind !== 'pglite') return async () => undefined
  return openBackupSocket(dataDir, () => writeArchive(database.db, files))
}

/** At once, since the embedded database starts in a thread of its own while the configuration is read here. */
async function openBoth(
  settings: Settings,
  tracing: Tracing | undefined,
): Promise<{ source: ConfigurationSource; database: DatabaseHandle }> {
  const opening = open(settings, tracing)
  opening.catch(() => undefined)
  const published = opening.then(({ db }) => loadPublished(db))
  published.catch(() => undefined)
  try {
    const source = await openConfiguration(settings, published)
    return { source, database: await opening }
  } catch (error) {
    if (error instanceof ConfigurationError) await explainPublished(published)
    await opening.then(
      (database) => database.close(),
      () => undefined,
    )
    throw error
  }
}

/** Files that are valid by themselves may not fit what was published over them. */
async function explainPublished(published: Promise<Published>): Promise<void> {
  const { revision, layer } = await published
  const paths = Object.keys(layer)
  if (paths.length > 0)
    console.error(
      `文件之上有网页上发布的第 ${revision} 版配置：${paths.join('、')}。请修改文件使二者相符；要以文件为准，请运行 npm run config:import`,
    )
}

/**
 * Opens the compiled model that is cached in production. Where changed files are watched, only the parsed parts are
 * cached.
 */
function openConfiguration(
  { portal, production, dataDir }: Settings,
  published: Promise<Published>,
): Promise<ConfigurationSource> {
  return production
    ? ConfigurationSource.openKept(portal, join(dataDir, 'configuration.cache'), published)
    : ConfigurationSource.open(portal, published)
}

async function open(settings: Settings, tracing: Tracing | undefined): Promise<DatabaseHandle> {
  return openDatabase({
    ...(settings.databaseUrl ? { url: settings.databaseUrl } : {}),
    ...(settings.listenUrl ? { listenUrl: settings.listenUrl } : {}),
    ...(settings.readUrl ? { readUrl: settings.readUrl } : {}),
    isPrepared: settings.preparesStatements,
    dataDir: settings.dataDir,
    poolSize: settings.databaseConnections,
    patience: DATABASE_PATIENCE,
    secrets: loadSecrets(settings),
    ...(tracing ? { trace: tracing.traceStatement } : {}),
    log: (line) => console.error(line),
    onStorageError: (error) => {
      console.error(`数据无法保存，服务停止：${error.message}`)
      process.exit(1)
    },
  })
}

/** Brings the database to what the program and its configuration need; answers what to tell the operator. */
async function fill(services: Services, settings: Settings, files: FileStore): Promise<string[]> {
  await migrate(services.db)
  await requirePassage(services, settings)
  await prepareContent(services)
  const lines = warnOfKey(settings)
  if (settings.demo) {
    const password = settings.demoPassword ?? newPassword()
    const names = await ensureDemoAccounts(services, password, { isLinked: settings.sso.url === null })
    lines.push('演示模式：以下账号仅供试用', `演示账号：${names.join('、')}`, `演示密码：${password}`)
  } else {
    await retireDemoAccounts(services)
    const first = await ensureOperator(services)
    if (first)
      lines.push(
        `已创建${first.title}账号 ${first.userName}，一次性密码：${first.password}（只显示这一次，请登录后修改）`,
      )
  }
  // Samples bring vectors as they should be, so an empty database has nothing to renew afterwards.
  if (await hasNoItems(services)) await renewVectors(services)
  const folder = join(settings.portal, 'schemas', 'samples', 'files')
  const count = settings.demo ? await seedWhenEmpty(services, { store: files, folder }) : 0
  if (count > 0) lines.push(`数据库是空的，已填入 ${count} 条示例内容`)
  const entries = await fillDirectories(services)
  if (entries > 0) lines.push(`已为 ${entries} 个账号建立名录条目`)
  return lines
}

/** Before anything is made for the configuration: one that would lose records changes nothing. */
async function requirePassage(services: Services, { portal }: Settings): Promise<void> {
  const problems = await passMigrationGuard(services, services.model(), { root: portal })
  if (problems.length > 0) throw new ConfigurationError(problems)
}

/** Several machines would each make a key of their own. */
function warnOfKey({ production, databaseUrl, dataKeys, dataDir }: Settings): string[] {
  if (!production || databaseUrl === null || dataKeys.length > 0) return []
  const file = join(dataDir, 'data.key')
  return [
    `注意：没有设置 DATA_KEY，身份证号等信息由 ${file} 中的密钥加密；使用同一数据库的所有进程必须用同一密钥。备份不含该密钥，请另行妥善保存`,
  ]
}

async function hasNoItems({ db }: Services): Promise<boolean> {
  return (await db.selectFrom('item').select('id').limit(1).executeTakeFirst()) === undefined
}

function reportWarnings({ warnings }: ConfigurationSource): void {
  if (warnings.length > 0) console.warn(`配置有 ${warnings.length} 个警告：\n${toHuman(warnings)}`)
}

function reportConflicts({ conflicts }: ConfigurationSource): void {
  if (conflicts.length === 0) return
  const named = [...new Set(conflicts.map(({ file }) => file))].join('、')
  console.warn(`部署与发布的配置有 ${conflicts.length} 处不一致，使用发布的值，请在管理页面处理：${named}`)
}

/** A publication changes the model as a file does. */
function follow(source: ConfigurationSource, services: Services): void {
  reportConflicts(source)
  source.on('swapped', (model) => {
    const { revision } = source.published
    console.log(`配置已更新（${model.hash.slice(0, 12)}${revision > 0 ? `，第 ${revision} 版` : ''}）`)
    reportWarnings(source)
    reportConflicts(source)
    prepareContent(services).catch((error: unknown) => console.error('未能为新配置建立索引：', error))
    fillDirectories(services).catch((error: unknown) => console.error('未能补建名录条目：', error))
  })
  source.on('mended', () => console.log('配置已恢复正确'))
  source.on('refused', (problems) => console.error(`配置有误，仍使用上一次的配置：\n${toHuman(problems)}`))
}

function watch(source: ConfigurationSource): () => void {
  source.on('renewed', () => console.log('门户的 handlers 已更新'))
  return watchConfigurationFiles(source, (error) => console.error('未能监视配置文件：', error))
}

function onStopSignal(stop: () => Promise<void>): void {
  let isStopping = false
  const handle = (): void => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), DRAIN_LIMIT).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error('停止时出错：', error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, handle)
}

watchUnhandledRejections((line) => console.error(line))
start().catch((error: unknown) => {
  if (error instanceof ConfigurationError)
    console.error(`配置有误，服务没有启动：\n${toHuman(error.problems)}`)
  else console.error(toLine(error))
  process.exit(1)
})
