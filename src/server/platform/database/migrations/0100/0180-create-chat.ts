// Creates conversations of two accounts with messages, read positions and presence (migration 180).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function createChat(db: Kysely<Schema>): Promise<void> {
  // Two people have one conversation: `low` is the smaller of their ids.
  await sql`create table chat (
    id text primary key,
    low text not null,
    high text not null,
    last_seq int not null default 0,
    last_at timestamptz(3),
    created_at timestamptz(3) not null default now(),
    unique (low, high),
    check (low < high)
  )`.execute(db)
  await sql`create table chat_member (
    chat_id text not null,
    account_id text not null,
    other_id text not null,
    read_seq int not null default 0,
    unread int not null default 0,
    blocks boolean not null default false,
    primary key (account_id, chat_id)
  )`.execute(db)
  await sql`create table chat_message (
    chat_id text not null,
    seq int not null,
    author text not null,
    client_id text not null,
    kind text not null,
    content text not null,
    file_id text,
    item_type text,
    item_id text,
    created_at timestamptz(3) not null,
    primary key (chat_id, seq),
    unique (chat_id, author, client_id)
  )`.execute(db)
  await sql`create index chat_message_file on chat_message (file_id) where file_id is not null`.execute(db)
  await sql`create index chat_message_author on chat_message (author)`.execute(db)
  await sql`create table chat_report (
    chat_id text not null,
    seq int not null,
    reporter text not null,
    reason text not null,
    content text,
    created_at timestamptz(3) not null,
    settled_at timestamptz(3),
    settled_by text,
    primary key (chat_id, seq, reporter)
  )`.execute(db)
  await sql`create index chat_report_open on chat_report (created_at desc) where settled_at is null`.execute(
    db,
  )
  await sql`create table presence (
    account_id text not null,
    process_id text not null,
    seen_at timestamptz(3) not null,
    primary key (account_id, process_id)
  )`.execute(db)
  await sql`create index presence_seen on presence (seen_at)`.execute(db)
}
