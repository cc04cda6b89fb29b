// Creates notices, the preferred channels of each account, and pending external deliveries (migration 151).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

const STATEMENTS = [
  // `cause` identifies the event. An account is notified of an event only once, so a deleted notice stays until the
  // event cannot recur.
  `create table notice (
    id text primary key,
    user_id text not null,
    template text not null,
    kind text not null,
    title text not null,
    content text not null,
    item_type text,
    item_id text,
    params jsonb,
    cause text not null,
    read_at timestamptz(3),
    deleted_at timestamptz(3),
    created_at timestamptz(3) not null default now(),
    unique (user_id, cause)
  )`,
  `create index notice_of_user on notice (user_id, created_at desc, id desc) where deleted_at is null`,
  `create index notice_unread on notice (user_id) where read_at is null and deleted_at is null`,
  `create index notice_created on notice (created_at)`,
  `create index notice_due_cause on notice (cause) where cause like 'due:%'`,
  `create table notice_setting (
    user_id text primary key,
    sms jsonb not null,
    mail jsonb not null,
    email text,
    updated_at timestamptz(3) not null default now()
  )`,
  // Rows go when they were sent.
  `create table delivery (
    id text primary key,
    account_id text not null,
    channel text not null,
    address text not null,
    title text not null,
    content text not null,
    attempts int not null default 0,
    due_at timestamptz(3) not null
  )`,
  `create index delivery_due on delivery (due_at)`,
]

export async function createNotices(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
