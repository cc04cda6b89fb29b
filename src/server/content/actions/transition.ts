// Owns the taking of an item from one state to another.
import type { Kysely } from 'kysely'
import { Failure } from '../../../shared/errors.ts'
import {
  isKeptFrom,
  isTakenBy,
  permittedTransitions,
  reviews,
  type Transition,
  type TransitionAction,
} from '../../../shared/lifecycle.ts'
import type { Schema } from '../../database/schema.ts'
import { requireItem, requireSignedIn } from '../access.ts'
import type { Action, ActionContext } from '../action.ts'
import type { ItemRow } from '../item-row.ts'
import { readText } from '../read-parameter.ts'
import { sanitisePlainText } from '../sanitise.ts'
import { write } from '../write.ts'

export function transitionAction(action: TransitionAction): Action {
  return async (context) => {
    requireSignedIn(context.asker)
    const written = readText(context.params, 'reason')
    const reason = written === undefined ? undefined : sanitisePlainText(written)
    return write(context, async (transaction) => {
      const row = await requireItem(context, undefined, { db: transaction, lock: true })
      const step = permit(context, row, action)
      if (step.reason && !reason)
        throw new Failure('BAD_INPUT', { errors: [{ path: '/reason', message: '请填写原因' }] })
      await move(transaction, context, row, step, reason)
      return {
        answer: { id: row.id, status: step.to, revision: row.revision },
        target: row.id,
        detail: { from: row.status, to: step.to },
      }
    })
  }
}

/** Who may never do it hears so; who may, but not now, hears that the state is wrong. */
function permit({ plan, asker }: ActionContext, row: ItemRow, action: TransitionAction): Transition {
  const { lifecycle } = plan.type
  const steps = lifecycle.transitions.filter((step) => step.action === action)
  const step = permittedTransitions(lifecycle, row, asker).find((open) => open.action === action)
  if (step) return step
  if (steps.some((known) => isTakenBy(known, asker, row.ownerId) && known.from.includes(row.status)))
    throw new Failure('NOT_AS_APPROVED')
  if (steps.some((known) => known.from.includes(row.status) && isKeptFrom(known, asker, row.ownerId)))
    throw new Failure('OWN_ITEM')
  if (!steps.some((known) => isTakenBy(known, asker, row.ownerId))) throw new Failure('FORBIDDEN')
  throw new Failure(steps.some(({ from }) => from.includes(row.status)) ? 'FORBIDDEN' : 'WRONG_STATE')
}

/**
 * Writes the new state with its entry in the log; an item keeps the time of its first going online.
 * What its owner takes out of the public stays approved as it is, what an operator takes out does not.
 */
export async function move(
  transaction: Kysely<Schema>,
  { plan, services, asker }: ActionContext,
  row: Pick<ItemRow, 'id' | 'status' | 'publishedAt' | 'ownerId' | 'revision'>,
  step: Pick<Transition, 'action' | 'to'>,
  reason: string | undefined,
): Promise<void> {
  const now = services.clock()
  await transaction
    .updateTable('item')
    .set({
      status: step.to,
      updatedAt: now,
      ...(reviews(plan.type.lifecycle, row.status)
        ? { approvedRevision: asker?.id === row.ownerId ? row.revision : null }
        : {}),
      ...(step.to === 'online' && !row.publishedAt ? { publishedAt: now } : {}),
    })
    .where('id', '=', row.id)
    .execute()
  await transaction
    .insertInto('transitionLog')
    .values({
      itemId: row.id,
      actor: asker?.id ?? '',
      action: step.action,
      fromStatus: row.status,
      toStatus: step.to,
      reason: reason ?? null,
      at: now,
    })
    .execute()
}
