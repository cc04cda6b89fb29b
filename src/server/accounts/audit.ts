// Owns writing the audit log.
import type { AuditEntry, Db } from '../call.ts'

export async function writeAudit(db: Db, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      actor: entry.actor,
      action: entry.action,
      target: entry.target ?? null,
      result: entry.result,
      address: entry.address ?? null,
      requestId: entry.requestId ?? null,
      detail: entry.detail ?? null,
    })
    .execute()
}
