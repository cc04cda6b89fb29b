// Finds the item that a call names by data type and id, for any content type.

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

/** Finds the item. Throws `NOT_FOUND` also if the caller may not read it. */
export async function findEngaged(call: Call, given: Parameters): Promise<EngagedItem> {
  const { caller, params, services } = call
  const plan = findPlan(services.model(), requireText(given, 'dataType'))
  if (!plan)
    throw new Failure('BAD_PARAMETER', { errors: [{ path: '/dataType', message: '业务类型不存在' }] })
  const row = await requireItem({ plan, caller, params, db: services.db }, requireText(given, 'dataId'))
  return { plan, row }
}
