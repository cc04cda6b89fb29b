// Resubmits a returned item when its owner corrects it.
import type { Kysely } from 'kysely'
import { isOwner } from '#server/content/access/can-edit.ts'
import type { ActionContext } from '#server/content/action.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import type { Body } from '#server/content/write/prepare-body.ts'
import { requireOpen } from '#server/content/write/require-open-period.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { permittedTransitions, type Transition, wasLetIn } from '#shared/lifecycles/lifecycle.ts'
import { advanceParent } from './advance-parent.ts'
import type { EffectsResult } from './apply-effects.ts'
import { move } from './execute-transition.ts'
import { requireSubmissionAllowed } from './submission-policy.ts'

/** The step that the owner's edit of the item, as it stands now, is followed by; undefined where it stays where it is. */
export function findTransitionAfterEdit(
  { plan, caller }: ActionContext,
  row: ItemRow,
): Transition | undefined {
  if (!isOwner(row, caller)) return undefined
  return permittedTransitions(plan.type.lifecycle, row, caller).find(({ afterEdit }) => afterEdit)
}

/** With the row locked and its new body stored. Answers what the step wrote, and the type of the parent where that was written. */
export async function handInAgain(
  transaction: Kysely<Schema>,
  context: ActionContext,
  row: ItemRow,
  step: Transition,
  body: Body,
): Promise<EffectsResult> {
  // An item that was approved before needs no new check of the submission policy.
  if (step.kind === 'submit') requireOpen(context, row)
  if (step.kind === 'submit' && !wasLetIn(context.plan.type.lifecycle, row.leftStatus))
    await requireSubmissionAllowed(transaction, context, body, row.status)
  const also = await advanceParent(transaction, context, row, step)
  const done = await move(transaction, context, row, step)
  return { ...done, also: [also ?? [], done.also ?? []].flat() }
}
