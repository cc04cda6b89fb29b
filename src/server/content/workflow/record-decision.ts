// Records a decision made by a transition: creates the record that would execute it on submission (`takes`). Skips
// record types that require more fields than the transition provides.
import type { Kysely } from 'kysely'
import type { ActionContext } from '#server/content/action.ts'
import { itemAdded } from '#server/content/events.ts'
import { toColumns } from '#server/content/items/item-columns.ts'
import { type ItemRow, RECEIPT_KEY } from '#server/content/items/item-row.ts'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import { insertRow } from '#server/content/write/insert-item.ts'
import { refuseRepeated } from '#server/content/write/refuse-repeated.ts'
import { systemFields } from '#server/content/write/system-fields.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { nextReceiptNumber } from '#server/platform/operations/receipt-number.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'

/** The record that would have executed the transition. */
interface Taker {
  readonly plan: TypePlan
  readonly body: Readonly<Record<string, string>>
}

/** With the item locked and moved from where `row` says it was. Answers the types that were written to. */
export async function recordDecision(
  transaction: Kysely<Schema>,
  context: ActionContext,
  row: Pick<ItemRow, 'id' | 'status'>,
  step: Pick<Transition, 'to'>,
  reason: string | undefined,
): Promise<readonly string[]> {
  const { services, caller } = context
  const takers = takersOf(context, row, step, reason)
  for (const { plan, body: given } of takers) {
    const now = services.clock()
    const filling = { db: transaction, plan, caller, content: {}, call: { body: null } }
    const body = { ...given, ...(await systemFields(filling, given)) }
    const item = { id: newId(now), status: plan.type.lifecycle.initial, ownerId: caller?.id ?? null, now }
    await refuseRepeated(transaction, plan, { ...item, body })
    const numbered = { ...body, [RECEIPT_KEY]: await nextReceiptNumber(transaction, now) }
    await insertRow(transaction, { plan, services }, { ...toColumns(plan, body), ...item, body: numbered })
    await services.events.emit(itemAdded, transaction, {
      plan,
      itemId: item.id,
      actor: item.ownerId,
      body,
    })
  }
  return takers.map(({ plan }) => plan.type.name)
}

function takersOf(
  { plan, services }: ActionContext,
  row: Pick<ItemRow, 'id' | 'status'>,
  { to }: Pick<Transition, 'to'>,
  reason: string | undefined,
): Taker[] {
  const model = services.model()
  return model.contentTypes.flatMap((type) => {
    const { takes, parent = '', admission } = type
    const own = findPlan(model, type.name)
    if (!takes || !own || own.byName.get(parent)?.ref !== plan.type.name) return []
    if (!admission?.states.includes(row.status) || asksMore(type, own)) return []
    const value = Object.keys(takes.steps).find((key) => takes.steps[key] === to)
    if (value === undefined) return []
    const words = takes.words !== undefined && reason ? { [takes.words]: reason } : {}
    return [{ plan: own, body: { [parent]: row.id, [takes.field]: value, ...words } }]
  })
}

/** Returns true if the record requires more fields than the transition provides. */
function asksMore({ takes, parent }: ContentType, { form }: TypePlan): boolean {
  const filledNames = [parent, takes?.field, takes?.words]
  return ((form.schema.required ?? []) as readonly string[]).some((name) => !filledNames.includes(name))
}
