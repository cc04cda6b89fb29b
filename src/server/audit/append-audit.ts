// Owns writing to the audit log, which is only ever appended to.
import type { Kysely } from 'kysely'
import type { AuditEntry } from '../call.ts'
import type { Schema } from '../database/schema.ts'

export async function appendAudit(db: Kysely<Schema>, entry: AuditEntry): Promise<void> {
  const { actor, action, result } = entry
  await db
    .insertInto('audit')
    .values({
      actor,
      action,
      result,
      target: entry.target ?? null,
      address: entry.address ?? null,
      requestId: entry.requestId ?? null,
      detail: entry.detail ?? null,
    })
    .execute()
}
