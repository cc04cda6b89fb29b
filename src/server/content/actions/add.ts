// Adds an item for a user.
import type { Kysely } from 'kysely'
import type { ContentActionHandler } from '#server/content/action.ts'
import { itemAdded } from '#server/content/events.ts'
import { toColumns } from '#server/content/items/item-columns.ts'
import { RECEIPT_KEY } from '#server/content/items/item-row.ts'
import { requireSubmissionAllowed } from '#server/content/workflow/submission-policy.ts'
import { takeParent } from '#server/content/workflow/take-parent.ts'
import { checkFiles } from '#server/content/write/check-files.ts'
import { checkRefs } from '#server/content/write/check-refs.ts'
import { insertItem } from '#server/content/write/insert-item.ts'
import { prepareBody } from '#server/content/write/prepare-body.ts'
import { refuseRepeated } from '#server/content/write/refuse-repeated.ts'
import { systemFields } from '#server/content/write/system-fields.ts'
import { validateSystemFields } from '#server/content/write/validate-system-fields.ts'
import type { Parameters } from '#server/platform/calls/read-parameter.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { once, toIdempotencyKey } from '#server/platform/operations/idempotency.ts'
import { takeReceiptNumber } from '#server/platform/operations/receipt-number.ts'
import type { ContentType } from '#shared/model/content-model.ts'

export const add: ContentActionHandler = async (context) => {
  const { call, content, db, plan, caller, services } = context
  const now = services.clock()
  const claim = toIdempotencyKey(context)
  const { status: given, ...filled } = content.fixed
  // Values that the call fixes count as input. A body that is no object has none of the form's fields, so validation
  // refuses it.
  const { answers, extras } = splitBody(call.body, [...(content.marks ?? []), ...extraNamesOf(plan.type)])
  const written = prepareBody(context, { ...answers, ...filled })
  const body = { ...written, ...(await systemFields(context, written)), ...filled }
  await checkRefs(context, body, db)
  await checkFiles(context, body)
  const receiptNo = await takeReceiptNumber(db, now)
  const status = typeof given === 'string' ? given : plan.type.lifecycle.initial
  const columns = toColumns(plan, body)
  const item = {
    ...columns,
    body: { ...body, [RECEIPT_KEY]: receiptNo },
    id: newId(now),
    status,
    ownerId: caller?.id ?? null,
    now,
  }
  const answer = { id: item.id, receiptNo, status, revision: 1 }
  let also: readonly string[] = []
  const store = async (transaction: Kysely<Schema>) => {
    await requireSubmissionAllowed(transaction, context, body)
    validateSystemFields(context, body)
    also = await takeParent(transaction, context, body, extras)
    await refuseRepeated(transaction, plan, item)
    await insertItem(transaction, context, item)
    await services.events.emit(itemAdded, transaction, {
      plan,
      itemId: item.id,
      actor: item.ownerId,
      body,
    })
    return answer
  }
  const stored = claim
    ? await db.transaction().execute((transaction) => once(transaction, claim, () => store(transaction)))
    : // Without a parent to hold there is one statement, which needs no transaction around it.
      {
        answer: needsTransaction(plan.type) ? await db.transaction().execute(store) : await store(db),
        isFirst: true,
      }
  if (stored.isFirst) for (const type of [plan.type.name, ...also]) services.cache.changed(type)
  return stored.answer
}

/** Separates the form's answers from the extra names that the caller may send with them. */
function splitBody(body: unknown, names: readonly string[]): { answers: Parameters; extras: Parameters } {
  const given = Object.entries((body as object | null) ?? {})
  const pick = (isExtra: boolean) => given.filter(([name]) => names.includes(name) === isExtra)
  return { answers: Object.fromEntries(pick(false)), extras: Object.fromEntries(pick(true)) }
}

/** Which revision of the item above has been read, where that takes a step. */
const extraNamesOf = ({ takes }: ContentType): readonly string[] => (takes ? ['revision'] : [])

const needsTransaction = ({ admission, distinct, takes, events }: ContentType): boolean =>
  admission !== undefined || distinct !== undefined || takes !== undefined || events?.add !== undefined
