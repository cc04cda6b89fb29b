// Lists a person's to-dos: own items that need the owner's action, and items of others submitted to the person.
import { type RawBuilder, sql } from 'kysely'
import { conditionSql } from '#server/content/fields/predicate-sql.ts'
import { CHANGE_STATUS } from '#server/content/items/pending-change.ts'
import { STATUS_STEP_VALUE } from '#server/content/items/status-reason.ts'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import { findLaterTransitions } from '#server/content/workflow/parent-conditions.ts'
import type { Call } from '#server/platform/call.ts'
import { readPaging } from '#server/platform/calls/read-parameter.ts'
import { requireSignedIn, type SignedIn } from '#server/platform/operations/require-signed-in.ts'
import type { Fact, Vacant } from '#shared/access/facts.ts'
import { type Actor, delegatedParts, othersFor } from '#shared/access/policy.ts'
import {
  type Audience,
  type Caller,
  isInAudience,
  membership,
  parentPartyAudience,
  partyField,
} from '#shared/access/roles.ts'
import { type Paged, toPaged } from '#shared/calls/envelope.ts'
import type { Condition, Predicate } from '#shared/expressions/condition.ts'
import { not } from '#shared/expressions/predicate.ts'
import { isDeletedState, isOnward, isOpen, type Transition } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { isBarred } from './item-states.ts'
import { AWAITED, describeAwaited, type ItemProgress, isOpenTo, mendingFirst } from './progress/next-step.ts'
import { dueSql, isUrgentSql, urgencyOf } from './urgency.ts'

interface Turn {
  readonly status: string
  readonly steps: readonly Transition[]
  /** Absent where one of the transitions is possible whatever the item holds. */
  readonly when?: Condition
}

/** Returns the states in which that person acts next, with the transitions to choose from. */
function turnsOf({ lifecycle }: ContentType, who: Audience): Turn[] {
  const takes = (step: Transition) =>
    isOnward(lifecycle, step) && step.by.includes(who) && !step.not?.includes(who)
  return Object.keys(lifecycle.states).flatMap((status) => {
    const own = lifecycle.transitions.filter((step) => step.from.includes(status) && takes(step))
    // Public items do not wait for their owner; items submitted to somebody always wait for that person.
    const waits = who !== 'owner' || !isOpen(lifecycle, status)
    if (!waits || own.length === 0 || isDeletedState(lifecycle, status)) return []
    const conditions = own.flatMap(({ when }): Condition[] => (when ? [when] : []))
    return [
      { status, steps: own, ...(conditions.length === own.length ? { when: { any: conditions } } : {}) },
    ]
  })
}

/** The parties that take steps of their own. */
function participantsOf({ lifecycle }: ContentType): Audience[] {
  const named = lifecycle.transitions.flatMap(({ by }) => by)
  return [
    ...new Set(
      named.filter((audience) => partyField(parentPartyAudience(audience) ?? audience) !== undefined),
    ),
  ]
}

function inTurn(turns: readonly Turn[], user: object): RawBuilder<unknown> {
  const parts = turns.map(({ status, when }) =>
    when
      ? sql`(item.status = ${sql.lit(status)} and ${conditionSql(when, user)})`
      : sql`item.status = ${sql.lit(status)}`,
  )
  return sql`(${sql.join(parts, sql` or `)})`
}

/** Selects pending changes in a state in which the person acts next, while the item itself stays as it is. */
function changeInTurn(
  { lifecycle }: ContentType,
  turns: readonly Turn[],
  userId: string,
): RawBuilder<unknown> {
  const waits = Object.entries(lifecycle.states).flatMap(([status, { edited }]) =>
    edited !== undefined && turns.some((turn) => turn.status === edited)
      ? [sql`(item.status = ${sql.lit(status)} and change.status = ${sql.lit(edited)})`]
      : [],
  )
  if (waits.length === 0) return sql`false`
  return sql`exists (select from pending_version change
    where change.item_id = item.id and change.author <> ${userId} and (${sql.join(waits, sql` or `)}))`
}

/** Selects the items that wait for the person as their owner. */
function ownTurn(type: ContentType, caller: SignedIn, now: Date): RawBuilder<unknown>[] {
  const own = turnsOf(type, 'owner')
  if (own.length === 0) return []
  const isIn = sql`${inTurn(own, toUser(caller))} and not ${isBarred(type, own, now)}`
  return [sql`when ${sql.lit(type.name)} then ${isIn}`]
}

const toUser = (caller: Caller | undefined): object =>
  caller ? { ...caller, signedIn: true, type: caller.role } : {}

/** Somebody in whose name the caller acts in one part of items. */
type Part = Omit<Actor, 'for'> & { readonly for?: SignedIn }

/** The caller in other parts than that of the owner. */
const ownParts = ({ type }: TypePlan, caller: SignedIn): Part[] =>
  ['parent.owner', ...participantsOf(type)].map((part) => ({
    for: caller,
    by: [part],
    where: membership(caller, [part]),
  }))

/**
 * The principals of the caller, in the delegated parts, and those who cannot act, where the lifecycle leaves their
 * parts to the caller; never in the caller's own items.
 */
function partsOfOthers({ type: { name: type, lifecycle } }: TypePlan, caller: SignedIn): Part[] {
  const { delegation = [], vacancy = [] } = lifecycle
  const parts = new Set([...delegation, ...vacancy].map(({ part }) => part))
  return [...parts].flatMap((part) => othersFor(caller, [part], { type, vacancy }))
}

/** Selects the items that wait for the actors. */
function turnsFor(
  model: Model,
  caller: SignedIn,
  actorsOf: (plan: TypePlan, caller: SignedIn) => readonly Part[],
): RawBuilder<unknown>[] {
  return model.contentTypes.flatMap((type) => {
    const plan = findPlan(model, type.name)
    if (!plan) return []
    return actorsOf(plan, caller).flatMap(({ by: [part = ''], for: who, where }) => {
      const turns = turnsOf(type, part)
      if (turns.length === 0) return []
      const accounts = [caller.id, ...(who ? [who.id] : [])]
      const hasVoted: Predicate<Fact> = { fact: { kind: 'voted', accounts } }
      return [
        sql`(item.type = ${sql.lit(type.name)}
          and ((${inTurn(turns, toUser(who))} and ${plan.relations.where(not(hasVoted))})
            or ${changeInTurn(type, turns, who?.id ?? '')}) and ${plan.relations.where(where)})`,
      ]
    })
  })
}

/** Selects returned pending changes, which wait for their author whatever the state of the item. */
function returnedChange({ contentTypes }: Model, userId: string): RawBuilder<unknown> {
  const waiting = contentTypes.flatMap(({ lifecycle }) =>
    Object.values(lifecycle.states).flatMap(({ edited }) => (edited === undefined ? [] : [edited])),
  )
  if (waiting.length === 0) return sql`false`
  return sql`exists (select from pending_version change where change.item_id = item.id and change.author = ${userId}
    and change.status not in (${sql.join([...new Set(waiting)].map((state) => sql.lit(state)))}))`
}

/**
 * Selects own items by their owner and the types in a CASE, which the planner does not search for indexes: planned
 * type by type they took a hundred times as long as to read.
 */
function isHisOwn(model: Model, caller: SignedIn, now: Date): RawBuilder<unknown> {
  const own = model.contentTypes.flatMap((type) => ownTurn(type, caller, now))
  const isTurn = own.length > 0 ? sql`case item.type ${sql.join(own, sql` `)} else false end` : sql`false`
  const his = sql`(item.owner_id = ${caller.id} and (${isTurn} or ${returnedChange(model, caller.id)}))`
  return sql`(${sql.join([his, ...turnsFor(model, caller, ownParts)], sql` or `)})`
}

export function isTodo(model: Model, caller: SignedIn, now: Date): RawBuilder<unknown> {
  return sql`(${sql.join([isHisOwn(model, caller, now), ...turnsFor(model, caller, partsOfOthers)], sql` or `)})`
}

interface Row extends ItemProgress {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly isOwn: boolean
  /** False where the to-do is only for a principal of the caller. */
  readonly isHis: boolean
  readonly region: string | null
  readonly vacant: readonly Vacant[] | null
  readonly changeStatus: string | null
  readonly updatedAt: Date
  readonly isUrgent: boolean
  readonly due: Date | null
  /** Of all that waits. */
  readonly total: number
}

/** Of a page beyond the last. */
interface Beyond extends Pick<Row, 'total'> {
  readonly id: null
}

const isSomething = (row: Row | Beyond): row is Row => row.id !== null

function vacantParts(model: Model): RawBuilder<unknown> {
  const known = model.contentTypes.flatMap(({ name }) => {
    const vacant = findPlan(model, name)?.relations.vacant
    return vacant === undefined ? [] : [sql`when ${sql.lit(name)} then ${sql.raw(vacant)}`]
  })
  return known.length > 0 ? sql`case item.type ${sql.join(known, sql` `)} end` : sql`null`
}

/** Urgent ones first, then those that are due soonest, then the latest. */
const urgentFirst = (table: string): RawBuilder<unknown> =>
  sql.raw(
    ['is_urgent desc', 'due asc nulls last', 'updated_at desc', 'id desc']
      .map((key) => `${table}.${key}`)
      .join(', '),
  )

export async function listTodo({ caller, params, services }: Call): Promise<Paged<unknown>> {
  const person = requireSignedIn(caller)
  const { id: userId } = person
  const model = services.model()
  const paging = readPaging(params)
  const now = services.clock()
  const isHis = isHisOwn(model, person, now)
  const others = turnsFor(model, person, partsOfOthers)
  // In one statement that says the long condition once: planning it takes most of the time.
  const { rows } = await sql<Row | Beyond>`
    with turn as materialized (
      select item.id, item.updated_at, ${isUrgentSql(model)} as is_urgent, ${dueSql(model)} as due,
        ${others.length > 0 ? isHis : sql`true`} as is_his
      from item where ${sql.join([isHis, ...others], sql` or `)}
    )
    select counted.total, page.* from (select count(*)::int as total from turn) counted
      left join lateral (
        select item.id, item.type, item.title, item.status, item.updated_at, item.owner_id = ${userId} as is_own,
          turn.is_his, turn.is_urgent, turn.due, ${sql.raw(CHANGE_STATUS)} as change_status, item.body,
          (select above.status from item above where above.id = item.parent_id) as parent_status,
          item.region, ${vacantParts(model)} as vacant,
          ${sql.raw(STATUS_STEP_VALUE)} as status_step
        from turn join item on item.id = turn.id order by ${urgentFirst('turn')}
        limit ${paging.limit} offset ${(paging.page - 1) * paging.limit}
      ) page on true
    order by ${urgentFirst('page')}`.execute(services.db)
  const list = rows
    .filter(isSomething)
    .map(({ id, type, title, status, updatedAt, total: _, isUrgent, due, ...row }) => ({
      ...{ id, type, title, status },
      dataType: type,
      urgency: urgencyOf(isUrgent, due, now),
      due: due?.toISOString() ?? null,
      turn: describeTodo(model, { type, status, ...row }, person),
      updatedAt: updatedAt.toISOString(),
    }))
  return toPaged(list, rows[0]?.total ?? 0, paging)
}

function describeTodo(
  model: Model,
  {
    type: name,
    isOwn,
    isHis,
    changeStatus,
    region,
    vacant,
    ...item
  }: Omit<Row, 'id' | 'title' | 'updatedAt' | 'total' | 'isUrgent' | 'due'>,
  caller: SignedIn,
): string {
  const { status } = item
  const type = model.contentTypes.find((one) => one.name === name)
  const ways = type && isHis ? [...(isOwn ? ['owner'] : []), 'parent.owner', ...participantsOf(type)] : []
  const delegations = [
    ...(caller.standsIn ?? []).map((principal) => ({ principal, parts: delegatedParts(principal, name) })),
    ...(vacant ?? [])
      .filter(({ to }) => isInAudience(caller, to, { ownerId: null, region }))
      .map(({ part, principal }) => ({ principal, parts: [part] })),
  ]
  const find = (among: readonly Audience[], at: string) =>
    among.flatMap((who) => (type ? turnsOf(type, who) : [])).find((turn) => turn.status === at)
  /** The caller's own turn, or that of the first principal. */
  const turnAt = (at: string) => {
    const [other] = isHis ? [] : delegations.filter(({ parts }) => find(parts, at))
    const turn = find(other?.parts ?? ways, at)
    const mending = isOwn && type ? mendingFirst(type.lifecycle, item) : ''
    const own = mending === '' ? AWAITED : `请${mending}`
    const call = other ? `代${other.principal.name}：请` : own
    const who = other?.principal ?? caller
    const later = type && turn ? findLaterTransitions(model, type, item, turn.steps, who) : []
    return turn && { call, steps: findOpenTransitions(turn, item, who), later }
  }
  const now = turnAt(status)
  if (type && now?.call === AWAITED)
    return now.later.length > 0
      ? `待您${describeTurn(now)}`
      : describeAwaited(type.lifecycle, item, now.steps)
  if (now) return now.call + describeTurn(now)
  const change = isOwn || changeStatus === null ? undefined : turnAt(changeStatus)
  return change
    ? `${change.call}${change.call === AWAITED ? '：' : ''}审核修改稿`
    : '修改稿被退回，请按意见修改后重新提交'
}

function describeTurn({
  steps,
  later,
}: {
  readonly steps: readonly Transition[]
  readonly later: ReturnType<typeof findLaterTransitions>
}): string {
  const quoteTitles = (some: readonly Transition[]) =>
    [...new Set(some.map(({ title }) => `“${title}”`))].join('或')
  const [first] = later
  if (!first) return quoteTitles(steps)
  const shut = later.map(({ step }) => step)
  const open = steps.filter((step) => !shut.includes(step))
  const then = `答复：待${first.above.what}“${first.above.wanted}”后${quoteTitles(shut)}`
  return open.length > 0 ? `${then}，或现在${quoteTitles(open)}` : then
}

/** Those that the item as it is leaves to him. */
function findOpenTransitions({ steps }: Turn, item: ItemProgress, who: Caller): readonly Transition[] {
  const open = steps.filter((step) => isOpenTo(step, item, who))
  return open.length > 0 ? open : steps
}
