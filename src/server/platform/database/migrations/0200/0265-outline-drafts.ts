// Owns the two hundred and sixty-fifth migration: what a form asked when a draft of it was kept.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function outlineDrafts(db: Kysely<Schema>): Promise<void> {
  await sql`alter table draft add column outline jsonb`.execute(db)
}
