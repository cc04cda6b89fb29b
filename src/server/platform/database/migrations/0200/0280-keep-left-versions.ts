// Keeps the snapshot that others read when access to an item was closed, once the item is edited (migration 280).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/** The table starts empty, because the earlier content of edited items is not known. */
export async function keepLeftVersions(db: Kysely<Schema>): Promise<void> {
  await sql`
    create table left_version (
      item_id text primary key,
      title text not null,
      body jsonb not null,
      revision int not null
    )`.execute(db)
}
