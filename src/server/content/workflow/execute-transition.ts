// Executes a transition of an item, or a decision on its pending change.
import { type Kysely, sql } from 'kysely'
import { requireItem } from '#server/content/access/access.ts'
import { actingFor } from '#server/content/access/acting-for.ts'
import {
  deletePreviousVersion,
  isClosedBy,
  isOpenedBy,
  previousRevision,
  savePreviousVersion,
} from '#server/content/access/previous-version.ts'
import { notInState } from '#server/content/access/refuse-by-state.ts'
import type { ActionContext, ContentActionHandler, TransitionContext } from '#server/content/action.ts'
import { itemTransitioned } from '#server/content/events.ts'
import { type ItemRow, loadRow } from '#server/content/items/item-row.ts'
import {
  dropPending,
  latestRevision,
  loadPending,
  type PendingVersion,
} from '#server/content/items/pending-change.ts'
import { switchTimers } from '#server/content/items/timers.ts'
import { fieldsHiddenFrom } from '#server/content/items/type-plan.ts'
import {
  decideChange,
  findChangeTransition,
  mergedBody,
} from '#server/content/pending-changes/decide-change.ts'
import {
  readableChange,
  requireSeen,
  unnamed,
} from '#server/content/pending-changes/require-read-revision.ts'
import { CHANGE_DROPPED, logTransition } from '#server/content/write/log-transition.ts'
import { replaceBody } from '#server/content/write/replace-body.ts'
import { requireOpen } from '#server/content/write/require-open-period.ts'
import { type WriteResult, write } from '#server/content/write/write.ts'
import { type Parameters, readInteger, requireText } from '#server/platform/calls/read-parameter.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { type Caller, isInAudience } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { isForLosers } from '#shared/lifecycles/effects.ts'
import { withRemarked } from '#shared/lifecycles/field-comments.ts'
import {
  findReturnTransition,
  hasVoted,
  isDeletedState,
  isExcludedFrom,
  isExecutableBy,
  isMet,
  isPublic,
  type OpenTransition,
  partOf,
  permittedTransitions,
  reviews,
  suitsParent,
  type Transition,
  wasLetIn,
} from '#shared/lifecycles/lifecycle.ts'
import { advanceParent } from './advance-parent.ts'
import { applyEffects, type EffectsResult } from './apply-effects.ts'
import { createRelated } from './create-related.ts'
import { readFieldComments } from './field-comments.ts'
import { assignToCaller, refuseAlreadyAssigned, requireTakers } from './first-come-assignment.ts'
import { lockFamily, moveOthers } from './move-related.ts'
import { describeParentCondition, findUnmetParentCondition } from './parent-conditions.ts'
import { recordDecision } from './record-decision.ts'
import { refuseDeletingReferenced, requireReferences } from './referential-integrity.ts'
import { requireFutureDate } from './require-future-date.ts'
import { requirePartner } from './require-partner.ts'
import { requireSubmissionAllowed } from './submission-policy.ts'
import { readReason, readTransitionInput, requireReason, type TransitionInput } from './transition-form.ts'
import { describeUnmetConditions } from './unmet-conditions.ts'
import { castVote, withVotes } from './votes.ts'

export function transitionAction(action: string): ContentActionHandler {
  return async (called) => {
    requireSignedIn(called.caller)
    const context = withBody(called)
    return write(context, async (transaction): Promise<WriteResult<unknown>> => {
      await refuseAlreadyAssigned(transaction, context, requireText(context.params, 'id'), action)
      await lockFamily(transaction, context.plan, requireText(context.params, 'id'), action)
      const locked = await requireItem(context, undefined, {
        db: transaction,
        lock: true,
        includeDeleted: true,
      })
      const found = await withVotes(transaction, context, locked)
      const change = await readableChange(transaction, context, found)
      if (isOfChange(context, found, change, action))
        return endChange(transaction, context, { row: found, change, action, reason: readReason(context) })
      const step = permit(context, found, action)
      requireFutureDate(context, found, step)
      await requirePartner(transaction, context, found, step)
      const input = readTransitionInput(context, found, step)
      // An item that was taken offline was approved before, so the submission policy does not apply again.
      if (step.kind === 'submit') requireOpen(context, found)
      if (step.kind === 'submit' && !wasLetIn(context.plan.type.lifecycle, found.leftStatus))
        await requireSubmissionAllowed(transaction, context, found.body, found.status)
      requireSeen(context, found, step, change)
      const acting = actingFor(context, step)
      const behalf = step.for ? { behalf: step.for.id } : {}
      const vote = await castVote(transaction, acting, found, step, input)
      if (vote) return { ...vote, detail: { ...vote.detail, ...behalf } }
      const row = await assignToCaller(transaction, acting, found, step)
      const dropped = await settleChange(transaction, acting, row, step, change)
      const also = await advanceParent(transaction, acting, row, step)
      const { also: others = [], ...done } = await move(transaction, acting, row, step, {
        ...input,
        isDropping: dropped !== undefined,
      })
      const recorded = await recordDecision(transaction, context, row, step, input.reason)
      return {
        also: [also ?? [], others, recorded].flat(),
        answer: { id: row.id, status: step.to, ...done },
        target: row.id,
        detail: {
          from: row.status,
          to: step.to,
          ...behalf,
          ...(input.reason ? { reason: input.reason } : {}),
          ...(dropped === undefined ? {} : { dropped }),
        },
      }
    })
  }
}

/** Merges the parameters of the transition, which come in the address of a GET and in the body of a POST. */
function withBody(context: ActionContext): ActionContext {
  const body = (context.call.body ?? {}) as Parameters // validated as an object, or null
  return { ...context, params: { ...context.params, ...body } }
}

/** Named by `change`, or meant because the item itself has no such way out of its state. */
function isOfChange(
  { plan, params }: ActionContext,
  row: ItemRow,
  change: PendingVersion | undefined,
  action: string,
): boolean {
  if (params.change !== undefined) return true
  const hasOwn = plan.type.lifecycle.transitions.some(
    (step) => step.action === action && step.from.includes(row.status),
  )
  return change !== undefined && !hasOwn
}

interface Ending {
  readonly row: ItemRow
  readonly change: PendingVersion | undefined
  readonly action: string
  readonly reason: string | undefined
}

async function endChange(
  transaction: Kysely<Schema>,
  context: ActionContext,
  { row, change, action, reason }: Ending,
): Promise<WriteResult<unknown>> {
  if (!change) throw new Failure('WRONG_STATE')
  const seen = readInteger(context.params, 'change', { min: 1, max: Number.MAX_SAFE_INTEGER })
  const step = findChangeTransition(context, row, change, action)
  if (!step) throw new Failure('FORBIDDEN')
  requireReason(step, reason)
  if (seen !== undefined && seen !== change.revision) throw new Failure('STALE_REVISION')
  // The author may have changed it since, so an approval must name its revision.
  if (seen === undefined && step.to === row.status && context.caller?.id !== change.author)
    throw unnamed('change', '修改稿可能又有改动，请填写 change')
  const fieldComments = readFieldComments(context, step)
  const acting = actingFor(context, step)
  const revision = await decideChange(transaction, acting, row, change, step, {
    reason,
    remarks: fieldComments,
  })
  const changeStatus = step.to === row.status ? null : step.to
  return {
    answer: { id: row.id, status: row.status, revision, changeStatus },
    target: row.id,
    detail: {
      change: change.revision,
      ...(reason ? { reason } : {}),
      from: change.status,
      to: step.to,
      ...(step.for ? { behalf: step.for.id } : {}),
    },
  }
}

/**
 * Settles the pending change. A transition that returns the item to its owner merges the change into the item, so
 * that both are approved together or not at all. Any other transition decides on the approved version, so the change
 * is dropped and its revision is returned.
 */
async function settleChange(
  transaction: Kysely<Schema>,
  context: ActionContext,
  row: ItemRow,
  step: Transition,
  change: PendingVersion | undefined,
): Promise<number | undefined> {
  const { lifecycle } = context.plan.type
  if (!reviews(lifecycle, row.status)) return undefined
  const pending = change ?? (await loadPending(transaction, row.id))
  if (!pending) return undefined
  await dropPending(transaction, row.id)
  const { editable = false } = lifecycle.states[step.to] ?? {}
  if (!editable) {
    const { status } = row
    await logTransition(transaction, context, row.id, {
      action: CHANGE_DROPPED,
      from: pending.status,
      to: status,
    })
    return pending.revision
  }
  const body = await mergedBody(transaction, context, row, pending)
  if (isClosedBy(lifecycle, row.status, step.to)) await savePreviousVersion(transaction, row.id)
  await replaceBody(transaction, context, { ...row, revision: latestRevision(row, pending) }, body)
  return undefined
}

/**
 * Returns the open transition. Throws `FORBIDDEN` for callers who may never execute it, and `WRONG_STATE` for callers
 * who may not execute it now.
 */
function permit(context: ActionContext, row: ItemRow, action: string): OpenTransition {
  const { plan, caller } = context
  const { lifecycle } = plan.type
  const steps = lifecycle.transitions.filter((step) => step.action === action)
  const step = permittedTransitions(lifecycle, row, caller).find((open) => open.action === action)
  if (step) return step
  const mine = steps.filter((known) => isExecutableBy(known, caller, row) && known.from.includes(row.status))
  if (mine.some((known) => hasVoted(known, row, caller))) throw votedAlready(mine[0] as Transition)
  const [first] = mine
  if (first && mine.some((known) => !suitsParent(known, row))) throw notUnder(context, row, first)
  if (mine.length > 0 && mine.every((known) => !isMet(known, row, caller))) throw notNow(context, row, mine)
  if (mine.length > 0) throw new Failure('NOT_AS_APPROVED')
  if (steps.some((known) => known.from.includes(row.status) && isOwnFor(known, caller, row)))
    throw new Failure('OWN_ITEM')
  const his = steps.find((known) => isExecutableBy(known, caller, row))
  if (!his || steps.some(({ from }) => from.includes(row.status))) throw new Failure('FORBIDDEN')
  throw notInState(plan.type, row.status, `办理“${his.title}”`)
}

/** Builds the failure for the parent's state, which only the parent's owner may learn. */
function notUnder({ plan, services, caller }: ActionContext, row: ItemRow, step: Transition): Failure {
  const { type, byName } = plan
  const { title } = step
  const first =
    row.parentOwnerId === caller?.id ? findUnmetParentCondition(services.model(), type, row, step) : undefined
  if (first) return new Failure('WRONG_STATE', { message: describeParentCondition(first, title) })
  const above = byName.get(type.parent ?? '')?.title ?? '上级内容'
  return new Failure('WRONG_STATE', { message: `${above}目前的状态不允许办理“${title}”` })
}

/**
 * Returns true if the caller, or an account that the caller represents, could execute the transition but for owning
 * the item.
 */
function isOwnFor(step: Transition, caller: Caller, row: ItemRow): boolean {
  if (isExcludedFrom(step, caller, row)) return true
  return row.ownerId === caller?.id && isInAudience(caller, step.by, { ...row, ownerId: null })
}

function votedAlready({ title }: Transition): Failure {
  return new Failure('WRONG_STATE', { message: `您已办理过“${title}”，还需其他人办理` })
}

/** Builds the failure for a caller who may act in this state, but not with the item's present values. */
function notNow(
  { plan, services, caller }: ActionContext,
  row: ItemRow,
  ways: readonly Transition[],
): Failure {
  const hidden = fieldsHiddenFrom(plan, caller, row)
  const fields = new Map([...plan.byName].filter(([name]) => !hidden.has(name)))
  const scope = { model: services.model(), fields, item: { ...row.body, status: row.status } }
  const unmet = ways.map(({ when }) => when && describeUnmetConditions(when, scope))
  const why = unmet.every(Boolean) ? `：${unmet.join('；或')}` : ''
  return new Failure('WRONG_STATE', { message: `这条内容目前不符合“${ways[0]?.title}”的条件${why}` })
}

/**
 * Returns the state to restore later. Null if the owner withdraws the item from the public, because the owner does
 * not want it back unchanged. Undefined to keep the stored value.
 */
function toPreviousStatus(
  { plan, caller }: TransitionContext,
  row: Pick<ItemRow, 'status' | 'ownerId'>,
): string | null | undefined {
  const { lifecycle } = plan.type
  if (!findReturnTransition(lifecycle, row.status)) return undefined
  return caller?.id === row.ownerId && reviews(lifecycle, row.status) ? null : row.status
}

/**
 * Writes the new state with its log entry. An item keeps the time of its first publication.
 *
 * If the owner withdraws the item from the public, its version stays approved; if an operator does, it does not.
 * Effects are written before the state, and notices are sent last.
 */
export async function move(
  transaction: Kysely<Schema>,
  context: TransitionContext,
  row: Pick<ItemRow, 'id' | 'status' | 'publishedAt' | 'ownerId' | 'revision'>,
  step: Pick<
    Transition,
    'action' | 'title' | 'to' | 'back' | 'claim' | 'do' | 'fit' | 'reason' | 'words' | 'by'
  >,
  input: TransitionInput = {},
): Promise<EffectsResult> {
  const { plan, services, caller } = context
  const { lifecycle } = plan.type
  const now = services.clock()
  const before = step.do?.some(isForLosers)
    ? await loadRow(transaction, plan, sql`id = ${row.id}`)
    : undefined
  if (isDeletedState(lifecycle, step.to)) await refuseDeletingReferenced(transaction, context, row.id)
  const done = await applyEffects(transaction, context, row, step.do, input.answers)
  await requireReferences(transaction, context, row.id, step)
  const leftStatus = step.back ? null : toPreviousStatus(context, row)
  const isOpened = isOpenedBy(lifecycle, row.status, step.to)
  if (isOpened) await deletePreviousVersion(transaction, row.id)
  await transaction
    .updateTable('item')
    .set({
      status: step.to,
      statusSince: now,
      ...(leftStatus === undefined ? {} : { leftStatus }),
      updatedAt: now,
      ...(reviews(lifecycle, row.status)
        ? { approvedRevision: caller?.id === row.ownerId ? done.revision : null }
        : {}),
      ...(isClosedBy(lifecycle, row.status, step.to)
        ? { leftRevision: previousRevision(row.id, done.revision) }
        : {}),
      ...(isOpened ? { leftRevision: null } : {}),
      ...(isPublic(lifecycle, step.to) && !row.publishedAt ? { publishedAt: now } : {}),
    })
    .where('id', '=', row.id)
    .execute()
  const isOffered = lifecycle.transitions.some(({ claim, from }) => claim && from.includes(step.to))
  const left = isOffered ? await loadRow(transaction, plan, sql`id = ${row.id}`) : undefined
  if (left) await requireTakers(transaction, context, left, step)
  // The log entry of a return is marked `back:`, so that the earlier reason for the state applies again.
  const isBack = step.back?.includes(step.to) && !reviews(lifecycle, step.to)
  const action = isBack ? (`back:${step.action}` as const) : step.action
  const part = partOf(step, caller, row)
  await logTransition(transaction, context, row.id, { ...input, action, from: row.status, to: step.to, part })
  await switchTimers(transaction, row.id, step.do, now)
  const moved = await moveOthers(transaction, context, row.id, step, move)
  const made = await createRelated(transaction, context, row.id, step, input.answers)
  const also = [...new Set([...moved, ...made])]
  const reason = withRemarked(plan.type, input.reason, input.remarks)
  await context.services.events.emit(itemTransitioned, transaction, {
    context,
    itemId: row.id,
    transition: step,
    reason,
    before,
    isDropping: input.isDropping,
  })
  return also.length > 0 ? { ...done, also } : done
}
