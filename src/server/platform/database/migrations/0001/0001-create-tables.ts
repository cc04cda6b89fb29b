// Creates all tables of the portal (migration 1).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/** Milliseconds, cut and not rounded, so that no row is ever from the future. */
const NOW = `timestamptz(3) not null default date_trunc('milliseconds', now())`

const STATEMENTS = [
  `create table item (
    id text primary key,
    type text not null,
    status text not null,
    owner_id text,
    parent_id text,
    category text,
    region text,
    title text not null,
    body jsonb not null,
    search tsvector,
    view_count int not null default 0,
    like_count int not null default 0,
    comment_count int not null default 0,
    revision int not null default 1,
    published_at timestamptz(3),
    created_at ${NOW},
    updated_at ${NOW}
  )`,
  `create index item_list on item (type, status, published_at desc, id desc)`,
  `create index item_owner on item (owner_id, type)`,
  `create index item_parent on item (parent_id, type) where parent_id is not null`,
  `create index item_search on item using gin (search)`,

  `create table comment (
    id text primary key,
    item_id text not null,
    item_type text not null,
    owner_id text not null,
    reply_to text,
    body text not null,
    like_count int not null default 0,
    status text not null default 'online',
    created_at ${NOW}
  )`,
  `create index comment_item on comment (item_id, created_at desc)`,

  `create table reaction (
    user_id text not null,
    target_kind text not null,
    target_id text not null,
    kind text not null,
    created_at ${NOW},
    primary key (user_id, target_kind, target_id, kind)
  )`,

  `create table draft (
    user_id text not null,
    form text not null,
    key text not null,
    body jsonb not null,
    version int not null,
    updated_at ${NOW},
    primary key (user_id, form, key)
  )`,

  `create table account (
    id text primary key,
    user_name text not null unique,
    password_hash text not null,
    role text not null,
    name text not null,
    mobile text,
    status text not null default 'active',
    black boolean not null default false,
    failed_count int not null default 0,
    locked_until timestamptz(3),
    created_at ${NOW},
    updated_at ${NOW}
  )`,

  `create table session (
    token_hash text primary key,
    account_id text not null,
    created_at ${NOW},
    last_seen_at ${NOW},
    user_agent text,
    address text
  )`,
  `create index session_account on session (account_id)`,

  `create table idempotency (
    user_id text not null,
    operation text not null,
    key text not null,
    status int not null,
    answer jsonb not null,
    created_at ${NOW},
    primary key (user_id, operation, key)
  )`,

  `create table audit (
    id bigserial primary key,
    at ${NOW},
    actor text,
    action text not null,
    target text,
    result text not null,
    address text,
    request_id text,
    detail jsonb
  )`,

  `create table content_version (type text primary key, version bigint not null)`,

  `create table transition_log (
    id bigserial primary key,
    item_id text not null,
    actor text not null,
    action text not null,
    from_status text not null,
    to_status text not null,
    reason text,
    at ${NOW}
  )`,
  `create index transition_log_item on transition_log (item_id)`,

  `create table setting (key text primary key, value jsonb not null)`,

  `create table counter (name text primary key, value bigint not null)`,
]

export async function createTables(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
