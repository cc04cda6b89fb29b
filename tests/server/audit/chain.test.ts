// Owns the cases of the audit log: appended to only, and every tampering is found.
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appendAudit } from '../../../src/server/audit/append-audit.ts'
import { verifyAudit } from '../../../src/server/audit/verify-audit.ts'
import type { DatabaseHandle } from '../../../src/server/database/database-handle.ts'
import { DATABASE } from '../support/test-app.ts'

const COUNT = 60
let handle: DatabaseHandle
let drop: () => Promise<void>

beforeEach(async () => {
  const opened = await DATABASE.open()
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
afterEach(() => drop())

/** What somebody with the database's own password might do. */
async function tamper(statement: string): Promise<void> {
  await sql`alter table audit disable trigger audit_is_append_only`.execute(handle.db)
  await sql.raw(statement).execute(handle.db)
  await sql`alter table audit enable trigger audit_is_append_only`.execute(handle.db)
}

const any = `(select id from audit where position = 1 limit 1)`
const last = `(select max(id) from audit)`

describe('the audit log', () => {
  test('written side by side is whole', async () => {
    expect(await verifyAudit(handle.db)).toEqual({ ok: true, entries: COUNT, unchained: 0 })
    const lanes = await handle.db.selectFrom('audit').select('lane').distinct().execute()
    expect(lanes.length).toBeGreaterThan(4)
  })
  test.each(['update audit set actor = null', 'delete from audit', 'truncate audit'])(
    'refuses %s',
    async (statement) => {
      await expect(sql.raw(statement).execute(handle.db)).rejects.toThrow(/only ever appended to/)
      expect((await verifyAudit(handle.db)).ok).toBe(true)
    },
  )
  test.each([
    ['a changed actor', `update audit set actor = 'x' where id = ${any}`],
    ['a changed time', `update audit set at = at + interval '1 second' where id = ${any}`],
    ['a changed result', `update audit set result = 'refused' where id = ${any}`],
    ['a changed detail', `update audit set detail = '{"z":2}' where id = ${any}`],
    ['a removed detail', `update audit set detail = null where id = ${any}`],
    ['a missing entry', `delete from audit where id = ${any}`],
    ['a missing last entry', `delete from audit where id = ${last}`],
    ['an entry slipped in', `insert into audit (action, result) values ('trial', 'ok')`],
    ['an entry taken out of the chain', `update audit set lane = null, hash = null where id = ${last}`],
  ])('%s is found', async (_, statement) => {
    await tamper(statement)
    expect((await verifyAudit(handle.db)).ok).toBe(false)
  })
  test('an entry of a failed transaction leaves no gap', async () => {
    const failing = handle.db.transaction().execute(async (transaction) => {
      await appendAudit(transaction, { actor: null, action: 'trial', result: 'ok' }, new Date())
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await verifyAudit(handle.db)).toEqual({ ok: true, entries: COUNT, unchained: 0 })
  })
})
