// Stage authorize of a transition: loads and locks the item once, and finds the transition that the caller may execute.
import { alreadyAssignedMessage, canRead, requireItem } from '#server/content/access/access.ts'
import { notInState } from '#server/content/access/refuse-by-state.ts'
import type { ActionContext, WriteScope } from '#server/content/action.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { loadPending, type PendingVersion } from '#server/content/items/pending-change.ts'
import { fieldsHiddenFrom } from '#server/content/items/type-plan.ts'
import { requireText } from '#server/platform/calls/read-parameter.ts'
import type { Caller } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { reviews, type Transition } from '#shared/lifecycles/lifecycle.ts'
import {
  hasVoted,
  isExecutableBy,
  isMet,
  type OpenTransition,
  permittedTransitions,
  suitsParent,
} from '#shared/lifecycles/transition-policies.ts'
import { lockFamily } from './move-related.ts'
import { describeParentCondition, findUnmetParentCondition } from './parent-conditions.ts'
import { describeUnmetConditions } from './unmet-conditions.ts'
import { withVotes } from './votes.ts'

export interface Loaded {
  readonly row: ItemRow
  /** Its pending change, whoever may read it; looked for only while the item is approved. */
  readonly pending: PendingVersion | undefined
  /** The same if the caller may read it. */
  readonly change: PendingVersion | undefined
}

/** Loads the item of the call with what waits beside it. The row stays locked until the transaction ends. */
export async function loadForTransition(work: ActionContext & WriteScope, action: string): Promise<Loaded> {
  const { params } = work
  const id = requireText(params, 'id')
  await lockFamily(work, id, action)
  const locked = await requireUnassigned(work, id, action)
  const row = await withVotes(work, locked)
  return { row, ...(await loadPendingFor(work, row)) }
}

/** Whoever comes too late for an assignment learns so, even if the item is closed to later callers. */
async function requireUnassigned(
  work: ActionContext & WriteScope,
  id: string,
  action: string,
): Promise<ItemRow> {
  const { plan, caller } = work
  const isClaim = plan.type.lifecycle.transitions.some((step) => step.action === action && step.claim)
  const taken = (message: string) => new Failure('WRONG_STATE', { message })
  const row = await requireItem(work, id, { lock: true, includeDeleted: true }).catch((error: unknown) => {
    throw isClaim && error instanceof Failure && error.error === 'TAKEN' ? taken(error.message) : error
  })
  const words = isClaim ? alreadyAssignedMessage(plan.type, row, caller, action) : undefined
  if (words !== undefined) throw taken(words)
  return row
}

/** Loads the pending change of an item whose row is locked. */
export async function loadPendingFor(
  { db, plan, caller }: ActionContext,
  row: ItemRow,
): Promise<Omit<Loaded, 'row'>> {
  const pending = reviews(plan.type.lifecycle, row.status) ? await loadPending(db, row.id) : undefined
  const isReadable = pending && canRead(plan.type, { ...row, status: pending.status }, caller)
  return { pending, change: isReadable ? pending : undefined }
}

/** True if the change is meant: named by `change`, or because the item itself has no such way out of its state. */
export function isOfChange(
  { plan, params }: ActionContext,
  { row, change }: Loaded,
  action: string,
): boolean {
  if (params.change !== undefined) return true
  const hasOwn = plan.type.lifecycle.transitions.some(
    (step) => step.action === action && step.from.includes(row.status),
  )
  return change !== undefined && !hasOwn
}

/**
 * Returns the open transition. Throws `FORBIDDEN` for callers who may never execute it, and `WRONG_STATE` for callers
 * who may not execute it now.
 */
export function permit(context: ActionContext, row: ItemRow, action: string): OpenTransition {
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
  const isFor = (item: ItemRow) => isExecutableBy({ ...step, not: [] }, caller, item)
  return isFor(row) || (row.ownerId === caller?.id && isFor({ ...row, ownerId: null }))
}

function votedAlready({ title, stage }: Transition): Failure {
  const message = stage ? '您已审核或修改过这份内容，须由其他人审核' : `您已办理过“${title}”，还需其他人办理`
  return new Failure('WRONG_STATE', { message })
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
