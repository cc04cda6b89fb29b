// Reads the recorded changes of published items in the order of the stream, and numbers those that are new.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { every, type Task } from '#server/platform/scheduler/task.ts'

export interface RecordedChange {
  readonly position: number
  readonly itemId: string
  readonly itemType: string
  readonly fromStatus: string | null
  readonly toStatus: string | null
  readonly at: Date
}

/** A place in the stream that outlasts a restored backup: a position is used again, its time is not. */
export interface StreamPlace {
  readonly position: number
  readonly at: Date
}

const COUNTER = 'item-change'
const BATCH = 1_000
const DAYS_KEPT = 7
const DAY_MS = 86_400_000

/**
 * Gives positions to the changes that were committed since. The locked counter lets one process number at a time, so
 * what is numbered later stands later, whatever order the writes were begun in. Returns how many were numbered.
 */
export async function numberChanges(db: Kysely<Schema>): Promise<number> {
  const waits = await db
    .selectFrom('itemChange')
    .select('id')
    .where('position', 'is', null)
    .limit(1)
    .execute()
  if (waits.length === 0) return 0
  return db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('counter')
      .values({ name: COUNTER, value: 0 })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    const { value } = await transaction
      .selectFrom('counter')
      .select('value')
      .where('name', '=', COUNTER)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const { rows } = await sql<{ n: number }>`
      with waiting as (
        select id, row_number() over (order by id) as place
        from (select id from item_change where position is null order by id limit ${BATCH}) oldest
      ), numbered as (
        update item_change set position = ${value}::bigint + waiting.place from waiting where item_change.id = waiting.id
        returning 1
      ) select count(*)::int as n from numbered`.execute(transaction)
    const count = rows[0]?.n ?? 0
    await transaction
      .updateTable('counter')
      .set({ value: value + count })
      .where('name', '=', COUNTER)
      .execute()
    return count
  })
}

/** The place after all that is numbered. */
export async function findEnd(db: Kysely<Schema>): Promise<number> {
  const row = await db.selectFrom('counter').select('value').where('name', '=', COUNTER).executeTakeFirst()
  return row?.value ?? 0
}

export async function readChanges(
  db: Kysely<Schema>,
  after: number,
  limit: number,
): Promise<readonly RecordedChange[]> {
  const rows = await db
    .selectFrom('itemChange')
    .select(['position', 'itemId', 'itemType', 'fromStatus', 'toStatus', 'at'])
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows as readonly RecordedChange[] // a compared position is not null
}

/** Returns false where the change is no longer recorded, or was another one. */
export async function isRecorded(db: Kysely<Schema>, { position, at }: StreamPlace): Promise<boolean> {
  const row = await db
    .selectFrom('itemChange')
    .select('at')
    .where('position', '=', position)
    .executeTakeFirst()
  return row?.at.getTime() === at.getTime()
}

/** Deletes what nobody resumes from any more. */
export const forgetChangesTask: Task = {
  name: 'changes.forget',
  next: every(DAY_MS),
  run: async ({ services: { db, clock } }) => {
    const oldest = new Date(clock().getTime() - DAYS_KEPT * DAY_MS)
    await db.deleteFrom('itemChange').where('at', '<', oldest).execute()
  },
}
