// Creates messages between accounts, and the state of each side's copy (migration 152).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

const STATEMENTS = [
  // `addressed` is how the receivers were named: a person, an organisation, a kind of users.
  `create table message (
    id text primary key,
    thread_id text not null,
    sender_id text not null,
    addressed text not null,
    kind text not null,
    title text not null,
    content text not null,
    attachments jsonb not null,
    sender_deleted_at timestamptz(3),
    created_at timestamptz(3) not null default now()
  )`,
  `create index message_sent on message (sender_id, created_at desc, id desc) where sender_deleted_at is null`,
  `create index message_thread on message (thread_id)`,
  `create table message_copy (
    message_id text not null,
    user_id text not null,
    read_at timestamptz(3),
    deleted_at timestamptz(3),
    primary key (message_id, user_id)
  )`,
  `create index message_copy_user on message_copy (user_id, message_id) where deleted_at is null`,
  `create index message_copy_unread on message_copy (user_id) where read_at is null and deleted_at is null`,
]

export async function createMessages(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
