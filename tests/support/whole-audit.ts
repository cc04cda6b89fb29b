// Provides the rule that holds after every test, whatever it did: the audit log is whole.
import type { Kysely } from 'kysely'
import { verifyAudit } from '#server/platform/audit/verify-audit.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/** Throws with the place of the break. */
export async function requireWholeAudit(db: Kysely<Schema>): Promise<void> {
  const verdict = await verifyAudit(db)
  if (verdict.ok) return
  const { id, lane, position, reason } = verdict
  const row =
    id === null ? undefined : await db.selectFrom('audit').selectAll().where('id', '=', id).executeTakeFirst()
  throw new Error(`The audit log is broken at ${JSON.stringify({ lane, position, reason, row })}`)
}
