// Determines the class of readers with the same answer, so that they share it in the cache.

import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { Caller } from '#shared/access/roles.ts'

/** Undefined where the answer depends on who exactly asks. */
export function readerClass(plan: TypePlan, caller: Caller): string | undefined {
  if (caller === null) return 'guest'
  const standsIn = caller.standsIn?.some(({ parts }) => Object.hasOwn(parts, plan.type.name)) === true
  const mayStandIn = standsIn || plan.type.lifecycle.vacancy !== undefined
  return plan.ownerSeesMore || mayStandIn ? undefined : caller.role
}
