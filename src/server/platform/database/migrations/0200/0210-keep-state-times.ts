// Keeps the time since which an item has been in its state (migration 210).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/** The log knows it of what has moved; the others are as they were made. */
export async function keepStateTimes(db: Kysely<Schema>): Promise<void> {
  await sql`alter table item add column status_since timestamptz`.execute(db)
  await sql`
    update item set status_since = log.at
    from (select item_id, to_status, max(at) as at from transition_log where from_status <> to_status group by 1, 2) log
    where log.item_id = item.id and log.to_status = item.status`.execute(db)
}
