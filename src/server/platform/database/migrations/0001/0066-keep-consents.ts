// Keeps the consents to sensitive data: version of the policy, purpose, time (migration 66).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function keepConsents(db: Kysely<Schema>): Promise<void> {
  await sql`alter table account add column sensitive_consent jsonb`.execute(db)
}
