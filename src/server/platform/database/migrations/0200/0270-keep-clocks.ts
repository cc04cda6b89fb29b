// Creates the timers of items, and records the items that transitions have created from them (migration 270).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function keepClocks(db: Kysely<Schema>): Promise<void> {
  await sql`create table item_clock (
    item_id text not null references item (id) on delete cascade,
    name text not null,
    ran double precision not null default 0,
    since timestamptz(3),
    primary key (item_id, name)
  )`.execute(db)
  await sql`create index item_clock_since on item_clock (name, since) where since is not null`.execute(db)
  await sql`create table item_origin (
    source_id text not null references item (id) on delete cascade,
    cause text not null,
    item_id text not null,
    primary key (source_id, cause)
  )`.execute(db)
}
