// Creates timers: scheduled tasks, executed by the process that claims them (migration 150).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function createTimers(db: Kysely<Schema>): Promise<void> {
  // An expired claim has no holder: its process has ended or has lost the database.
  await sql`create table timer (
    name text primary key,
    task text not null,
    subject text,
    due_at timestamptz(3) not null,
    claim text,
    claimed_until timestamptz(3),
    attempts int not null default 0,
    failure text
  )`.execute(db)
  await sql`create index timer_due on timer (due_at)`.execute(db)
}
