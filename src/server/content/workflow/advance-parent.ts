// Updates the parent's field after a transition of a child, or refuses the transition.
import { requireItem } from '#server/content/access/access.ts'
import type { ActionContext, WriteScope } from '#server/content/action.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import { setFields } from '#server/content/write/persist.ts'
import { Failure } from '#shared/calls/errors.ts'
import { labelOf } from '#shared/content/dictionary-label.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'

/**
 * With the item locked; of many at once one goes after the other. Throws `WRONG_STATE` where the parent is beyond the
 * step, or where only one brings it there and somebody has.
 */
export async function advanceParent(
  context: ActionContext & WriteScope,
  { body }: Pick<ItemRow, 'body'>,
  step: Pick<Transition, 'action' | 'title'>,
): Promise<void> {
  const { plan, services } = context
  const { advances, parent = '' } = plan.type
  const advance = advances?.[step.action]
  const ref = plan.byName.get(parent)?.ref
  const above = ref === undefined ? undefined : findPlan(services.model(), ref)
  if (!advance || !above) return
  const own = { ...context, plan: above }
  const item = await requireItem(own, String(body[parent] ?? ''), { lock: true })
  const value = String(item.body[advance.field] ?? '')
  const to = advance.in?.[item.status] ?? advance.to
  if (value === to && advance.taken !== undefined)
    throw new Failure('WRONG_STATE', { message: advance.taken })
  if (value === to) return
  if (!advance.from.includes(value)) throw beyond(own, advance.field, value, step.title)
  await setFields(own, item, { [advance.field]: to }, { isFollowed: true })
}

function beyond({ plan, services }: ActionContext, name: string, value: string, step: string): Failure {
  const field = plan.byName.get(name)
  const label = labelOf(services.model(), field?.dict, value)
  return new Failure('WRONG_STATE', {
    message: `${plan.type.title}的${field?.title ?? name}已是“${label}”，不能再办理“${step}”；需要时请先更新${field?.title ?? name}`,
  })
}
