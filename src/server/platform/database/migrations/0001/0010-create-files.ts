// Creates the metadata of uploaded files (migration 10). Their bytes are stored in the data folder.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function createFiles(db: Kysely<Schema>): Promise<void> {
  await sql`create table file (
    id text primary key,
    owner_id text,
    form text not null,
    field text not null,
    name text not null,
    kind text not null,
    size bigint not null,
    digest text not null,
    created_at timestamptz(3) not null default now()
  )`.execute(db)
  await sql`create index file_owner on file (owner_id)`.execute(db)
  await sql`create index file_waiting on file (created_at) where owner_id is null`.execute(db)
}
