// Declares the context for writing a directory entry, and writes its audit entry.
import type { Kysely } from 'kysely'
import type { Call } from '#server/platform/call.ts'
import type { JsonObject, Schema } from '#server/platform/database/tables/schema.ts'
import type { DirectoryPlan } from './directory-of.ts'

export type EntryCall = Pick<Call, 'services' | 'caller' | 'request'>

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
  transaction: Kysely<Schema>,
  { services, caller, request }: EntryCall,
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
      detail: { subject: accountId, ...detail },
    },
    transaction,
  )
}
