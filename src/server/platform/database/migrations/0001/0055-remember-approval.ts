// Keeps the approved revision of an item that its owner takes offline (migration 55).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/** Empty for what is offline already: it goes through review once more. */
export async function rememberApproval(db: Kysely<Schema>): Promise<void> {
  await sql`alter table item add column approved_revision int`.execute(db)
}
