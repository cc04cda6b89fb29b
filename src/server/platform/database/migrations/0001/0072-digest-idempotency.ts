// Owns the seventy-second migration: what an idempotency key was used for, so that it serves nothing else.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/** Empty for keys used before. */
export async function digestIdempotency(db: Kysely<Schema>): Promise<void> {
  await sql`alter table idempotency add column digest text`.execute(db)
}
