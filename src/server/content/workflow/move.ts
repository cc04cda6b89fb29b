// Moves an item along a transition: one statement writes its fields and its state, then follow its effects and events.
import { isDeepStrictEqual } from 'node:util'
import {
  deletePreviousVersion,
  isClosedBy,
  isOpenedBy,
  previousRevision,
  savePreviousVersionOnce,
  updatePreviousVersion,
} from '#server/content/access/previous-version.ts'
import type { TransitionContext } from '#server/content/action.ts'
import { itemTransitioned } from '#server/content/events.ts'
import { columnValues } from '#server/content/items/item-columns.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { loadPending } from '#server/content/items/pending-change.ts'
import { switchTimers } from '#server/content/items/timers.ts'
import { stateWithPlace } from '#server/content/write/capacity.ts'
import { logTransition, type TransitionEntry } from '#server/content/write/log.ts'
import { setPending, type Unsaved, updateItem } from '#server/content/write/persist.ts'
import { hooksOf, persistHooked, runHook, toHookItem } from '#server/content/write/run-hooks.ts'
import type { Body } from '#server/content/write/validate.ts'
import { Failure } from '#shared/calls/errors.ts'
import { isEmpty } from '#shared/expressions/condition.ts'
import { isMoving, isNotify } from '#shared/lifecycles/effects.ts'
import { withRemarked } from '#shared/lifecycles/field-comments.ts'
import {
  findReturnTransition,
  isDeletedState,
  isPublic,
  reviews,
  type Transition,
} from '#shared/lifecycles/lifecycle.ts'
import { PUBLISH_AT } from '#shared/lifecycles/schedule.ts'
import { partOf } from '#shared/lifecycles/transition-policies.ts'
import { applyEffects } from './apply-effects.ts'
import { createRelated } from './create-related.ts'
import { requireTakers } from './first-come-assignment.ts'
import { moveOthers } from './move-related.ts'
import { refuseDeletingReferenced, requireReferences } from './referential-integrity.ts'
import type { TransitionInput } from './transition-form.ts'

/** The parts of a transition that count once it is permitted. */
export type Movement = Pick<
  Transition,
  'action' | 'title' | 'to' | 'back' | 'claim' | 'do' | 'fit' | 'reason' | 'words' | 'by'
>

export interface Moved {
  /** Where the item is then: not where the transition leads, if it waits for a place. */
  readonly status: string
  readonly revision: number
  /** The number that the transition assigned or found. */
  readonly receiptNo?: string
}

/**
 * Moves the item, whose row must be locked and as it is stored. An item keeps the time of its first publication. If
 * the owner withdraws the item from the public, its version stays approved; if an operator does, it does not. Notices
 * are sent last.
 */
export async function move(
  context: TransitionContext,
  row: ItemRow,
  wanted: Movement,
  input: TransitionInput = {},
  unsaved?: Unsaved,
): Promise<Moved> {
  const { db, plan, services } = context
  const step = await orWaiting(context, row, wanted, unsaved)
  const { lifecycle } = plan.type
  const hooks = hooksOf(context)
  const transition = { action: step.action, title: step.title, from: row.status, to: step.to }
  const { reason, answers } = input
  const before = hooks && toHookItem(row)
  if (hooks) {
    const item = toHookItem({ ...row, ...unsaved })
    await runHook(context, 'beforeTransition', { item, transition, reason, answers })
  }
  if (isDeletedState(lifecycle, step.to)) await refuseDeletingReferenced(context, row.id)
  const { receiptNo, ...next } = await rewrite(context, row, step, input, unsaved)
  // The log entry of a return is marked `back:`, so that the earlier reason for the state applies again.
  const isBack = input.isUndoing || (step.back?.includes(step.to) && !reviews(lifecycle, step.to))
  const action = isBack ? (`back:${step.action}` as const) : step.action
  const part = partOf(step, context.caller, row)
  const store = () => writeState(context, row, step, { ...input, action, part }, next, unsaved)
  const item = hooks && toHookItem({ ...row, ...next })
  const moved =
    before && item && !isDeepStrictEqual(before.body, item.body)
      ? await persistHooked(context, { item, before }, store, toHookItem)
      : await store()
  await requireReferences(context, moved, step)
  await requireTakers(db, context, moved, step)
  await moveOthers(context, moved, step, move)
  await createRelated(context, moved, step, input.answers)
  if (hooks) {
    const told = { item: toHookItem(moved), before, transition, reason, answers }
    await runHook(context, 'afterTransition', told)
  }
  await services.events.emit(itemTransitioned, db, {
    context,
    itemId: row.id,
    // Its readers can depend on the items that have moved with it, and on what hooks have written.
    row: hooks || step.do?.some(isMoving) ? undefined : moved,
    before: row,
    transition: step,
    reason: withRemarked(plan.type, input.reason, input.remarks),
    isDropping: input.isDropping,
  })
  return { status: step.to, revision: next.revision, ...(receiptNo === undefined ? {} : { receiptNo }) }
}

/**
 * The transition, or the same to the waiting list where it leads to a place and all are taken. Nothing of it happens
 * then, but the notices that name the waiting state (`in`).
 */
async function orWaiting(
  { db, plan }: TransitionContext,
  row: ItemRow,
  step: Movement,
  unsaved?: Unsaved,
): Promise<Movement> {
  const { parentId } = columnValues(plan.type, unsaved?.body ?? row.body)
  const to = await stateWithPlace(db, plan, { to: step.to, from: row.status, parentId })
  if (to === step.to) return step
  const told = step.do?.filter((effect) => isNotify(effect) && effect.in?.includes(to)) ?? []
  const { claim: _claim, fit: _fit, ...kept } = step
  return { ...kept, to, do: told }
}

/**
 * Moves the item, whose row must be locked, with its account, which is closed or suspended: nothing follows and nobody
 * is notified.
 */
export async function moveSilently(
  context: TransitionContext,
  row: ItemRow,
  step: Movement,
  entry: { readonly action: string; readonly reason: string },
): Promise<void> {
  await writeState(context, row, step, entry, row)
}

/** Writes the state that the transition leads to, with its log entry. Returns the row as it is then. */
async function writeState(
  context: TransitionContext,
  row: ItemRow,
  step: Movement,
  entry: Omit<TransitionEntry, 'from' | 'to'>,
  { body, revision }: Pick<Unsaved, 'body' | 'revision'>,
  unsaved?: Unsaved,
): Promise<ItemRow> {
  const { db, plan, services } = context
  await logTransition(context, row.id, { ...entry, from: row.status, to: step.to })
  await switchTimers(db, row.id, step.do, services.clock())
  if (isOpenedBy(plan.type.lifecycle, row.status, step.to)) await deletePreviousVersion(db, row.id)
  const moved = await updateItem(
    context,
    row,
    {
      ...unsaved?.columns,
      ...(body === row.body ? {} : { body, revision }),
      ...stateColumns(context, row, step, { revision }, unsaved),
    },
    { returning: plan.infoColumns, reason: entry.reason },
  )
  if (!moved) throw new Failure('NOT_FOUND')
  return moved
}

/** Returns body and revision as the transition leaves them. What nobody edits leaves the revision as it is. */
async function rewrite(
  context: TransitionContext,
  row: ItemRow,
  step: Movement,
  { answers = {} }: TransitionInput,
  { body: held, revision: last }: Pick<Unsaved, 'body' | 'revision'> = row,
) {
  const { db, plan } = context
  const { body: written, receiptNo } = await applyEffects(
    { context, answers, body: held, id: row.id },
    step.do,
  )
  const body = isPublic(plan.type.lifecycle, step.to) ? withoutPublishAt(context, written) : written
  const changed = plan.own.filter(({ name }) => !isDeepStrictEqual(held[name], body[name]))
  const edited = changed.filter(({ from }) => from === undefined)
  const revision = edited.length > 0 ? last + 1 : last
  if (revision !== row.revision) await savePreviousVersionOnce(db, plan, row.id)
  if (changed.length > 0) await updatePreviousVersion(db, context, row.id, valuesOf(body, changed))
  if (edited.length > 0) await setPending(context, await loadPending(db, row.id), valuesOf(body, edited))
  return { body, revision, receiptNo }
}

/** What is public waits for no time of publication. */
const withoutPublishAt = ({ plan }: TransitionContext, body: Body): Body =>
  plan.byName.has(PUBLISH_AT) && !isEmpty(body[PUBLISH_AT]) ? { ...body, [PUBLISH_AT]: null } : body

const valuesOf = (body: Body, fields: readonly { readonly name: string }[]): Body =>
  Object.fromEntries(fields.map(({ name }) => [name, body[name]]))

function stateColumns(
  context: TransitionContext,
  row: ItemRow,
  { to, back }: Movement,
  { revision }: Pick<Moved, 'revision'>,
  { approvedRevision = revision }: Partial<Unsaved> = {},
): Record<string, unknown> {
  const { plan, services, caller } = context
  const { lifecycle } = plan.type
  const now = services.clock()
  const leftStatus = back ? null : toPreviousStatus(context, row)
  return {
    status: to,
    statusSince: now,
    ...(leftStatus === undefined ? {} : { leftStatus }),
    ...(reviews(lifecycle, row.status)
      ? { approvedRevision: caller?.id === row.ownerId ? approvedRevision : null }
      : {}),
    ...(isClosedBy(lifecycle, row.status, to) ? { leftRevision: previousRevision(row.id, revision) } : {}),
    ...(isOpenedBy(lifecycle, row.status, to) ? { leftRevision: null } : {}),
    ...(isPublic(lifecycle, to) && !row.publishedAt ? { publishedAt: now } : {}),
  }
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
