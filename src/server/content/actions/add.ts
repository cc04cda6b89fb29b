// Owns the adding of an item by a user.
import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { Action } from '../action.ts'
import { requireAdmission } from '../admission.ts'
import { checkFiles } from '../check-files.ts'
import { checkRefs } from '../check-refs.ts'
import { once, toClaim } from '../idempotency.ts'
import { insertItem } from '../insert-item.ts'
import { toColumns } from '../item-columns.ts'
import { RECEIPT_KEY } from '../item-row.ts'
import { newId } from '../new-id.ts'
import { ownEntry } from '../own-entry.ts'
import { prepareBody } from '../prepare-body.ts'
import { takeReceiptNumber } from '../receipt-number.ts'
import { refuseRepeated } from '../refuse-repeated.ts'

export const add: Action = async (context) => {
  const { call, content, db, plan, asker, services } = context
  const now = services.clock()
  const claim = toClaim(context)
  const { status: given, ...filled } = content.fixed
  // What the call fixes counts as given. What is no object has no field of the form, and is refused so.
  const written = prepareBody(context, { ...(call.body as object | null), ...filled })
  const body = { ...written, ...(await ownEntry(context)), ...filled }
  await checkRefs(context, body)
  await checkFiles(context, body)
  const receiptNo = await takeReceiptNumber(db, now)
  const status = typeof given === 'string' ? given : plan.type.lifecycle.initial
  const columns = toColumns(plan, body)
  const item = {
    ...columns,
    body: { ...body, [RECEIPT_KEY]: receiptNo },
    id: newId(now),
    status,
    ownerId: asker?.id ?? null,
    now,
  }
  const answer = { id: item.id, receiptNo, status, revision: 1 }
  const store = async (transaction: Kysely<Schema>) => {
    await requireAdmission(transaction, context, body)
    await refuseRepeated(transaction, plan, item)
    await insertItem(transaction, context, item)
    return answer
  }
  const stored = claim
    ? await db.transaction().execute((transaction) => once(transaction, claim, () => store(transaction)))
    : // Without a parent to hold there is one statement, which needs no transaction around it.
      {
        answer:
          plan.type.admission || plan.type.distinct ? await db.transaction().execute(store) : await store(db),
        isFirst: true,
      }
  if (stored.isFirst) services.cache.changed(plan.type.name)
  return stored.answer
}
