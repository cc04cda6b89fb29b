// Refuses a transition after a date of the item that had to lie ahead.

import type { ActionContext } from '#server/content/action.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { Failure } from '#shared/calls/errors.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'

/** A day is over with its end, a time when it comes; what is empty holds nothing up. */
export function requireFutureDate(
  { plan, services }: Pick<ActionContext, 'plan' | 'services'>,
  { body }: Pick<ItemRow, 'body'>,
  { ahead = [], title }: Pick<Transition, 'ahead' | 'title'>,
): void {
  const now = services.clock()
  for (const name of ahead) {
    const value = body[name]
    if (typeof value !== 'string' || value === '') continue
    const isOver = value.includes('T') ? Date.parse(value) <= now.getTime() : value < dayAt(now)
    if (!isOver) continue
    const field = plan.byName.get(name)?.title ?? name
    throw new Failure('WRONG_STATE', { message: `“${field}”已过，请先更新后再“${title}”` })
  }
}
