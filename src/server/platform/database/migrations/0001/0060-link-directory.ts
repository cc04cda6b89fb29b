// Links an account to the directory entry that its registration leads to (migration 60).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function linkDirectory(db: Kysely<Schema>): Promise<void> {
  await sql`alter table account add column directory_id text`.execute(db)
  await sql`create index account_directory on account (directory_id) where directory_id is not null`.execute(
    db,
  )
}
