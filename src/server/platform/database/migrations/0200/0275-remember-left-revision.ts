// Keeps the revision of an item that others read when access was closed (migration 275).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/** Empty for what is closed already, and stays readable to its applicants as it was. */
export async function rememberLeftRevision(db: Kysely<Schema>): Promise<void> {
  await sql`alter table item add column left_revision int`.execute(db)
}
