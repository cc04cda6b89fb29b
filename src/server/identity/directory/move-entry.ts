// Takes an entry offline with its last active account and online with its first.

import { type Kysely, sql } from 'kysely'
import { loadRow } from '#server/content/items/item-row.ts'
import { moveSilently } from '#server/content/workflow/move.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { findPublishTransition, findUnpublishTransition } from '#shared/lifecycles/lifecycle.ts'
import { auditEntry, type Entry, type EntryWork } from './entry-writer.ts'

/** In the log of the entry's ways; an operator's own step bears the action's plain name. */
const WENT = 'account:offline'
const RETURNED = 'account:online'

/** `stands`: whether the account does. What an operator took offline stays so. */
export async function moveEntry(work: EntryWork, entry: Entry, stands: boolean): Promise<void> {
  const { db } = work
  const { plan, id } = entry
  const { lifecycle } = plan.type
  // Accounts that share an entry take turns here, so each sees what became of the other.
  const row = await loadRow(db, plan, sql`id = ${id}`, { lock: true })
  if (!row) return
  const step = stands
    ? findPublishTransition(lifecycle, row.status)
    : findUnpublishTransition(lifecycle, row.status)
  if (!step) return
  const isDue = stands ? await wentWithAccount(db, id) : !(await hasOther(db, entry))
  if (!isDue) return
  const [action, reason] = stands ? [RETURNED, '所属账号已恢复'] : [WENT, '所属账号已停用、列入黑名单或注销']
  await moveSilently({ ...work, plan }, row, step, { action, reason })
  await auditEntry(work, step.action, entry)
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
