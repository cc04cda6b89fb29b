// Keeps with each draft the outline of its form at the time of saving (migration 265).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function outlineDrafts(db: Kysely<Schema>): Promise<void> {
  await sql`alter table draft add column outline jsonb`.execute(db)
}
