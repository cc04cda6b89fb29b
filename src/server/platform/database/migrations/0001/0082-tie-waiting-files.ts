// Owns the eighty-second migration: which browser a file came from that waits for its form.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/** What waits already has no browser: nobody reads it; whoever knows its id hands it in, or it is swept within a day. */
export async function tieWaitingFiles(db: Kysely<Schema>): Promise<void> {
  await sql`alter table file add column visitor text`.execute(db)
}
