// Refuses new items under a parent that does not accept them.

import { type Kysely, sql } from 'kysely'
import { canRead } from '#server/content/access/access.ts'
import type { ActionContext } from '#server/content/action.ts'
import { quote } from '#server/content/fields/field-expression.ts'
import { missedAmong, participantMembers } from '#server/content/fields/participants-sql.ts'
import { type ItemRow, loadRow } from '#server/content/items/item-row.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import { type Body, requireOpen } from '#server/content/write/validate.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { canCallOperation } from '#server/platform/operations/access.ts'
import type { Related } from '#shared/access/facts.ts'
import { isAllowed, member } from '#shared/access/policy.ts'
import {
  type Audience,
  type Caller,
  isInAudience,
  parentPartyAudience,
  partyField,
} from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { labelOf } from '#shared/content/dictionary-label.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import {
  findByKind,
  isDeletedState,
  isOnward,
  isSentBack,
  leadsTo,
  wasLetIn,
} from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { findExcepted, findSubmittedTypes } from '#shared/model/submission-policy.ts'
import { titleOfPart } from './participant-title.ts'

type Asking = Pick<ActionContext, 'plan' | 'services' | 'caller'>

interface ParentState {
  readonly status: string
  readonly body: Body
  readonly ownerId: string | null
  /** The parent's owner, if this account cannot act. */
  readonly missed: object | null
  readonly parties?: Readonly<Record<string, readonly string[]>>
}

/** Returns true if only the parent's owner decides, without a fallback assignee. */
const waitsForOwner = ({ lifecycle }: ContentType): boolean =>
  !lifecycle.vacancy?.some(({ part }) => part === 'parent.owner') &&
  lifecycle.transitions.some(
    (step) =>
      isOnward(lifecycle, step) && step.by.length > 0 && step.by.every((who) => who === 'parent.owner'),
  )

function participantsColumn(audiences: readonly Audience[]): string {
  const members = audiences.flatMap((audience) => {
    const field = partyField(parentPartyAudience(audience) ?? '')
    return field === undefined ? [] : [`${quote(audience)}, array(${participantMembers('item', field)})`]
  })
  return members.length === 0 ? '' : `, json_build_object(${members.join(', ')}) as parties`
}

const relatedTo = ({ ownerId, parties = {} }: ParentState, type: string): Related => ({
  type,
  ownerId: null,
  parentOwnerId: ownerId,
  parties,
})

/**
 * Checks the submission policy. To be called in the transaction that stores the item; the parent stays locked until
 * its end. `status` is the present state of the item: an item that was accepted and sent back may be corrected after
 * the last day, and while the parent accepts nothing new.
 */
export async function requireSubmissionAllowed(
  transaction: Kysely<Schema>,
  { plan, services, caller }: Asking,
  body: Body,
  status?: string,
  { isHeld = true }: { readonly isHeld?: boolean } = {},
): Promise<void> {
  const { admission, parent = '', title } = plan.type
  if (!admission) return
  const field = plan.byName.get(parent)
  const by = admission.by ?? []
  // A type that moves its parent takes the write lock at once. Two transactions with a shared lock would deadlock.
  const hold = sql.raw(!isHeld ? '' : plan.type.takes ? 'for no key update' : 'for share')
  const { rows } = await sql<ParentState>`
    select status, body, owner_id, ${sql.raw(missedAmong('item.owner_id'))} as missed ${sql.raw(participantsColumn(by))} from item
    where id = ${String(body[parent] ?? '')} and type = ${field?.ref ?? ''} ${hold}`.execute(transaction)
  const [above] = rows
  const what = field?.title ?? '上级内容'
  if (above && by.length > 0 && !isAllowed(member(by), caller, relatedTo(above, plan.type.name)))
    throw new Failure('FORBIDDEN', { message: onlyBy(services.model(), plan.type, what) })
  if (above && isInAudience(caller, admission.not ?? [], { ownerId: null, parentOwnerId: above.ownerId }))
    throw new Failure('FORBIDDEN', { message: `${what}由您本人发布，不能为其提交${title}` })
  const { lifecycle, outlives = false } = plan.type
  // An accepted item may be corrected in any state of the parent, if the parent is not deleted or the item outlives
  // it.
  if (
    above &&
    status !== undefined &&
    status !== lifecycle.initial &&
    isSentBack(lifecycle, status) &&
    (outlives || !isParentDeleted(services.model(), field?.ref, above))
  )
    return
  const excepted = above && findExcepted(admission, above.body)
  if (!above || !admission.states.includes(above.status) || excepted !== undefined)
    throw await closed(transaction, { plan, services, caller }, String(body[parent] ?? ''), excepted)
  if (above.missed && waitsForOwner(plan.type))
    throw new Failure('WRONG_STATE', {
      message: `${what}的发布者账号目前不可用，提交后无人答复，暂不接收新的${title}；请稍后再试，或联系运营人员`,
    })
  const last = admission.until === undefined ? undefined : above.body[admission.until]
  const today = dayAt(services.clock())
  const lastDay = typeof last === 'string' ? toDay(last) : today
  if (lastDay < today)
    throw new Failure('WRONG_STATE', {
      message: `${what}的征集已于 ${lastDay} 截止，不再接收新的${title}`,
    })
}

function isParentDeleted(model: Model, type: string | undefined, { status }: ParentState): boolean {
  const above = model.contentTypes.find(({ name }) => name === type)
  return above === undefined || isDeletedState(above.lifecycle, status)
}

/** Returns true if the owner has yet to submit the item, and the parent's submission policy applies. */
export function awaitsSubmission(
  { admission, lifecycle }: ContentType,
  { status, leftStatus, ownerId }: ItemRow,
  caller: Caller,
): boolean {
  const step = findByKind(lifecycle, status, 'submit')
  return (
    admission !== undefined &&
    step?.by.includes('owner') === true &&
    caller?.id === ownerId &&
    !wasLetIn(lifecycle, leftStatus)
  )
}

/** Returns the reason that the item cannot be submitted now, for its owner; null if it can. */
export async function barredBy(db: Kysely<Schema>, context: Asking, row: ItemRow): Promise<string | null> {
  const { lifecycle, parent = '' } = context.plan.type
  if (typeof row.body[parent] !== 'string') return null
  return messageOf(async () => {
    await requireSubmissionAllowed(db, context, row.body, row.status, { isHeld: false })
    if (row.status === lifecycle.initial) requireOpen(context, row)
  })
}

/** Why the actor cannot submit anything new under the item, by type; absent are types that accept it or that the actor never submits. */
export async function findSubmissionRefusals(
  db: Kysely<Schema>,
  { plan, services, caller }: Asking,
  { id }: ItemRow,
): Promise<Readonly<Record<string, string>>> {
  const model = services.model()
  const isSubmitted = ({ name }: ContentType) =>
    model.operations.some(
      (operation) =>
        operation.content?.type === name &&
        operation.content.action === 'add' &&
        canCallOperation(caller, operation),
    )
  const refuse = async ({ name, parent = '' }: ContentType): Promise<[string, string][]> => {
    const child = findPlan(model, name)
    if (!child) return []
    const context = { plan: child, services, caller }
    const message = await messageOf(() =>
      requireSubmissionAllowed(db, context, { [parent]: id }, undefined, { isHeld: false }),
    )
    return message === null ? [] : [[name, message]]
  }
  const types = findSubmittedTypes(model.contentTypes, plan.type).filter(isSubmitted)
  return Object.fromEntries((await Promise.all(types.map(refuse))).flat())
}

/** The words of the refusal; null where nothing is refused. */
async function messageOf(check: () => Promise<void>): Promise<string | null> {
  try {
    await check()
    return null
  } catch (error) {
    if (error instanceof Failure) return error.message
    throw error
  }
}

/** Message that only these participants may submit, without the accounts that the parent's fields name. */
function onlyBy(model: Model, type: ContentType, what: string): string {
  const names = (type.admission?.by ?? []).map((who) => titleOfPart(model, type, who))
  return `只有该${what}的${names.join('、')}可以为其提交${type.title}`
}

/** Of a date, or of a time. */
const toDay = (text: string): string => (text.length > 10 ? dayAt(new Date(text)) : text)

/**
 * Builds the failure of a parent that accepts nothing in its present state. A caller who may not read the parent
 * learns nothing of its state.
 */
async function closed(
  transaction: Kysely<Schema>,
  { plan, services, caller }: Asking,
  id: string,
  excepted: string | undefined,
): Promise<Failure> {
  const { admission, parent = '', title } = plan.type
  const model = services.model()
  const above = findPlan(model, plan.byName.get(parent)?.ref ?? '')
  const row = above && (await loadRow(transaction, above, sql`id = ${id}`))
  const what = above?.type.title ?? '上级内容'
  if (!row || !canRead(above.type, row, caller))
    return new Failure('WRONG_STATE', { message: `该${what}不存在，或不接收新的${title}` })
  const { lifecycle } = above.type
  const state = `该${what}目前为“${lifecycle.states[row.status]?.title ?? row.status}”状态`
  const opens = admission?.states.some((open) => leadsTo(lifecycle, row.status, open))
  const field = excepted === undefined ? undefined : above.byName.get(excepted)
  const message = !admission?.states.includes(row.status)
    ? `${state}，${opens ? `暂时不能为其提交${title}` : `不再接收新的${title}`}`
    : `该${what}的${field?.title}已是“${labelOf(model, field?.dict, String(row.body[field?.name ?? ''] ?? ''))}”，征集已停止，不再接收新的${title}`
  return new Failure('WRONG_STATE', { message })
}
