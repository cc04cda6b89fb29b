// Marks the files that are known to be referenced, so that the others can be deleted (migration 71).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function markAttachedFiles(db: Kysely<Schema>): Promise<void> {
  await sql`alter table file add column attached boolean not null default false`.execute(db)
  await sql`create index file_unattached on file (created_at) where not attached`.execute(db)
  // It found the ones without an owner only.
  await sql`drop index file_waiting`.execute(db)
}
