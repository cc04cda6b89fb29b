// Owns the refusal of a step once a date of the item is over that had to lie ahead.
import { Failure } from '../../shared/errors.ts'
import type { Transition } from '../../shared/lifecycle.ts'
import { dayAt } from '../../shared/portal-time.ts'
import type { ActionContext } from './action.ts'
import type { ItemRow } from './item-row.ts'

/** A day is over with its end, a time when it comes; what is empty holds nothing up. */
export function requireAhead(
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
