// Seals the audit entries outside the chain by one entry in it, and allows no further ones (migration 40).
import { type Kysely, sql } from 'kysely'
import { sealUnchained } from '#server/platform/audit/seal-unchained.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function sealAudit(db: Kysely<Schema>): Promise<void> {
  // Waits for writers of an older program, and keeps them out until the constraint stands.
  await sql`lock table audit in share row exclusive mode`.execute(db)
  await sealUnchained(db, new Date())
  await sql`alter table audit add constraint audit_is_chained
    check (lane is not null and position is not null and hash is not null) not valid`.execute(db)
}
