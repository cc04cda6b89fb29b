// Tests the audit log of a portal in use: verified by command, sealed after a faulty version.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { appendAudit } from '#server/platform/audit/append-audit.ts'
import { digestUnchained, SEAL, verifyAudit } from '#server/platform/audit/verify-audit.ts'
import type { DatabaseHandle } from '#server/platform/database/database-handle.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import type { Model } from '#shared/model/model.ts'
import { BRIEF } from '../../../../scripts/lib/brief-process.ts'
import { ROOT, smallModel } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { type DatabaseCase, ONE_DATABASE } from '../database/each-database.ts'
import { copyMigrated } from '../database/migrated.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'equipnet-in-use-'))
const model: Promise<Model> = smallModel()
const SIDE_BY_SIDE = 12
/** Starts a command, and makes a database on disk. */
const PATIENCE = 180_000
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the command needs to find the same database; the built-in one lies on disk. */
interface Place {
  readonly database: DatabaseCase
  readonly env: Record<string, string>
}

function onDisk(): Place {
  const dataDir = mkdtempSync(join(folder, 'data-'))
  const open = async () => {
    await copyMigrated(dataDir)
    const handle = await openDatabase({ dataDir })
    return { handle, url: undefined, drop: () => handle.close() }
  }
  const database = { name: 'PGlite', isAvailable: true, isEmbedded: true, open }
  return { database, env: { DATA_DIR: dataDir } }
}

function onServer(server: DatabaseCase): Place {
  const env: Record<string, string> = {}
  const open = async () => {
    const opened = await server.open()
    if (opened.url) env.DATABASE_URL = opened.url
    return opened
  }
  return { database: { ...server, open }, env }
}

async function verify(env: Record<string, string>) {
  const command = [...BRIEF, 'dist/server/audit-verify.js']
  const options = { cwd: ROOT, env: { PATH: process.env.PATH, ...env } }
  const done = await run(process.execPath, command, options).catch(
    (error) => error as { stderr: string; stdout: string },
  )
  return done.stdout + done.stderr
}

async function use(app: TestApp): Promise<void> {
  const [owner, boss] = [await app.signIn('owner', 'unit'), await app.signIn('boss', 'operator')]
  const add = async (key?: string, title = '新的便签') => {
    const headers = key === undefined ? {} : { 'idempotency-key': key }
    const answer = await app.post<{ id: string }>('/newapi/note/add', { title }, { token: owner, headers })
    expect(answer.code).toBe(0)
    return answer.data.id
  }
  const first = await add()
  expect((await app.get(`/newapi/note/delete?id=${first}`, { token: owner })).code).toBe(0)
  const second = await add('once')
  expect(await add('once')).toBe(second)
  await app.get(`/newapi/note/like?id=${second}`, { token: boss })
  await app.post('/newapi/note/comment', { dataId: second, content: '看到了' }, { token: boss })
  await app.post('/newapi/sys/login', { username: 'owner', password: 'wrong' })
  // Adding, changing and deleting must neither wait for one another in a circle nor break the chain.
  await Promise.all(
    Array.from({ length: SIDE_BY_SIDE }, async (_, index) => {
      const id = await add(undefined, `便签 ${index}`)
      const body = { id, title: '改过的便签', revision: 1 }
      expect((await app.post('/newapi/note/update', body, { token: owner })).code).toBe(0)
      expect((await app.get(`/newapi/note/delete?id=${id}`, { token: owner })).code).toBe(0)
    }),
  )
}

describe.each(ONE_DATABASE)('the audit log of a portal in use on $name', (server) => {
  test.skipIf(!server.isAvailable)(
    'is verified by the command audit-verify after parallel adds, updates and deletes',
    async () => {
      const { database, env } = server.isEmbedded ? onDisk() : onServer(server)
      const app = await createTestApp({ model: await model, database })
      await use(app)
      const { count } = await app.services.db
        .selectFrom('audit')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('action', '=', 'note.add')
        .executeTakeFirstOrThrow()
      expect(count).toBe(2 + SIDE_BY_SIDE)
      // The built-in database is for one process at a time; a server's is looked at while the portal runs.
      if (server.isEmbedded) await app.close()
      expect(await verify(env)).toMatch(/^审计日志完整：\d+ 条已校验\n$/)
      if (!server.isEmbedded) await app.close()
    },
    PATIENCE,
  )
})

describe.each(ONE_DATABASE)(
  'audit entries that a faulty version wrote outside the chain, on $name',
  (server) => {
    /** Some older than the chain, some in it, some past it. */
    async function openFaulty(): Promise<{ handle: DatabaseHandle; drop(): Promise<void> }> {
      const { handle, drop } = await server.open()
      const { db } = handle
      await sql`alter table audit drop constraint audit_is_chained`.execute(db)
      const write = (action: string) =>
        sql`insert into audit (actor, action, target, result) values ('a', ${action}, 't', 'ok')`.execute(db)
      const chain = (action: string, detail = {}) =>
        appendAudit(db, { actor: 'a', action, result: 'ok', detail }, new Date())
      await write('old')
      await chain('chained')
      await write('note.add')
      await chain('chained')
      await write('note.add')
      expect((await verifyAudit(db)).ok).toBe(false)
      await chain(SEAL, await digestUnchained(db))
      return { handle, drop }
    }

    test.skipIf(!server.isAvailable)(
      'are covered by their seal, so that any change of them is detected',
      async () => {
        const { handle, drop } = await openFaulty()
        const { db } = handle
        expect(await verifyAudit(db)).toEqual({ ok: true, entries: 3, unchained: 3 })

        await sql`alter table audit disable trigger audit_is_append_only`.execute(db)
        const tamperings = [
          `update audit set actor = 'b' where action = 'old'`,
          `update audit set at = at - interval '1 day' where action = 'note.add'`,
          `delete from audit where action = 'old'`,
          `delete from audit where lane is null`,
          `insert into audit (id, action, result) values (-5, 'old', 'ok')`,
          `insert into audit (action, result) values ('late', 'ok')`,
          `delete from audit where action = 'audit.seal'`,
        ]
        for (const statement of tamperings) {
          const trial = db.transaction().execute(async (transaction) => {
            await sql.raw(statement).execute(transaction)
            expect([statement, (await verifyAudit(transaction)).ok]).toEqual([statement, false])
            throw new Error('undo')
          })
          await expect(trial).rejects.toThrow('undo')
        }
        expect((await verifyAudit(db)).ok).toBe(true)
        await drop()
      },
    )
  },
)
