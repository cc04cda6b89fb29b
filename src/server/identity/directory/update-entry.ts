// Keeps an account's directory entry up to date: created or joined at approval, updated, moved with the account.

import { namingViolations } from '#server/content/write/uniqueness.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { isListedEntry } from '#shared/identity/directory-entry.ts'
import { changeEntry, eraseEntry } from './change-entry.ts'
import { type DirectoryPlan, directoryOf } from './directory-of.ts'
import { enterDirectory } from './enter-directory.ts'
import { toFormError } from './entry-body.ts'
import type { EntryAccount, EntryWork } from './entry-writer.ts'
import { moveEntry } from './move-entry.ts'

/**
 * To be called in the transaction that has changed the account, before its audit entry. `before` are the answers
 * that it changed; an approval is refused where they do not make an entry.
 */
export async function updateEntry(
  work: EntryWork,
  accountId: string,
  { before, isApproval = false }: { readonly before?: JsonObject; readonly isApproval?: boolean } = {},
): Promise<void> {
  const model = work.services.model()
  const account = await work.db
    .selectFrom('account')
    .select(['id', 'status', 'black', 'form', 'application', 'directoryId', 'directoryKeeps'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  const found = account && directoryOf(model, account.form)
  if (!account || !found) return
  const keep = () => updateExistingEntry(work, found, account, { ...(before ? { before } : {}), isApproval })
  await namingViolations(model, keep).catch((error: unknown) => {
    throw toFormError(found.directory, error)
  })
}

async function updateExistingEntry(
  work: EntryWork,
  found: DirectoryPlan,
  account: EntryAccount,
  { before, isApproval }: { readonly before?: JsonObject; readonly isApproval: boolean },
): Promise<void> {
  const accountId = account.id
  const answers = account.application ?? {}
  const stands =
    account.status === ACCOUNT.active && !account.black && isListedEntry(found.directory, answers)
  if (account.directoryId === null) {
    if (stands) await enterDirectory(work, found, account, isApproval)
    return
  }
  const entry = { ...found, id: account.directoryId, accountId, keeps: account.directoryKeeps }
  if (before && stands) await changeEntry(work, entry, before, answers)
  await moveEntry(work, entry, stands)
  // A person's own entry ends with the account; that of an organisation is only taken offline.
  if (account.status === ACCOUNT.deleted && found.directory.key === undefined)
    await eraseEntry(work, found, account.directoryId)
}
