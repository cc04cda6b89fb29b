// Counts the revisions of a draft, so that changes apply to the revision that their author saw (migration 84).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function countDraftRevisions(db: Kysely<Schema>): Promise<void> {
  await sql`alter table draft add column revision integer not null default 1`.execute(db)
}
