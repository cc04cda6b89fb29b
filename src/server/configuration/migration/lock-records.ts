// Owns keeping everybody from writing records while they are changed as a whole.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/** Nobody writes meanwhile what would be missed. */
export async function lockRecords(db: Kysely<Schema>): Promise<void> {
  await sql`lock table item, pending_version, left_version, draft, account, transition_log in share row exclusive mode`.execute(
    db,
  )
}
