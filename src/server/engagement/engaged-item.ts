// Owns finding the item that a call names by the type of its data and its id, whichever content type that is.
import { Failure } from '../../shared/errors.ts'
import type { Call } from '../call.ts'
import { requireItem } from '../content/access.ts'
import type { ItemRow } from '../content/item-row.ts'
import { findPlan, type TypePlan } from '../content/type-plan.ts'
import { type Parameters, requireText } from '../operations/read-parameter.ts'

export interface EngagedItem {
  readonly plan: TypePlan
  readonly row: ItemRow
}

/** Refuses what the asker may not read as missing. */
export async function findEngaged(call: Call, given: Parameters): Promise<EngagedItem> {
  const { asker, params, services } = call
  const plan = findPlan(services.model(), requireText(given, 'dataType'))
  if (!plan)
    throw new Failure('BAD_PARAMETER', { errors: [{ path: '/dataType', message: '没有这种业务类型' }] })
  const row = await requireItem({ plan, asker, params, db: services.db }, requireText(given, 'dataId'))
  return { plan, row }
}
