// Creates the pending changes of approved items (migration 56).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function createPendingVersions(db: Kysely<Schema>): Promise<void> {
  await sql`
    create table pending_version (
      item_id text primary key,
      status text not null,
      author text not null,
      body jsonb not null,
      base_revision int not null,
      revision int not null,
      reason text,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )`.execute(db)
  await sql`create index pending_version_status on pending_version (status, updated_at)`.execute(db)
}
