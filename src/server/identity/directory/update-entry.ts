// Keeps an account's directory entry up to date: created or joined at approval, updated, moved with the account.

import type { Kysely } from 'kysely'
import { namingDuplicates } from '#server/content/write/uniqueness.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import type { Call } from '#server/platform/call.ts'
import type { JsonObject, Schema } from '#server/platform/database/tables/schema.ts'
import { isListedEntry } from '#shared/identity/directory-entry.ts'
import { changeEntry, eraseEntry } from './change-entry.ts'
import { type DirectoryPlan, directoryOf } from './directory-of.ts'
import { enterDirectory } from './enter-directory.ts'
import { toFormError } from './entry-body.ts'
import type { EntryAccount } from './entry-writer.ts'
import { moveEntry } from './move-entry.ts'

/**
 * To be called in the transaction that has changed the account, before its audit entry. `before` are the answers
 * that it changed; an approval is refused where they do not make an entry. Answers the content types that were written to: bump their versions last, tell the cache after
 * the commit.
 */
export async function updateEntry(
  transaction: Kysely<Schema>,
  call: Pick<Call, 'services' | 'caller' | 'request'>,
  accountId: string,
  { before, isApproval = false }: { readonly before?: JsonObject; readonly isApproval?: boolean } = {},
): Promise<readonly string[]> {
  const account = await transaction
    .selectFrom('account')
    .select(['id', 'status', 'black', 'form', 'application', 'directoryId', 'directoryKeeps'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  const found = account && directoryOf(call.services.model(), account.form)
  if (!account || !found) return []
  const keep = () =>
    updateExistingEntry(transaction, call, found, account, { ...(before ? { before } : {}), isApproval })
  return namingDuplicates(call.services.model(), keep).catch((error: unknown) => {
    throw toFormError(found.directory, error)
  })
}

async function updateExistingEntry(
  transaction: Kysely<Schema>,
  call: Pick<Call, 'services' | 'caller' | 'request'>,
  found: DirectoryPlan,
  account: EntryAccount,
  { before, isApproval }: { readonly before?: JsonObject; readonly isApproval: boolean },
): Promise<readonly string[]> {
  const accountId = account.id
  const answers = account.application ?? {}
  const stands =
    account.status === ACCOUNT.active && !account.black && isListedEntry(found.directory, answers)
  if (account.directoryId === null)
    return stands ? enterDirectory(transaction, call, found, account, isApproval) : []
  const entry = { ...found, id: account.directoryId, accountId, keeps: account.directoryKeeps }
  const changed = before && stands ? await changeEntry(transaction, call, entry, before, answers) : []
  const moved = await moveEntry(transaction, call, entry, stands)
  // A person's own entry ends with the account; that of an organisation is only taken offline.
  const erased =
    account.status === ACCOUNT.deleted && found.directory.key === undefined
      ? await eraseEntry(transaction, found, account.directoryId)
      : []
  return [...new Set([...changed, ...moved, ...erased])]
}
