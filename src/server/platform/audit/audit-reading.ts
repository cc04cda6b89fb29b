// Writes the audit entry of personal data that was shown to an account other than its owner.
import type { Call } from '#server/platform/call.ts'
import { notedOnceOf } from './audit-once.ts'

interface AuditedReading {
  readonly action: string
  /** The id of the account, item or file that was read. */
  readonly target: string
  /** Account id of the owner of the data. */
  readonly subject: string | null
  readonly fields: readonly string[]
  /** Of a list: how many entries showed any of it. */
  readonly entries?: number
}

/** Resolves when it is in the log, so that nothing is shown without a trace. The owner reads without one. */
export async function auditReading(
  { services, request, caller }: Call,
  { action, target, subject, fields, entries }: AuditedReading,
): Promise<void> {
  const actor = caller?.id ?? null
  if (fields.length === 0 || (actor !== null && actor === subject)) return
  const { address, id: requestId } = request
  await notedOnceOf(services).note(`${actor ?? address} ${action} ${target} ${fields.join()}`, {
    actor,
    action,
    target,
    result: 'ok',
    address,
    requestId,
    detail: entries === undefined ? { fields, subject } : { fields, entries },
  })
}
