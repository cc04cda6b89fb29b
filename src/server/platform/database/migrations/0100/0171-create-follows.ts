// Creates follows (migration 171).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function createFollows(db: Kysely<Schema>): Promise<void> {
  await sql`create table follow (
    id text primary key,
    user_id text not null,
    kind text not null,
    place text not null,
    query text not null default '',
    title text not null,
    mode text not null default 'now',
    created_at timestamptz(3) not null default now(),
    unique (user_id, kind, place, query)
  )`.execute(db)
  await sql`create index follow_place on follow (kind, place)`.execute(db)
}
