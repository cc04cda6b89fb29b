// Owns the two hundred and twentieth migration: what was said with a step about single fields, by field.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function keepRemarks(db: Kysely<Schema>): Promise<void> {
  await sql`alter table transition_log add column remarks jsonb`.execute(db)
}
