// Adds an item for a user.
import { requireInScope } from '#server/content/access/require-in-scope.ts'
import type { ContentActionHandler } from '#server/content/action.ts'
import { checkContent } from '#server/content/checks/check-content.ts'
import { itemAdded } from '#server/content/events.ts'
import { RECEIPT_KEY } from '#server/content/items/item-row.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import { requireSubmissionAllowed } from '#server/content/workflow/submission-policy.ts'
import { takeParent } from '#server/content/workflow/take-parent.ts'
import { createTogether } from '#server/content/write/create-together.ts'
import { insertStatement } from '#server/content/write/insert-items.ts'
import { insertItem, toNewRow } from '#server/content/write/persist.ts'
import { beforeValidate, hasWriteHooks } from '#server/content/write/run-hooks.ts'
import { systemFields } from '#server/content/write/system-fields.ts'
import { refuseRepeated } from '#server/content/write/uniqueness.ts'
import { prepareBody, validateSystemFields } from '#server/content/write/validate.ts'
import { checkFiles, checkRefs } from '#server/content/write/validate-references.ts'
import { write } from '#server/content/write/write.ts'
import type { Parameters } from '#server/platform/calls/read-parameter.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { takeReceiptNumber } from '#server/platform/operations/receipt-number.ts'
import type { ContentType } from '#shared/model/content-model.ts'

export const add: ContentActionHandler = async (context) => {
  const { call, content, db, plan, caller, services } = context
  const { type } = plan
  const now = services.clock()
  const { status: given, ...filled } = content.fixed
  // Values that the call fixes count as input. A body that is no object has none of the form's fields, so validation
  // refuses it.
  const { answers, extras } = splitBody(call.body, [...(content.marks ?? []), ...extraNamesOf(type)])
  const sent = (await beforeValidate(context, { ...answers, ...filled })) as Parameters
  const written = prepareBody(context, { ...sent, ...filled })
  const body = { ...written, ...(await systemFields(context, written)), ...filled }
  requireInScope(context, body)
  await checkRefs(context, body)
  await checkFiles(context, body)
  const confirmed = await checkContent(context, body)
  const receiptNo = await takeReceiptNumber(db, now)
  const status = typeof given === 'string' ? given : type.lifecycle.initial
  const item = { id: newId(now), status, ownerId: caller?.id ?? null, now }
  const numbered = { ...item, body: { ...body, [RECEIPT_KEY]: receiptNo } }
  const answer = { id: item.id, receiptNo, status, revision: 1 }
  const stored = { target: item.id, answer, ...(confirmed ? { detail: confirmed } : {}) }
  const isHooked = hasWriteHooks(context)
  const addAlone = () =>
    write(context, {
      // A waiting list decides about the state when the item is stored.
      ...(type.limits?.capacity ? {} : { answer }),
      isSingle: !needsTransaction(plan) && !isHooked,
      validate: async (work) => {
        await requireSubmissionAllowed(work.db, work, body)
        validateSystemFields(work, body)
      },
      persist: async (work) => {
        await takeParent(work, body, extras)
        await refuseRepeated(work, { ...item, body })
        if (!type.events?.add && !plan.family?.isCounted && !isHooked)
          return { ...stored, statement: insertStatement([toNewRow(work, numbered)]) }
        const { status } = await insertItem(work, numbered, 'id, status')
        return { ...stored, answer: { ...answer, status } }
      },
      events: (work) =>
        services.events.emit(itemAdded, work.db, { plan, itemId: item.id, actor: item.ownerId, body }),
    })
  if (concernsOthers(plan) || isHooked || context.within || confirmed) return addAlone()
  return createTogether(context, { item: numbered, answer, alone: addAlone })
}

/** Separates the form's answers from the extra names that the caller may send with them. */
function splitBody(body: unknown, names: readonly string[]): { answers: Parameters; extras: Parameters } {
  const given = Object.entries((body as object | null) ?? {})
  const pick = (isExtra: boolean) => given.filter(([name]) => names.includes(name) === isExtra)
  return { answers: Object.fromEntries(pick(false)), extras: Object.fromEntries(pick(true)) }
}

/** Which revision of the item above has been read, where that takes a step. */
const extraNamesOf = ({ takes }: ContentType): readonly string[] => (takes ? ['revision'] : [])

const needsTransaction = (plan: TypePlan): boolean => plan.type.distinct !== undefined || concernsOthers(plan)

/** Storing one reads or writes other rows than its own. */
const concernsOthers = ({ type: { admission, takes, events }, family }: TypePlan): boolean =>
  admission !== undefined || takes !== undefined || events?.add !== undefined || family?.isCounted === true
