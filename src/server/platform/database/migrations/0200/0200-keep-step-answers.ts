// Keeps the capacity in which an actor executed a transition, and the answers of its form (migration 200).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function keepStepAnswers(db: Kysely<Schema>): Promise<void> {
  await sql`alter table transition_log add column part text, add column form text, add column answers jsonb`.execute(
    db,
  )
}
