// Owns finding the item that a call names by the type of its data and its id, whichever content type that is.

import { requireItem } from '#server/content/access/access.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import type { Call } from '#server/platform/call.ts'
import { type Parameters, requireText } from '#server/platform/calls/read-parameter.ts'
import { Failure } from '#shared/calls/errors.ts'

export interface EngagedItem {
  readonly plan: TypePlan
  readonly row: ItemRow
}

/** Refuses what the asker may not read as missing. */
export async function findEngaged(call: Call, given: Parameters): Promise<EngagedItem> {
  const { caller, params, services } = call
  const plan = findPlan(services.model(), requireText(given, 'dataType'))
  if (!plan)
    throw new Failure('BAD_PARAMETER', { errors: [{ path: '/dataType', message: '没有这种业务类型' }] })
  const row = await requireItem({ plan, caller, params, db: services.db }, requireText(given, 'dataId'))
  return { plan, row }
}
