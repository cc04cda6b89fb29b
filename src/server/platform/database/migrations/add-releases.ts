// Adds the tables of releases: their items, their configuration files, and links to look at them before.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function addReleases(db: Kysely<Schema>): Promise<void> {
  await sql`create table release (
    id text primary key,
    title text not null,
    note text not null default '',
    state text not null,
    planned_at timestamptz(3),
    author_id text references account (id) on delete set null,
    scheduled_by text references account (id) on delete set null,
    problem text,
    published_at timestamptz(3),
    revision integer,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`.execute(db)
  await sql`create index release_planned on release (planned_at) where state = 'arranged'`.execute(db)
  await sql`create table release_item (
    release_id text not null references release (id) on delete cascade,
    item_id text not null references item (id) on delete cascade,
    action text not null,
    title text not null,
    to_status text not null,
    revision integer not null,
    change integer,
    added_by text not null,
    added_at timestamptz(3) not null,
    undo jsonb,
    primary key (release_id, item_id)
  )`.execute(db)
  await sql`create index release_item_item on release_item (item_id)`.execute(db)
  await sql`create table release_file (
    release_id text not null references release (id) on delete cascade,
    path text not null,
    base text,
    text text,
    added_by text not null,
    added_at timestamptz(3) not null,
    before text,
    after text,
    primary key (release_id, path)
  )`.execute(db)
  await sql`create table release_link (
    id text primary key,
    release_id text references release (id) on delete cascade,
    digest text not null unique,
    layer jsonb,
    title text not null,
    role text,
    created_by text not null,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    revoked_at timestamptz(3),
    opened_at timestamptz(3)
  )`.execute(db)
  await sql`create index release_link_release on release_link (release_id)`.execute(db)
}
