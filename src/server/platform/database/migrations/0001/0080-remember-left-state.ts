// Keeps the state that an item was taken from, so that it can be restored (migration 80).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/**
 * Fills in the state of items that an account other than the owner took offline before. The transition log knows the
 * previous state, and these items have not been changed since.
 */
export async function rememberLeftState(db: Kysely<Schema>): Promise<void> {
  await sql`alter table item add column left_status text`.execute(db)
  await sql`
    update item set left_status = log.from_status
    from transition_log log
    where item.status = 'offline' and item.updated_at <= log.at
      and log.actor is distinct from item.owner_id and log.to_status = 'offline' and log.action = 'offline'
      and log.id = (select max(last.id) from transition_log last where last.item_id = item.id)
      and log.item_id = item.id`.execute(db)
}
