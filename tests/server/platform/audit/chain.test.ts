// Tests the hash chain of the audit log: append-only, every tampering is detected.
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appendAudit } from '#server/platform/audit/append-audit.ts'
import { verifyAudit } from '#server/platform/audit/verify-audit.ts'
import type { DatabaseHandle } from '#server/platform/database/database-handle.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { DATABASES } from '../database/each-database.ts'

const COUNT = 60
const DONE = new Error('rolled back')

describe.each(DATABASES)('the audit log on $name', ({ isAvailable, open }) => {
  let handle: DatabaseHandle
  let drop: () => Promise<void>

  beforeAll(async () => {
    if (!isAvailable) return
    const opened = await open()
    handle = opened.handle
    drop = opened.drop
    const entries = Array.from({ length: COUNT }, (_, index) =>
      appendAudit(
        handle.db,
        { actor: `a${index}`, action: 'trial', result: 'ok', detail: { z: 1, a: ['é', { y: null, b: 2 }] } },
        new Date(Date.UTC(2026, 0, 5, 0, 0, 0, index)),
      ),
    )
    await Promise.all(entries)
  })
  afterAll(() => drop?.())

  /** What somebody with the database's own password might do; undone afterwards. */
  async function tamper(statement: string, look: (db: Kysely<Schema>) => Promise<void>): Promise<void> {
    const work = handle.db.transaction().execute(async (transaction) => {
      await sql`alter table audit disable trigger audit_is_append_only`.execute(transaction)
      await sql`alter table audit drop constraint audit_is_chained`.execute(transaction)
      await sql.raw(statement).execute(transaction)
      await look(transaction)
      throw DONE
    })
    await expect(work).rejects.toBe(DONE)
  }

  const rowAt = (position: string) =>
    handle.db
      .selectFrom('audit')
      .select(['id', 'lane', 'position'])
      .where('lane', '=', sql<number>`(select min(lane) from audit where position = 3)`)
      .where('position', '=', sql<number>`${sql.raw(position)}`)
      .executeTakeFirstOrThrow()

  test.skipIf(!isAvailable)(
    'written in parallel is complete, with one unbroken chain for each lane',
    async () => {
      expect(await verifyAudit(handle.db)).toEqual({ ok: true, entries: COUNT, unchained: 0 })
      const lanes = await handle.db.selectFrom('audit').select('lane').distinct().execute()
      expect(lanes.length).toBeGreaterThan(4)
      const heads = await handle.db.selectFrom('auditHead').select('position').execute()
      expect(heads.reduce((sum, { position }) => sum + position, 0)).toBe(COUNT)
    },
  )

  test.skipIf(!isAvailable).each(['update audit set actor = null', 'delete from audit', 'truncate audit'])(
    'refuses %s',
    async (statement) => {
      await expect(sql.raw(statement).execute(handle.db)).rejects.toThrow(/only ever appended to/)
      expect((await verifyAudit(handle.db)).ok).toBe(true)
    },
  )

  test.skipIf(!isAvailable).each([
    ['a changed actor', `actor = 'x'`],
    ['a changed action', `action = 'other'`],
    ['a changed target', `target = 'x'`],
    ['a changed address', `address = '10.0.0.1'`],
    ['a changed time', `at = at + interval '1 second'`],
    ['a changed result', `result = 'refused'`],
    ['a changed detail', `detail = '{"z":2}'`],
    ['a removed detail', `detail = null`],
    ['a changed hash', `hash = repeat('0', 64)`],
  ])('reports %s with the id of its row', async (_, change) => {
    const row = await rowAt('2')
    await tamper(`update audit set ${change} where id = ${row.id}`, async (db) =>
      expect(await verifyAudit(db)).toEqual({ ok: false, ...row, reason: '内容或次序与校验值不符' }),
    )
  })

  test.skipIf(!isAvailable)('reports the position of a removed entry', async () => {
    const { id, lane, position } = await rowAt('2')
    await tamper(`delete from audit where id = ${id}`, async (db) =>
      expect(await verifyAudit(db)).toEqual({ ok: false, id: null, lane, position, reason: '缺少这一条' }),
    )
  })
  test.skipIf(!isAvailable)('reports the position of a removed last entry', async () => {
    const last = '(select max(position) from audit as other where other.lane = audit.lane)'
    const { id, lane, position } = await rowAt(last)
    await tamper(`delete from audit where id = ${id}`, async (db) =>
      expect(await verifyAudit(db)).toMatchObject({ ok: false, lane, position }),
    )
  })
  test.skipIf(!isAvailable)('reports the first of two entries that exchanged positions', async () => {
    const [first, second] = [await rowAt('1'), await rowAt('2')]
    const swap = `update audit set position = 0 where id = ${first.id};
      update audit set position = 1 where id = ${second.id};
      update audit set position = 2 where id = ${first.id}`
    await tamper(`do $$ begin ${swap}; end $$`, async (db) =>
      expect(await verifyAudit(db)).toMatchObject({ ok: false, id: second.id, position: 1 }),
    )
  })
  test.skipIf(!isAvailable).each([
    ['without a place', `insert into audit (action, result) values ('trial', 'ok')`],
    [
      'in a lane of its own',
      `insert into audit (action, result, lane, position) values ('trial', 'ok', 99, 1)`,
    ],
    ['before the first', `insert into audit (action, result, lane, position) values ('trial', 'ok', 0, 0)`],
    [
      'with a place but no right hash',
      `insert into audit (action, result, lane, position, hash) select 'trial', 'ok', 0, position + 1, hash
       from audit_head where lane = 0`,
    ],
  ])('reports an entry inserted %s with the id of its row', async (_, statement) => {
    await tamper(statement, async (db) => {
      const { id } = await db
        .selectFrom('audit')
        .select(({ fn }) => fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
      expect(await verifyAudit(db)).toMatchObject({ ok: false, id })
    })
  })
  test.skipIf(!isAvailable)('does not verify after an entry was removed from the chain', async () => {
    const { id } = await rowAt('2')
    await tamper(`update audit set lane = null, hash = null where id = ${id}`, async (db) =>
      expect((await verifyAudit(db)).ok).toBe(false),
    )
  })

  test.skipIf(!isAvailable)('refuses an entry without a position in the chain', async () => {
    const insert = sql`insert into audit (action, result) values ('trial', 'ok')`.execute(handle.db)
    await expect(insert).rejects.toThrow(/audit_is_chained/)
  })

  test.skipIf(!isAvailable)('has no gap after a failed transaction that had written an entry', async () => {
    const failing = handle.db.transaction().execute(async (transaction) => {
      await appendAudit(transaction, { actor: null, action: 'trial', result: 'ok' }, new Date())
      throw DONE
    })
    await expect(failing).rejects.toBe(DONE)
    expect(await verifyAudit(handle.db)).toEqual({ ok: true, entries: COUNT, unchained: 0 })
  })
})
