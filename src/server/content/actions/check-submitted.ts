// Owns the question whether the asker has handed in a record already.
import { requireSignedIn } from '../../operations/require-signed-in.ts'
import type { Action } from '../action.ts'
import { isHandedIn, isOver } from '../can-edit.ts'
import { RECEIPT_KEY } from '../item-row.ts'
import { loadOwn } from '../own-item.ts'

/** What was approved stays handed in, although its owner may propose changes of it. */
export const checkSubmitted: Action = async ({ asker, db, plan }) => {
  const row = await loadOwn(db, plan, requireSignedIn(asker).id)
  const { lifecycle } = plan.type
  return {
    submitted: row !== undefined && !isOver(lifecycle, row.status) && isHandedIn(lifecycle, row.status),
    id: row?.id ?? null,
    receiptNo: row?.body[RECEIPT_KEY] ?? null,
    status: row?.status ?? null,
  }
}
