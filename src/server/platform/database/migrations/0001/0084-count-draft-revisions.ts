// Owns the eighty-fourth migration: how often a draft was kept, so that changes are made to what their author saw.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function countDraftRevisions(db: Kysely<Schema>): Promise<void> {
  await sql`alter table draft add column revision integer not null default 1`.execute(db)
}
