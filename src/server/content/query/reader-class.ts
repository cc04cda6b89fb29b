// Owns which readers get the same answer, so that they can share it in the cache.

import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { Asker } from '#shared/access/roles.ts'

/** Undefined where the answer depends on who exactly asks. */
export function readerClass(plan: TypePlan, asker: Asker): string | undefined {
  if (asker === null) return 'guest'
  const standsIn = asker.standsIn?.some(({ parts }) => Object.hasOwn(parts, plan.type.name)) === true
  const mayStandIn = standsIn || plan.type.lifecycle.vacancy !== undefined
  return plan.ownerSeesMore || mayStandIn ? undefined : asker.role
}
