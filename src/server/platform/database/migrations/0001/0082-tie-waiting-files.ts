// Ties an uploaded file that waits for its form to the browser that sent it (migration 82).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/**
 * Files that are waiting already have no browser, so they cannot be read. A client that knows the id can still submit
 * one; otherwise it is deleted within a day.
 */
export async function tieWaitingFiles(db: Kysely<Schema>): Promise<void> {
  await sql`alter table file add column visitor text`.execute(db)
}
