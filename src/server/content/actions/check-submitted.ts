// Checks if the caller has already submitted a record.

import { isOver, isSubmitted } from '#server/content/access/can-edit.ts'
import type { ActionContext, ContentActionHandler } from '#server/content/action.ts'
import { type ItemRow, RECEIPT_KEY } from '#server/content/items/item-row.ts'
import { loadOwn } from '#server/content/query/own-item.ts'
import { findRepeated } from '#server/content/write/uniqueness.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'

/**
 * An approved record stays submitted, although its owner may propose changes to it. For a type with several records
 * per person, the record is the one that the call's parameters identify.
 */
export const checkSubmitted: ContentActionHandler = async ({ caller, db, plan, params }) => {
  const { id: ownerId } = requireSignedIn(caller)
  const row = await findEarlier(db, plan, ownerId, params)
  const { lifecycle } = plan.type
  return {
    submitted: row !== undefined && !isOver(lifecycle, row.status) && isSubmitted(lifecycle, row.status),
    id: row?.id ?? null,
    receiptNo: row?.body[RECEIPT_KEY] ?? null,
    status: row?.status ?? null,
  }
}

async function findEarlier(
  db: ActionContext['db'],
  plan: ActionContext['plan'],
  ownerId: string,
  params: ActionContext['params'],
): Promise<ItemRow | undefined> {
  if (plan.type.distinct === undefined) return loadOwn(db, plan, ownerId)
  const found = await findRepeated(db, plan, [{ ownerId, body: params }])
  return found && loadOwn(db, plan, ownerId, { id: found.id })
}
