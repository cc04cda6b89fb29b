// Creates the counts of failed sign-ins, shared by all server processes (migration 2).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function createSignInAttempts(db: Kysely<Schema>): Promise<void> {
  await sql`create table sign_in_attempt (
    key text primary key,
    failures int not null,
    last_at timestamptz(3) not null
  )`.execute(db)
}
