// Owns the two hundred and eightieth migration: what others read of an item when it was closed to them, kept once it is edited.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/** Empty: of what was edited before, nobody knows any more how it was. */
export async function keepLeftVersions(db: Kysely<Schema>): Promise<void> {
  await sql`
    create table left_version (
      item_id text primary key,
      title text not null,
      body jsonb not null,
      revision int not null
    )`.execute(db)
}
