// Tests the commands backup and restore: equal tables and files, damaged archives are refused.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFileStore } from '#server/files/open-file-store.ts'
import { appendAudit } from '#server/platform/audit/append-audit.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { restoreArchive } from '#server/transfer/backup/restore-archive.ts'
import { writeArchive } from '#server/transfer/backup/write-archive.ts'
import { newPortal } from '../../../../scripts/lib/new-portal.ts'
import { DEMO_PASSWORD } from '../../../browser/support/start-portal.ts'
import { copyFilledData } from '../../../support/filled-data.ts'
import { IS_LONG } from '../../../support/long-run.ts'
import { keepFile } from '../../support/keep-file.ts'
import { smallModel } from '../../support/small-configuration.ts'
import { startProcess } from '../../support/start-process.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { DATABASES, type TestDatabase } from '../database/each-database.ts'
import { makeEarlierSchema } from '../database/earlier-schema.ts'
import { copyMigrated } from '../database/migrated.ts'
import { command, digestFiles, digestTables, type Entry, pack, unpack } from './support.ts'

const folder = mkdtempSync(join(tmpdir(), 'equipnet-backup-'))
const [embedded, server] = DATABASES
const PATIENCE = 240_000
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const fresh = (): string => mkdtempSync(join(folder, 'data-'))

async function use(app: TestApp): Promise<void> {
  const token = await app.signIn('owner', 'unit')
  const headers = { 'idempotency-key': 'once' }
  for (let count = 0; count < 30; count += 1)
    await app.post('/newapi/note/add', { title: `便签 ${count}`, budget: 0.1, tags: ['"', '\\'] }, { token })
  await app.post('/newapi/note/add', { title: '一次' }, { token, headers })
  await keepFile(app, { form: 'registerUnit', field: 'licenseFile', ownerId: 'owner' })
  await app.services.db.insertInto('setting').values({ key: 'nothing', value: 'null' }).execute()
}

/**
 * What a portal with the built-in database is started with. In the long run all samples of the portal's own configuration,
 * on other days the few of a new portal, which the process itself fills in, and a file.
 */
async function fill(data: string): Promise<Readonly<Record<string, string>>> {
  if (IS_LONG) {
    await copyFilledData(data)
    return { DATA_DIR: data }
  }
  const root = fresh()
  newPortal(root)
  await copyMigrated(data)
  const database = await openDatabase({ dataDir: data })
  const portal = { services: database, settings: { dataDir: data } }
  await keepFile(portal, { form: 'article', field: 'pictures', ownerId: 'owner' })
  await database.close()
  return { PORTAL_DIR: root, DATA_DIR: data }
}

/** Of what runs by the clock, which went on after the backup, only how much there is. */
function stopClock({ timer = '', ...others }: Readonly<Record<string, string>>): Record<string, string> {
  return { ...others, timer: timer.split(' ')[0] ?? '' }
}

describe('a running portal with the built-in database', () => {
  test(
    'is backed up while it runs, and restored into an embedded and a PostgreSQL database',
    async () => {
      const [data, archive] = [fresh(), join(folder, 'embedded.tar.gz')]
      const at = await fill(data)
      const portal = await startProcess({ ...at, DEMO_PASSWORD })
      const door = JSON.parse(readFileSync(join(data, 'backup-door.json'), 'utf8')) as { port: number }
      expect(statSync(join(data, 'backup-door.json')).mode & 0o077).toBe(0)
      const without = await fetch(`http://127.0.0.1:${door.port}/`, { method: 'POST' })
      expect(without.status).toBe(403)
      expect(await command('backup', [archive], at)).toMatch(/备份完成并已核对：.*\d+ 行，\d+ 个文件/)
      expect(statSync(archive).mode & 0o077).toBe(0)
      expect(await command('restore', [archive, '--replace'], at)).toContain('正被进程')
      await portal.stop('SIGTERM')
      expect(existsSync(join(data, 'backup-door.json'))).toBe(false)

      const target = fresh()
      // An empty database takes seconds to make: the long run has it made by the command.
      if (!IS_LONG) await copyMigrated(target)
      expect(await command('restore', [archive], { ...at, DATA_DIR: target })).toMatch(
        /恢复完成.*\n审计日志完整/,
      )
      const digest = async (options: Parameters<typeof openDatabase>[0]) => {
        const handle = await openDatabase(options)
        return stopClock(await digestTables(handle.db).finally(() => handle.close()))
      }
      const expected = await digest({ dataDir: data })
      expect(await digest({ dataDir: target })).toEqual(expected)
      expect(digestFiles(target)).toEqual(digestFiles(data))
      expect(Object.keys(digestFiles(target)).length).toBeGreaterThan(0)

      if (!server?.isAvailable) return
      const opened = await server.open()
      await opened.handle.close()
      const moved = fresh()
      const env = { ...at, DATA_DIR: moved, DATABASE_URL: opened.url }
      expect(await command('restore', [archive], env)).toMatch(/恢复完成/)
      expect(await digest({ dataDir: moved, ...(opened.url ? { url: opened.url } : {}) })).toEqual(expected)
      await opened.drop()
    },
    PATIENCE,
  )
})

describe('a running portal on PostgreSQL', () => {
  test.skipIf(!server?.isAvailable)(
    'is backed up and restored with equal tables and files and a valid audit log',
    async () => {
      const [data, archive, target] = [fresh(), join(folder, 'server.tar.gz'), fresh()]
      let url = ''
      const database = {
        ...(server as (typeof DATABASES)[number]),
        open: async (): Promise<TestDatabase> => {
          const opened = await (server as (typeof DATABASES)[number]).open()
          url = opened.url ?? ''
          return opened
        },
      }
      const app = await createTestApp({ model: await smallModel(), database, env: { DATA_DIR: data } })
      await use(app)
      const env = { DATA_DIR: data, DATABASE_URL: url }
      expect(await command('backup', [archive], env)).toContain('备份完成并已核对')
      expect(await command('backup', [archive], env)).toContain('已存在')
      expect(await command('restore', [archive, '--replace'], env)).toContain('请先停止所有门户进程')
      const expected = await digestTables(app.services.db)
      const other = await (server as (typeof DATABASES)[number]).open()
      await other.handle.close()
      const there = { DATA_DIR: target, DATABASE_URL: other.url }
      expect(await command('restore', [archive], there)).toContain('恢复完成')
      expect(await command('restore', [archive], there)).toContain('--replace')
      expect(await command('restore', [archive, '--replace'], there)).toContain('恢复完成')
      expect(await command('audit-verify', [], there)).toMatch(/^审计日志完整/)
      const handle = await openDatabase({ dataDir: target, url: other.url ?? '' })
      expect(await digestTables(handle.db)).toEqual(expected)
      expect(digestFiles(target)).toEqual(digestFiles(data))
      await handle.close()
      await other.drop()
      await app.close()
    },
    PATIENCE,
  )
})

describe('restore of a backup archive', () => {
  const archive = join(folder, 'whole.tar.gz')
  let app: TestApp
  let entries: Entry[]
  let data: string

  beforeAll(async () => {
    data = fresh()
    app = await createTestApp({
      model: await smallModel(),
      ...(embedded ? { database: embedded } : {}),
      env: { DATA_DIR: data },
    })
    await use(app)
    const chunks: Buffer[] = []
    for await (const chunk of writeArchive(app.services.db, app.files)) chunks.push(chunk)
    writeFileSync(archive, gzipSync(Buffer.concat(chunks)))
    entries = await unpack(archive)
  }, PATIENCE)
  afterAll(() => app.close())

  const restore = (file: string) =>
    restoreArchive(file, { database: app.services.database, files: app.files, replace: true })
  const changed = (name: RegExp, change: (text: string) => string): Entry[] =>
    entries.map((entry) =>
      name.test(entry.name) ? { ...entry, content: Buffer.from(change(entry.content.toString())) } : entry,
    )

  const cases: readonly (readonly [string, (file: string) => Promise<void> | void, RegExp])[] = [
    ['cut off', (file) => writeFileSync(file, readFileSync(archive).subarray(0, -200)), /已损坏/],
    [
      'with a flipped bit',
      (file) => {
        const bytes = readFileSync(archive)
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
        writeFileSync(file, bytes)
      },
      /已损坏/,
    ],
    [
      'with another word in a row',
      (file) =>
        pack(
          file,
          changed(/^tables\/item/, (text) => text.replace('便签', '签便')),
        ),
      /已损坏（tables\/item/,
    ],
    [
      'with a part left out',
      (file) =>
        pack(
          file,
          entries.filter(({ name }) => !name.startsWith('tables/item')),
        ),
      /已损坏/,
    ],
    ['without its manifest', (file) => pack(file, entries.slice(0, -1)), /已损坏（文件不完整）/],
    [
      'of a newer format',
      (file) =>
        pack(
          file,
          changed(/^backup/, (text) => text.replace('"version":1', '"version":2')),
          { resum: true },
        ),
      /更新版本/,
    ],
    [
      'of a newer program',
      (file) =>
        pack(
          file,
          changed(/^backup/, (text) => text.replace('"0300-baseline"', '"9999-later"')),
          { resum: true },
        ),
      /更新版本/,
    ],
    [
      'of a program before version 0.1.0',
      (file) =>
        pack(
          file,
          changed(/^backup/, (text) => text.replace('"0300-baseline"', '"0001-create-tables"')),
          { resum: true },
        ),
      /请先用 0\.1\.0 版的程序恢复/,
    ],
    [
      'that is something else',
      (file) => cpSync(join(import.meta.dirname, 'support.ts'), file),
      /已损坏|不是本门户/,
    ],
    // What no checksum can tell: the database itself refuses in the middle.
    [
      'with a row that fits no table',
      (file) =>
        pack(
          file,
          changed(/^tables\/item/, (text) => text.replace('"online"', 'null')),
          { resum: true },
        ),
      /null value|violates/,
    ],
    [
      'that leads out of the folder',
      (file) =>
        pack(
          file,
          [entries[0] as Entry, { name: 'files/../../evil', content: Buffer.from('x') }, ...entries.slice(1)],
          { resum: true },
        ),
      /./,
    ],
  ]
  test.each(cases)(
    'refuses an archive %s, and database and files stay unchanged',
    async (title, damage, message) => {
      const file = join(folder, `${title.replaceAll(' ', '-')}.tar.gz`)
      await damage(file)
      const before = [await digestTables(app.services.db), digestFiles(data)]
      const refused = await restore(file).then(
        () => 'restored',
        (error: Error) => error.message,
      )
      expect(refused).toMatch(message)
      expect(refused).not.toContain('\n')
      expect(refused).not.toBe('restored')
      expect([await digestTables(app.services.db), digestFiles(data)]).toEqual(before)
    },
  )

  test('replaces everything that was written after an intact backup', async () => {
    const before = await digestTables(app.services.db)
    const token = await app.signIn('later', 'unit')
    await app.post('/newapi/note/add', { title: '后来的便签' }, { token })
    await keepFile(app, { form: 'registerUnit', field: 'licenseFile', ownerId: 'later' })
    const { audit } = await restore(archive)
    expect(audit.ok).toBe(true)
    expect(await digestTables(app.services.db)).toEqual(before)
    expect(Object.keys(digestFiles(data))).toHaveLength(1)
  })

  test('takes over an archive of version 0.1.0', async () => {
    const earlier = await openDatabase({ dataDir: 'memory://' })
    await makeEarlierSchema(earlier.db)
    const row = { id: 'one', type: 'note', status: 'online', title: '标题', body: { title: '标题' } }
    await earlier.db.insertInto('item').values(row).execute()
    await appendAudit(
      earlier.db,
      { actor: null, action: 'note.add', target: 'one', result: 'ok' },
      new Date(),
    )
    const file = join(folder, 'earlier.tar.gz')
    const chunks: Buffer[] = []
    for await (const chunk of writeArchive(earlier.db, await openFileStore({ dataDir: fresh() })))
      chunks.push(chunk)
    writeFileSync(file, gzipSync(Buffer.concat(chunks)))
    await earlier.close()
    // Making it is an entry too.
    expect((await restore(file)).audit).toEqual({ ok: true, entries: 2, unchained: 0 })
    const { db } = app.services
    expect(await db.selectFrom('item').select(['id', 'type', 'status', 'title', 'body']).execute()).toEqual([
      row,
    ])
    expect(await migrate(db)).toEqual([])
  })
})
