// Owns the hundred and fiftieth migration: what is to be done at a time, by whichever process claims it.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function createTimers(db: Kysely<Schema>): Promise<void> {
  // A claim that ran out is nobody's: its process has ended, or lost the database.
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
