// Locks the tables of records against writes while all records are changed.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/** Locks the tables, so that the change misses no record written meanwhile. */
export async function lockRecords(db: Kysely<Schema>): Promise<void> {
  await sql`lock table item, pending_version, left_version, draft, account, transition_log in share row exclusive mode`.execute(
    db,
  )
}
