// Declares the context for writing a directory entry, and writes its audit entry.
import type { WriteScope } from '#server/content/action.ts'
import type { Call } from '#server/platform/call.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import type { DirectoryPlan } from './directory-of.ts'

/** The call that writes it, in the transaction that changes the account. */
export type EntryWork = Pick<Call, 'services' | 'caller' | 'account' | 'request'> & WriteScope

export interface EntryAccount {
  readonly id: string
  readonly status: string
  readonly black: boolean
  readonly form: string | null
  readonly application: JsonObject | null
  readonly directoryId: string | null
  readonly directoryKeeps: boolean
}

export interface Entry extends DirectoryPlan {
  readonly id: string
  readonly accountId: string
  /** True where the account maintains the content; an account that only joined fills in empty fields. */
  readonly keeps: boolean
}

export async function auditEntry(
  { db, services, caller, request, changes }: EntryWork,
  action: string,
  { id, accountId }: Pick<Entry, 'id' | 'accountId'>,
  detail: JsonObject = {},
): Promise<void> {
  const { address, id: requestId } = request
  await services.audit(
    {
      actor: caller?.id ?? null,
      action: `directory.${action}`,
      target: id,
      result: 'ok',
      address,
      requestId,
      detail: { subject: accountId, ...detail, ...changes.get(id) },
    },
    db,
  )
}
