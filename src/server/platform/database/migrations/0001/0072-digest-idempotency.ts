// Adds the digest of the request to idempotency keys, so that a key serves no other request (migration 72).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/** Empty for keys used before. */
export async function digestIdempotency(db: Kysely<Schema>): Promise<void> {
  await sql`alter table idempotency add column digest text`.execute(db)
}
