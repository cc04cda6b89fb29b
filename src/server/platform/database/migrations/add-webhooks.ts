// Adds the tables of webhooks: targets, and what is delivered to them.
import { type Kysely, sql } from 'kysely'
import { CREATED } from '#server/platform/database/baseline/column-types.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'

const STATEMENTS = [
  `create table webhook (
    id text primary key,
    name text not null,
    url text not null,
    events jsonb not null,
    secret text not null,
    previous_secret text,
    previous_until timestamptz(3),
    failures int not null default 0,
    paused_at timestamptz(3),
    created_at ${CREATED},
    updated_at ${CREATED}
  )`,
  // A sequence numbers the events, since clocks of processes differ.
  `create table webhook_delivery (
    id text primary key,
    webhook_id text not null references webhook on delete cascade,
    position bigserial,
    event text not null,
    item_type text,
    item_id text,
    cause text not null,
    state text not null default 'queued',
    attempts int not null default 0,
    due_at timestamptz(3) not null,
    attempted_at timestamptz(3),
    took int,
    status int,
    answer text,
    failure text,
    created_at ${CREATED},
    unique (webhook_id, event, cause)
  )`,
  `create index webhook_delivery_waiting on webhook_delivery (webhook_id, position) where state = 'queued'`,
  `create index webhook_delivery_created on webhook_delivery (created_at)`,
]

export async function addWebhooks(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
