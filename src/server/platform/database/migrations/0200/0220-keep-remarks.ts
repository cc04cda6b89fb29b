// Keeps the field comments of a transition (migration 220).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function keepRemarks(db: Kysely<Schema>): Promise<void> {
  await sql`alter table transition_log add column remarks jsonb`.execute(db)
}
