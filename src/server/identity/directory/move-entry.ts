// Takes an entry offline with its last active account and online with its first.

import type { Kysely } from 'kysely'
import { logTransition } from '#server/content/write/log.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { findPublishTransition, findUnpublishTransition } from '#shared/lifecycles/lifecycle.ts'
import { auditEntry, type Entry, type EntryCall } from './entry-writer.ts'

/** In the log of the entry's ways; an operator's own step bears the action's plain name. */
const WENT = 'account:offline'
const RETURNED = 'account:online'

/** `stands`: whether the account does. What an operator took offline stays so. */
export async function moveEntry(
  transaction: Kysely<Schema>,
  call: EntryCall,
  entry: Entry,
  stands: boolean,
): Promise<readonly string[]> {
  const { plan, id } = entry
  const { name, lifecycle } = plan.type
  // Accounts that share an entry take turns here, so each sees what became of the other.
  const row = await transaction
    .selectFrom('item')
    .select(['status'])
    .where((eb) => eb.and({ id, type: name }))
    .forUpdate()
    .executeTakeFirst()
  if (!row) return []
  const step = stands
    ? findPublishTransition(lifecycle, row.status)
    : findUnpublishTransition(lifecycle, row.status)
  if (!step) return []
  const isDue = stands ? await wentWithAccount(transaction, id) : !(await hasOther(transaction, entry))
  if (!isDue) return []
  const { services } = call
  await transaction
    .updateTable('item')
    .set({ status: step.to, updatedAt: services.clock() })
    .where('id', '=', id)
    .execute()
  await logTransition({ ...call, db: transaction }, id, {
    action: stands ? RETURNED : WENT,
    from: row.status,
    to: step.to,
    reason: stands ? '所属账号已恢复' : '所属账号已停用、列入黑名单或注销',
  })
  await auditEntry(transaction, call, step.action, entry)
  return [name]
}

async function wentWithAccount(transaction: Kysely<Schema>, itemId: string): Promise<boolean> {
  const last = await transaction
    .selectFrom('transitionLog')
    .select('action')
    .where('itemId', '=', itemId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.action === WENT
}

async function hasOther(transaction: Kysely<Schema>, { id, accountId }: Entry): Promise<boolean> {
  const other = await transaction
    .selectFrom('account')
    .select('id')
    .where((eb) => eb.and({ directoryId: id, status: ACCOUNT.active, black: false }))
    .where('id', '!=', accountId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
