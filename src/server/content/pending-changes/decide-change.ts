// Ends a pending change of an approved item: approved, refused, withdrawn, or merged.
import type { ActionContext, TransitionContext } from '#server/content/action.ts'
import { itemTransitioned } from '#server/content/events.ts'
import { type ItemRow, RECEIPT_KEY } from '#server/content/items/item-row.ts'
import { dropPending, latestRevision, type PendingVersion } from '#server/content/items/pending-change.ts'
import { fieldsHiddenFrom } from '#server/content/items/type-plan.ts'
import type { TransitionInput } from '#server/content/workflow/transition-form.ts'
import { logTransition } from '#server/content/write/log.ts'
import { replaceBody } from '#server/content/write/persist.ts'
import { retakenFields } from '#server/content/write/system-fields.ts'
import type { Body } from '#server/content/write/validate.ts'
import { grantsOf } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { withRemarked } from '#shared/lifecycles/field-comments.ts'
import { partOf } from '#shared/lifecycles/transition-policies.ts'
import { type ChangeTransition, findChangeTransitions, isOwnChange } from './change-actions.ts'
import { loadChangeVotes } from './change-votes.ts'
import { refuseOpening } from './refuse-opening.ts'

/**
 * Finds the transition of the change for `action`. Returns undefined if the caller may not execute it. Throws
 * `OWN_ITEM` if the caller wrote the change.
 */
export async function findChangeTransition(
  context: ActionContext,
  row: ItemRow,
  pending: PendingVersion,
  action: string,
): Promise<ChangeTransition | undefined> {
  const { plan, caller } = context
  const { lifecycle } = plan.type
  const change = { ...pending, votes: await loadChangeVotes(context, row.id) }
  if (isOwnChange(lifecycle, row, change, action, caller)) throw new Failure('OWN_ITEM')
  return findChangeTransitions(lifecycle, row, change, caller).find((step) => step.action === action)
}

/** Row and change must be locked. Answers the item's new revision. */
export async function decideChange(
  context: ActionContext & TransitionContext,
  row: ItemRow,
  change: PendingVersion,
  step: ChangeTransition,
  input: TransitionInput,
): Promise<number> {
  const revision = await endChange(context, row, change, step, input)
  const reason = withRemarked(context.plan.type, input.reason, input.remarks)
  const ofChange = step.to === row.status ? 'ended' : 'waits'
  await context.services.events.emit(itemTransitioned, context.db, {
    context,
    itemId: row.id,
    transition: step,
    reason,
    ofChange,
  })
  return revision
}

async function endChange(
  context: ActionContext & TransitionContext,
  row: ItemRow,
  change: PendingVersion,
  step: ChangeTransition,
  { reason, remarks }: TransitionInput,
): Promise<number> {
  const { db } = context
  const latest = latestRevision(row, change)
  await logTransition(context, row.id, {
    action: `change:${step.action}`,
    from: change.status,
    to: step.to,
    part: step.by && partOf({ by: step.by }, context.caller, row),
    reason,
    remarks,
  })
  if (step.kind === 'withdraw') {
    await dropPending(db, row.id)
    await db
      .updateTable('item')
      .set({ revision: latest + 1 })
      .where('id', '=', row.id)
      .execute()
    return latest + 1
  }
  if (step.to === row.status) {
    const body = await mergedBody(context, row, change)
    await refuseOpening(context, row.id, body)
    await dropPending(db, row.id)
    return replaceBody(context, row, body, { latest, adopts: true })
  }
  await db
    .updateTable('pendingVersion')
    .set({ status: step.to, reason: reason ?? null, updatedAt: context.services.clock() })
    .where('itemId', '=', row.id)
    .execute()
  return latest
}

/** The change's body with what its author may not see of the item, what the system filled in, and the receipt number. */
export async function mergedBody(
  { db, plan, services }: Pick<ActionContext, 'db' | 'plan' | 'services'>,
  row: ItemRow,
  change: PendingVersion,
): Promise<Body> {
  const author = await db
    .selectFrom('account')
    .select(['id', 'role'])
    .where('id', '=', change.author)
    .executeTakeFirst()
  const caller = author ? { ...author, grants: grantsOf(services.roles, author.role) } : null
  const filled = plan.own.flatMap(({ name, from }) => (from ? [name] : []))
  const retaken = new Set(retakenFields(plan, change.body, row.body).map(({ name }) => name))
  const kept = [RECEIPT_KEY, ...filled, ...fieldsHiddenFrom(plan, caller, row)].filter(
    (name) => !retaken.has(name),
  )
  const unseen = kept.flatMap((name) =>
    row.body[name] === undefined ? [] : [[name, row.body[name]] as const],
  )
  return { ...change.body, ...Object.fromEntries(unseen) }
}
