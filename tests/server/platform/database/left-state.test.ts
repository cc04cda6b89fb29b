// Tests the migration that stores the previous state of items that are offline already.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rememberLeftState } from '#server/platform/database/migrations/0001/0080-remember-left-state.ts'
import { DATABASES, type TestDatabase } from './each-database.ts'

const THEN = new Date('2026-11-01T02:00:00Z')
const LATER = new Date('2026-11-02T02:00:00Z')

/** Each: id, when it was last changed, who took the last step, from which state to which, what it left. */
const ROWS = [
  ['decided', THEN, 'operator', 'adopted', 'offline', 'adopted'],
  ['changed', LATER, 'operator', 'adopted', 'offline', null],
  ['own', THEN, 'author', 'online', 'offline', null],
  ['there', THEN, 'operator', 'online', 'adopted', null],
] as const

describe.each(DATABASES)('migration 0080 (remember the previous state) on $name', ({ isAvailable, open }) => {
  let opened: TestDatabase
  beforeAll(async () => {
    if (isAvailable) opened = await open()
  }, 150_000)
  afterAll(() => opened?.drop())

  test.skipIf(!isAvailable)(
    'stores the state before offline where an operator took it offline and nothing changed since',
    async () => {
      const { db } = opened.handle
      await sql`alter table item drop column left_status`.execute(db)
      for (const [id, updatedAt, actor, fromStatus, status] of ROWS) {
        const item = { id, type: 'note', status, title: id, body: {}, ownerId: 'author', updatedAt }
        await db.insertInto('item').values(item).execute()
        const step = { itemId: id, actor, fromStatus, toStatus: status, at: THEN }
        await db
          .insertInto('transitionLog')
          .values([
            { ...step, action: 'accept', fromStatus: 'online', toStatus: fromStatus },
            { ...step, action: status === 'offline' ? 'offline' : 'accept' },
          ])
          .execute()
      }
      await rememberLeftState(db)
      for (const [id, , , , , expected] of ROWS) {
        const row = await db
          .selectFrom('item')
          .select('leftStatus')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        expect(row.leftStatus, id).toBe(expected)
      }
    },
  )
})
