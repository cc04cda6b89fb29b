// Dry-runs a transition: finds the reason for a refusal, and the caller's items that could be assigned.
import type { Kysely } from 'kysely'
import type { TransitionContext } from '#server/content/action.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { OpenTransition } from '#shared/lifecycles/transition-policies.ts'
import type { AssignmentOffer } from '#shared/model/page-model.ts'
import { claimables, registerFirst, requireTakers } from './first-come-assignment.ts'
import { precheckReferences } from './referential-integrity.ts'
import { requireFutureDate, requirePartner } from './validate.ts'

export interface Foreseen {
  /** In the words of the refusal. */
  readonly barred?: string
  /** The assignment field and its choices, if the caller has several items to choose from. */
  readonly claim?: AssignmentOffer
}

/** Runs the checks. `context` is that of the caller, also if the caller acts for somebody else. */
export async function dryRunTransition(
  db: Kysely<Schema>,
  context: Pick<TransitionContext, 'plan' | 'services' | 'caller'>,
  row: ItemRow,
  step: OpenTransition,
): Promise<Foreseen> {
  const acting = step.for ? { ...context, caller: step.for } : context
  try {
    requireFutureDate(acting, row, step)
    await precheckReferences({ ...acting, db }, row, step)
    await requireTakers(db, acting, row, step)
    await requirePartner({ ...acting, db }, row, step)
  } catch (error) {
    if (error instanceof Failure) return { barred: error.message }
    throw error
  }
  const { claim } = step
  const among = claim && (await claimables(db, acting, claim))
  if (!claim || !among) return {}
  const [first] = among
  if (!first) return { barred: registerFirst(acting, step, claim) }
  if (among.every(({ barred }) => barred !== undefined)) return { barred: first.barred ?? '' }
  const title = context.plan.byName.get(claim.field)?.title ?? claim.field
  return among.length > 1 ? { claim: { field: claim.field, title, among } } : {}
}
