// Owns the question whether the asker has handed in a record already.
import { requireSignedIn } from '../access.ts'
import type { Action } from '../action.ts'
import { isEditable } from '../can-edit.ts'
import { RECEIPT_KEY } from '../item-row.ts'
import { loadOwn } from '../own-item.ts'

export const checkSubmitted: Action = async ({ asker, db, plan }) => {
  const row = await loadOwn(db, plan, requireSignedIn(asker).id)
  return {
    submitted: row !== undefined && !isEditable(plan.type.lifecycle, row.status),
    id: row?.id ?? null,
    receiptNo: row?.body[RECEIPT_KEY] ?? null,
    status: row?.status ?? null,
  }
}
