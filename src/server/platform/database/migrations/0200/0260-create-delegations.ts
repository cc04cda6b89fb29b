// Creates temporary delegations to colleagues, and records the transitions executed on behalf (migration 260).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function createDelegations(db: Kysely<Schema>): Promise<void> {
  await sql`create table delegation (
    id text primary key,
    user_id text not null,
    delegate_id text not null,
    from_day text not null,
    until_day text not null,
    note text,
    created_at timestamptz(3) not null default now(),
    ended_at timestamptz(3),
    told_at timestamptz(3)
  )`.execute(db)
  await sql`create index delegation_delegate on delegation (delegate_id)`.execute(db)
  await sql`create index delegation_user on delegation (user_id)`.execute(db)
  await sql`alter table transition_log add column behalf text`.execute(db)
}
