// Records a decision made by a transition: creates the record that would execute it on submission (`takes`). Skips
// record types that require more fields than the transition provides.
import type { ActionContext, WriteScope } from '#server/content/action.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import { systemFields } from '#server/content/write/system-fields.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import { addRecord } from './create-related.ts'

/** The record that would have executed the transition. */
interface Taker {
  readonly plan: TypePlan
  readonly body: Readonly<Record<string, string>>
}

/** With the item locked and moved from where `row` says it was. */
export async function recordDecision(
  context: ActionContext & WriteScope,
  row: Pick<ItemRow, 'id' | 'status'>,
  step: Pick<Transition, 'to'>,
  reason: string | undefined,
): Promise<void> {
  const { db, services, caller } = context
  const ownerId = caller?.id ?? null
  for (const { plan, body: given } of takersOf(context, row, step, reason)) {
    const filled = await systemFields({ db, plan, caller, content: {}, call: { body: null } }, given)
    const id = newId(services.clock())
    await addRecord({ ...context, plan }, { id, ownerId, body: { ...given, ...filled }, actor: ownerId })
  }
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
