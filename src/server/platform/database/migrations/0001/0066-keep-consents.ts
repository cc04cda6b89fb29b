// Owns the sixty-sixth migration: which version of the policy somebody consented to for sensitive data, for what, when.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function keepConsents(db: Kysely<Schema>): Promise<void> {
  await sql`alter table account add column sensitive_consent jsonb`.execute(db)
}
