// Finds open cases that bind an account: pending duties that only it can fulfil, or agreements under way.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type ItemRow, loadRow } from '#server/content/items/item-row.ts'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { type Audience, type Caller, isRelation, partyField } from '#shared/access/roles.ts'
import { labelOf } from '#shared/content/dictionary-label.ts'
import {
  findDeletion,
  findWithdrawal,
  isDeletedState,
  isOnward,
  type Lifecycle,
  type Transition,
} from '#shared/lifecycles/lifecycle.ts'
import { permittedTransitions } from '#shared/lifecycles/transition-policies.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { isRetired } from './retire-items.ts'

export interface OpenCase {
  readonly row: ItemRow
  readonly plan: TypePlan
  /** Titles of what the account can do about it now. */
  readonly steps: readonly string[]
  /**
   * How to end the parent, if the account can execute no transition of the item; undefined if that does not end the
   * case.
   */
  readonly ending?: string | undefined
}

/** A part in a record, with the states in which its holder is needed. */
interface Duty {
  readonly part: Audience
  readonly states: readonly string[]
  /** Applies only while the parent accepts submissions. */
  readonly whileOpen?: true
}

const isOthers = (audience: Audience): boolean => audience !== 'owner' && isRelation(audience)

/** Returns true if the case goes on: the transition does not withdraw, return or refuse. */
const goesOn = (lifecycle: Lifecycle, step: Transition): boolean =>
  isOnward(lifecycle, step) && step.kind !== 'refuse' && step.kind !== 'reject'

const isOnly = ({ by }: Transition, part: Audience): boolean =>
  by.length > 0 && by.every((who) => who === part)

/** Returns true if a transition that only that part executes lies ahead, directly or later. */
function isNeeded(lifecycle: Lifecycle, status: string, part: Audience): boolean {
  const reached = new Set([status])
  for (const state of reached)
    for (const step of lifecycle.transitions) {
      if (!step.from.includes(state) || !goesOn(lifecycle, step)) continue
      if (isOnly(step, part)) return true
      reached.add(step.to)
    }
  return false
}

/** Returns true if the system ends the case by a due transition. */
const endsAlone = ({ states, transitions }: Lifecycle, status: string): boolean =>
  transitions.some(({ from, to, due }) => due && from.includes(status) && states[to]?.final === true)

/** In these states others than whose it is take part, and it is neither published nor over. */
function sharedStates({ states, transitions }: Lifecycle): string[] {
  if (!transitions.some(({ by }) => by.some(isOthers))) return []
  return Object.entries(states).flatMap(([name, { readers, final, gone }]) =>
    !final && !gone && readers?.some(isOthers) ? [name] : [],
  )
}

/** Returns true if the holder of the part can have led the item into this state. */
const isReachedBy = ({ transitions }: Lifecycle, status: string, part: Audience): boolean =>
  transitions.some(({ to, by }) => to === status && by.includes(part))

const CALLER: Audience = 'parent.owner'

/**
 * Returns the duties of the parent's owner, who published the call: to decide where nobody else decides, even on
 * public submissions, and to stand by agreements while the call is open.
 */
function duesOfCaller({ lifecycle, admission, disclosure }: ContentType, part: Audience = CALLER): Duty[] {
  const { states, transitions } = lifecycle
  if (!admission) return []
  const read = Object.entries(states).flatMap(([name, { readers = disclosure?.otherwise, final, gone }]) =>
    !final && !gone && readers?.includes(CALLER) && !endsAlone(lifecycle, name) ? [name] : [],
  )
  const waits = (status: string) =>
    transitions.some((step) => step.from.includes(status) && goesOn(lifecycle, step) && isOnly(step, CALLER))
  return [
    { part, states: read.filter(waits) },
    { part, states: read.filter((status) => states[status]?.partner), whileOpen: true },
  ]
}

/** The parts in a record that its fields name. */
export const findParticipants = ({ transitions }: Lifecycle): Audience[] =>
  [...new Set(transitions.flatMap(({ by }) => by))].filter((who) => partyField(who) !== undefined)

/**
 * Returns the duties in items of the type. For a closed account (`isClosed`), they include submissions that wait for
 * a decision.
 */
function dutiesOf(type: ContentType, isClosed = false): Duty[] {
  const { lifecycle } = type
  const { states } = lifecycle
  const shared = sharedStates(lifecycle).filter((status) => !endsAlone(lifecycle, status))
  const parties = findParticipants(lifecycle)
  const isPartner = (status: string) => states[status]?.partner === true
  const needs = (status: string, part: Audience) => isNeeded(lifecycle, status, part)
  const duties: Duty[] = [
    {
      part: 'owner',
      states: shared.filter(
        (status) =>
          !isRetired(lifecycle, status) &&
          !findDeletion(lifecycle, status)?.by.includes('owner') &&
          (isPartner(status) || needs(status, 'owner')),
      ),
    },
    {
      part: 'parent.owner',
      states: shared.filter(
        (status) =>
          isPartner(status) ||
          (isReachedBy(lifecycle, status, 'parent.owner') && needs(status, 'parent.owner')),
      ),
    },
    ...duesOfCaller(type),
    ...(isClosed ? duesOfCaller(type, 'owner') : []),
    ...parties.map((part) => ({ part, states: shared.filter((status) => needs(status, part)) })),
  ]
  return duties.filter(({ states: any }) => any.length > 0)
}

/** Those of the account, the latest first: how many, and the first of them. */
export async function findOpenCases(
  db: Kysely<Schema>,
  model: Model,
  caller: NonNullable<Caller>,
  most: number,
  { isClosed = false } = {},
): Promise<{ readonly total: number; readonly first: readonly OpenCase[] }> {
  const conditions = model.contentTypes.flatMap((type) =>
    dutiesOf(type, isClosed).flatMap((duty) => conditionOf(model, type, duty, caller.id)),
  )
  if (conditions.length === 0) return { total: 0, first: [] }
  const { rows } = await sql<{ id: string; type: string; total: number }>`
    select id, type, count(*) over ()::int as total from item
    where ${sql.join(conditions, sql` or `)} order by updated_at desc, id limit ${most}`.execute(db)
  const first: OpenCase[] = []
  for (const { id, type } of rows) {
    const plan = findPlan(model, type)
    const row = plan && (await loadRow(db, plan, sql`id = ${id}`))
    if (!plan || !row) continue
    const { lifecycle } = plan.type
    const open = permittedTransitions(lifecycle, row, caller)
    const steps = new Set(open.filter(({ to }) => !isDeletedState(lifecycle, to)).map(({ title }) => title))
    first.push({ plan, row, steps: [...steps], ending: endingOf(model, plan, row, caller) })
  }
  return { total: rows[0]?.total ?? 0, first }
}

function conditionOf(
  model: Model,
  { name }: ContentType,
  { part, states, whileOpen }: Duty,
  id: string,
): RawBuilder<unknown>[] {
  const plan = findPlan(model, name)
  if (!plan) return []
  const isOpen = whileOpen ? sql` and ${isParentOpen(plan.type)}` : sql``
  return [
    sql`(item.type = ${name} and item.status = any(${[...states]}::text[]) and ${plan.relations.isRelated(part, id)}${isOpen})`,
  ]
}

/** Condition that the parent of a row of `item` accepts submissions; on any day if none is given. */
export function isParentOpen({ admission }: ContentType, day?: string): RawBuilder<unknown> {
  const { states = [], until, except = {} } = admission ?? {}
  const last = sql`coalesce(above.body->>${sql.lit(until ?? '')}, '')`
  const open = [
    sql`above.status = any(${[...states]}::text[])`,
    ...(until === undefined || day === undefined ? [] : [sql`(length(${last}) <> 10 or ${last} >= ${day})`]),
    ...Object.entries(except).map(
      ([field, values]) => sql`coalesce(above.body->>${field}, '') <> all(${[...values]}::text[])`,
    ),
  ]
  return sql`exists (select from item above where above.id = item.parent_id and ${sql.join(open, sql` and `)})`
}

function endingOf(
  model: Model,
  { type, byName }: TypePlan,
  { status, parentOwnerId, parentStatus }: ItemRow,
  caller: NonNullable<Caller>,
): string | undefined {
  const field = byName.get(type.parent ?? '')
  const above = findPlan(model, field?.ref ?? '')
  const duties = dutiesOf(type).filter(
    ({ part, states }) => part === 'parent.owner' && states.includes(status),
  )
  const isEnded = duties.length > 0 && duties.every(({ whileOpen }) => whileOpen)
  if (!isEnded || !above || parentOwnerId !== caller.id) return undefined
  const settings = Object.entries(type.admission?.except ?? {}).flatMap(([name, values]) => {
    const closing = above.byName.get(name)
    if (!closing?.set) return []
    const named = values.map((value) => `“${labelOf(model, closing.dict, value)}”`).join('或')
    return [`把${field?.title}的“${closing.title}”改为${named}`]
  })
  const step = findWithdrawal(above.type.lifecycle, parentStatus ?? '')
  return [...settings, ...(step ? [`办理${field?.title}的“${step.title}”`] : [])].join('，或') || undefined
}
