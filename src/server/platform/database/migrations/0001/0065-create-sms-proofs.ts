// Creates SMS verification tokens for long forms; indexes the audit log by time and items by receipt (migration 65).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

const STATEMENTS = [
  `create table sms_proof (
    digest text primary key,
    expires_at timestamptz(3) not null,
    used_at timestamptz(3)
  )`,
  `create index sms_proof_expires on sms_proof (expires_at)`,
  `create index audit_at on audit (at)`,
  `create index item_receipt on item ((body ->> 'receiptNo')) where body ->> 'receiptNo' is not null`,
]

export async function createSmsProofs(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
