// Owns the taking of an item from one state to another.
import type { Kysely } from 'kysely'
import { Failure } from '../../../shared/errors.ts'
import {
  findTransition,
  suitsParent,
  type Transition,
  type TransitionAction,
} from '../../../shared/lifecycle.ts'
import { isInAudience } from '../../../shared/roles.ts'
import type { Schema } from '../../database/schema.ts'
import { requireItem, requireSignedIn } from '../access.ts'
import type { Action, ActionContext } from '../action.ts'
import { requireAdmission } from '../admission.ts'
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
      if (action === 'submit') await requireAdmission(transaction, context, row.body)
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
  const isAllowed = (step: Transition) => isInAudience(asker, step.by, row)
  if (!lifecycle.transitions.some((step) => step.action === action && isAllowed(step)))
    throw new Failure('FORBIDDEN')
  const step = findTransition(lifecycle, row.status, action)
  if (!step || !suitsParent(step, row)) throw new Failure('WRONG_STATE')
  if (!isAllowed(step)) throw new Failure('FORBIDDEN')
  return step
}

/** Writes the new state with its entry in the log; an item keeps the time of its first going online. */
export async function move(
  transaction: Kysely<Schema>,
  { services, asker }: ActionContext,
  row: Pick<ItemRow, 'id' | 'status' | 'publishedAt'>,
  step: Pick<Transition, 'action' | 'to'>,
  reason: string | undefined,
): Promise<void> {
  const now = services.clock()
  await transaction
    .updateTable('item')
    .set({
      status: step.to,
      updatedAt: now,
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
