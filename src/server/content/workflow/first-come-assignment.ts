// Assigns an item to the first taker, and checks that there are possible takers.
import { type Kysely, sql } from 'kysely'
import type { ActionContext, TransitionContext } from '#server/content/action.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import type { Unsaved } from '#server/content/write/persist.ts'
import { areaName } from '#server/platform/areas/area-name.ts'
import { readText } from '#server/platform/calls/read-parameter.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { grantsOf } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { evaluateCondition } from '#shared/expressions/condition.ts'
import { publicStates, type Transition } from '#shared/lifecycles/lifecycle.ts'
import { isExecutableBy } from '#shared/lifecycles/transition-policies.ts'
import type { AssignmentOffer } from '#shared/model/page-model.ts'
import { findReaders } from './receivers.ts'

const alreadyAssigned = ({ claim }: Transition): Failure =>
  new Failure('WRONG_STATE', { message: claim?.taken ?? '' })

/** Returns the item as the assignment leaves it; undefined for a transition without one. The row must be locked. */
export async function assignToCaller(
  context: ActionContext,
  { body, revision }: ItemRow,
  step: Transition,
): Promise<Unsaved | undefined> {
  const { claim } = step
  if (!claim) return undefined
  const value = await nameOf(context, step, claim)
  if ((body[claim.field] ?? '') !== '') throw alreadyAssigned(step)
  // Fields that only transitions write keep the revision, so that open editors lose nothing.
  const grows = context.plan.byName.get(claim.field)?.from === 'step' ? 0 : 1
  return { body: { ...body, [claim.field]: value }, revision: revision + grows }
}

/** Condition that a row of `item` is public and belongs to the account. */
const isEntry = (ref: string, states: readonly string[]) => sql`item.type = ${ref}
  and item.status = any(${[...states]}::text[]) and (item.owner_id = account.id or item.id = account.directory_id)`

/**
 * Checks that an item that would wait for its first taker has a reader who could take it. `before` is the item before
 * the transition. Transitions by the system are not checked. Throws `WRONG_STATE`.
 */
export async function requireTakers(
  transaction: Kysely<Schema>,
  { plan, services, caller }: Pick<TransitionContext, 'plan' | 'services' | 'caller'>,
  before: ItemRow,
  step: Pick<Transition, 'title' | 'to'>,
): Promise<void> {
  const next = plan.type.lifecycle.transitions.find(({ claim, from }) => claim && from.includes(step.to))
  if (!next?.claim || !caller) return
  const row = { ...before, status: step.to }
  const model = services.model()
  const readers = await findReaders(transaction, model, { plan, row, actor: null }, next.by)
  const ids = readers.flatMap((person) => {
    const one = { ...person, name: '', grants: grantsOf(model.roles, person.role) }
    return isExecutableBy(next, one, row) ? [person.id] : []
  })
  const entries = findPlan(model, plan.byName.get(next.claim.field)?.ref ?? '')
  const hasEntry = entries
    ? sql`exists (select from item where ${isEntry(entries.type.name, publicStates(entries.type.lifecycle))})`
    : sql`true`
  const { rows } = await sql`select from account
    where id = any(${ids}::text[]) and not black and ${hasEntry} limit 1`.execute(transaction)
  if (rows.length > 0) return
  const region = plan.byName.get(plan.type.region ?? '')
  const where = region && row.region ? `“${areaName(row.region) ?? row.region}”` : ''
  const mend = region ? `请核对“${region.title}”，或另选办法` : '请另选办法'
  throw new Failure('WRONG_STATE', {
    message: `${where}目前没有可以“${next.title}”的账号，无人接收通知，暂时不能办理“${step.title}”：${mend}`,
  })
}

/**
 * Returns the caller's own public items of the referenced type, oldest first; undefined if the field names accounts.
 */
export async function claimables(
  db: Kysely<Schema>,
  { plan, caller, services }: Pick<TransitionContext, 'plan' | 'caller' | 'services'>,
  { field: name }: NonNullable<Transition['claim']>,
): Promise<AssignmentOffer['among'] | undefined> {
  const field = plan.byName.get(name)
  if (field?.ref === undefined) return undefined
  const entries = findPlan(services.model(), field.ref)
  const states = entries ? publicStates(entries.type.lifecycle) : []
  const { rows } = await sql<Pick<ItemRow, 'id' | 'title' | 'status' | 'body'>>`
    select item.id, item.title, item.status, item.body from item join account on account.id = ${caller?.id ?? ''}
    where ${isEntry(field.ref, states)} order by item.created_at, item.id limit ${MAX_ENTRIES}`.execute(db)
  return rows.map(({ id, title, status, body }) => {
    const { demands } = field
    const suits = !demands || evaluateCondition(demands.when, { item: { ...body, status } })
    return { id, title, ...(suits ? {} : { barred: `“${title}”${demands.words}` }) }
  })
}

/** More than one account speaks for. */
const MAX_ENTRIES = 50

/** Message for a caller without such an item. */
export function registerFirst(
  { plan, services }: Pick<TransitionContext, 'plan' | 'services'>,
  { title }: Pick<Transition, 'title'>,
  { field: name }: NonNullable<Transition['claim']>,
): string {
  const field = plan.byName.get(name)
  const what = findPlan(services.model(), field?.ref ?? '')?.type.title ?? field?.title ?? name
  return `请先登记您的${what}并等待公开，再${title}`
}

/** Returns the caller's account, or the item that the caller named; the name may be omitted if there is only one. */
async function nameOf(
  context: ActionContext,
  step: Transition,
  claim: NonNullable<Transition['claim']>,
): Promise<string> {
  const { db, plan, caller, params } = context
  const entries = await claimables(db, context, claim)
  if (entries === undefined) return caller?.id ?? ''
  const [first] = entries
  if (!first) throw new Failure('WRONG_STATE', { message: registerFirst(context, step, claim) })
  const title = plan.byName.get(claim.field)?.title ?? claim.field
  const wrong = (message: string) =>
    new Failure('BAD_INPUT', { message, errors: [{ path: `/${claim.field}`, message }] })
  const named = readText(params, claim.field)
  if (named !== undefined) {
    const meant = entries.find(({ id }) => id === named)
    if (!meant)
      throw wrong(`${title}须是您自己已公开的：${entries.map((one) => `“${one.title}”`).join('、')}`)
    return meant.id
  }
  const open = entries.filter(({ barred }) => barred === undefined)
  if (open.length > 1)
    throw wrong(`请选择${title}：${open.map((one) => `“${one.title}”`).join('、')}，再“${step.title}”`)
  // Of the only one that there is, what it lacks is said when it is written.
  return (open[0] ?? first).id
}
