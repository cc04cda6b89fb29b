// Finds out whether an account may edit an item of any type, and under which name the others see it.
import { sql } from 'kysely'
import { hidesOwner } from '#server/content/fields/anonymity.ts'
import { loadRow } from '#server/content/items/item-row.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import type { Account, Services } from '#server/platform/call.ts'
import { ANONYMOUS_NAME } from '#shared/access/anonymous-name.ts'

import { isEditableBy, isOwner } from './can-edit.ts'

type Needs = Pick<Services, 'db' | 'model'>

/** Returns the name; undefined where the account may not edit the item, or there is none. */
export async function findEditorName(
  { db, model }: Needs,
  account: Account,
  itemId: string,
): Promise<string | undefined> {
  const found = await db.selectFrom('item').select('type').where('id', '=', itemId).executeTakeFirst()
  const plan = found && findPlan(model(), found.type)
  const row = plan && (await loadRow(db, plan, sql`id = ${itemId}`))
  if (!plan || !row || !isEditableBy(plan.calls, plan.type.lifecycle, row, account)) return undefined
  return isOwner(row, account) && hidesOwner(plan.type, row, null) ? ANONYMOUS_NAME : account.name
}
