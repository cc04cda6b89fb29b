// Limits the list of words that the search index has not merged yet (migration 225).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/**
 * Every search reads that list from beginning to end: at the 4 MB that PostgreSQL allows, a rare word took seven
 * times as long after a thousand new items as before them.
 */
export async function boundPendingWords(db: Kysely<Schema>): Promise<void> {
  await sql`alter index item_search set (gin_pending_list_limit = 128)`.execute(db)
}
