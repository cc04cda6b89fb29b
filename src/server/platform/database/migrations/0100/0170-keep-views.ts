// Keeps the items that an account has viewed, and the folders of its collection (migration 170).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function keepViews(db: Kysely<Schema>): Promise<void> {
  await sql`create table view_record (
    user_id text not null,
    item_id text not null,
    times int not null default 1,
    viewed_at timestamptz(3) not null,
    primary key (user_id, item_id)
  )`.execute(db)
  await sql`create index view_record_newest on view_record (user_id, viewed_at desc)`.execute(db)
  await sql`create table collect_folder (
    id text primary key,
    user_id text not null,
    name text not null,
    created_at timestamptz(3) not null default now(),
    unique (user_id, name)
  )`.execute(db)
  await sql`alter table reaction
    add column folder_id text references collect_folder (id) on delete set null`.execute(db)
  await sql`create index reaction_folder on reaction (folder_id) where folder_id is not null`.execute(db)
}
