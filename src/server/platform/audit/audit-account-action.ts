// Writes the audit entry of an action on an account, the actor's own or another one.
import type { Kysely } from 'kysely'
import type { Call } from '#server/platform/call.ts'
import type { JsonObject, Schema } from '#server/platform/database/tables/schema.ts'

export interface AccountAction {
  readonly action: string
  /** Account id; by default the caller's own account. */
  readonly target?: string
  readonly result?: 'ok' | 'refused'
  readonly detail?: JsonObject
}

export type AuditedCall = Pick<Call, 'services' | 'caller'> & {
  readonly request: Pick<Call['request'], 'id' | 'address'>
}

/**
 * Writes the audit entry of an action on an account, by default the caller's account and the result `ok`. Pass the
 * transaction of the action, so that both are stored together.
 *
 * @example
 * await auditAccountAction(call, { action: 'auth.updatePassword' }, transaction)
 */
export function auditAccountAction(
  { services, request, caller }: AuditedCall,
  { action, target, result = 'ok', detail }: AccountAction,
  transaction?: Kysely<Schema>,
): Promise<void> {
  const { address, id: requestId } = request
  const actor = caller?.id ?? null
  return services.audit(
    { actor, action, target: target ?? actor, result, address, requestId, detail: detail ?? null },
    transaction,
  )
}
