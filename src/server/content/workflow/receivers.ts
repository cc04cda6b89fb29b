// Finds the receivers of notices: accounts behind relations, audiences, fields and follows, in declared order.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { canRead, readsAsItStands } from '#server/content/access/access.ts'
import { applicantsOf } from '#server/content/fields/relations.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import { accountRegion } from '#server/platform/accounts/account-region.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import { type AssignedRow, assignedRoles, withAssigned } from '#server/platform/accounts/assigned-roles.ts'
import { findDelegates } from '#server/platform/accounts/stand-ins.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { partsFor } from '#shared/access/delegation.ts'
import { relatedAccounts } from '#shared/access/facts.ts'
import { isAllowed, member } from '#shared/access/policy.ts'
import type { AssignedRole } from '#shared/access/role-scope.ts'
import {
  type Audience,
  grantsOf,
  isInAudience,
  isRelation,
  type Role,
  regionalOf,
  type StandIn,
  toRoleCaller,
} from '#shared/access/roles.ts'
import type { Model } from '#shared/model/model.ts'
import type { Receiver } from '#shared/model/notice-events.ts'
import { holderOwners } from './referential-integrity.ts'

export interface Person {
  readonly id: string
  readonly role: Role
  readonly region?: string | null
  readonly assigned?: readonly AssignedRole[]
  /** The accounts that the person represents, and for whom the person is notified. */
  readonly standsIn?: readonly StandIn[]
}

/** As much of the model as says who is who. */
type ReceiverModel = Pick<Model, 'roles' | 'forms' | 'contentTypes'>

export interface NotificationSubject {
  readonly plan: TypePlan
  readonly row: ItemRow
  /** The author of the comment that the notice is about. */
  readonly author?: string | null
  /** The actor, who is not notified; null for the system. */
  readonly actor: string | null
  /** The time of the event. If it is given, delegates are notified as well. */
  readonly at?: Date
}

/** Active accounts that may read the item now, without who did it; each once. */
export async function findReaders(
  db: Kysely<Schema>,
  model: ReceiverModel,
  subject: NotificationSubject,
  receivers: readonly Receiver[],
): Promise<Person[]> {
  const found = new Map<string, Person>()
  for (const receiver of receivers) {
    const inAnyScope = await loadPeople(db, model, conditionOf(model, subject, receiver))
    const people = inAnyScope.filter((person) => isReceiver(model, subject, receiver, person))
    const others = await loadDelegates(db, model, subject, receiver, people)
    const instead = await loadInstead(db, model, subject, receiver)
    for (const person of [...others, ...people, ...instead]) found.set(person.id, person)
  }
  return [...found.values()].filter((person) => canBeNotified(model, subject, person))
}

/** A role that was assigned for a scope receives what concerns the items in it. */
function isReceiver(
  { roles }: ReceiverModel,
  { row }: NotificationSubject,
  receiver: Receiver,
  person: Person,
): boolean {
  if (!person.assigned) return true
  const names = roles.filter((role) => isInAudience(toRoleCaller(role), [receiver])).map(({ name }) => name)
  const isByRole = !names.includes(person.role) && person.assigned.some(({ role }) => names.includes(role))
  return !isByRole || isAllowed(member([receiver]), { ...person, grants: grantsOf(roles, person.role) }, row)
}

/** Of `receivers` those who read the item as it was `before`, and read it no more. */
export async function findLosers(
  db: Kysely<Schema>,
  model: ReceiverModel,
  subject: NotificationSubject,
  before: ItemRow,
  receivers: readonly Receiver[],
): Promise<Person[]> {
  // An item that was put aside before is also notified to the readers of its previous state.
  const rows = [before, ...(before.leftStatus ? [{ ...before, status: before.leftStatus }] : [])]
  const people = new Map<string, Person>()
  for (const row of rows)
    for (const person of await findReaders(db, model, { ...subject, row }, receivers))
      people.set(person.id, person)
  return [...people.values()].filter((person) => !canBeNotified(model, subject, person))
}

/** Loads the fallback assignees of a part whose holder cannot act; none if the holder can. */
export async function loadInstead(
  db: Kysely<Schema>,
  model: ReceiverModel,
  subject: NotificationSubject,
  part: Receiver,
): Promise<Person[]> {
  const taken = (subject.row.vacant ?? []).flatMap((one) => (one.part === part ? one.to : []))
  const people = await Promise.all(
    taken.map((audience) => loadPeople(db, model, conditionOf(model, subject, audience))),
  )
  return people.flat().filter(({ id }) => id !== subject.row.ownerId)
}

/** Loads the delegates of `principals` in the part for which the principals are notified. */
async function loadDelegates(
  db: Kysely<Schema>,
  model: ReceiverModel,
  { plan: { type }, at }: NotificationSubject,
  receiver: Receiver,
  principals: readonly Person[],
): Promise<Person[]> {
  const isDelegable = type.lifecycle.delegation?.some(({ part }) => part === receiver)
  if (!isDelegable || !at || principals.length === 0) return []
  const pairs = await findDelegates(
    db,
    at,
    principals.map(({ id }) => id),
  )
  const ids = pairs.map(({ delegateId }) => delegateId)
  const people = await loadPeople(db, model, sql`id = any(${ids}::text[]) and not black`)
  return people.flatMap((person) => {
    const standsIn = pairs.flatMap(({ userId, delegateId }): StandIn[] => {
      const principal = principals.find(({ id }) => id === userId)
      if (delegateId !== person.id || !principal) return []
      const accounts = [principal, person].map((one) => ({ ...one, grants: grantsOf(model.roles, one.role) }))
      const parts = partsFor([type], accounts[0] ?? null, accounts[1] ?? null)
      return [{ ...principal, name: '', grants: grantsOf(model.roles, principal.role), parts }]
    })
    return standsIn.length === 0 ? [] : [{ ...person, standsIn }]
  })
}

/** Those of `ids` that are active accounts and may read the item now. */
export async function findReadersAmong(
  db: Kysely<Schema>,
  model: ReceiverModel,
  subject: NotificationSubject,
  ids: readonly string[],
): Promise<readonly Person[]> {
  const people = await loadPeople(db, model, sql`id = any(${[...ids]}::text[])`)
  return people.filter((person) => canBeNotified(model, subject, person))
}

/**
 * Returns true if the person reads the current version, false if the person reads the one from when the item was open
 * to others.
 */
export const readsCurrentVersion = (
  { roles }: ReceiverModel,
  { plan, row }: NotificationSubject,
  person: Person,
): boolean => readsAsItStands(plan.type, row, { ...person, grants: grantsOf(roles, person.role) })

function canBeNotified(
  { roles }: ReceiverModel,
  { plan, row, actor }: NotificationSubject,
  person: Person,
): boolean {
  return (
    person.id !== actor &&
    // A link to what is gone leads nowhere, even for who may look for it.
    plan.type.lifecycle.states[row.status]?.gone !== true &&
    canRead(plan.type, row, { ...person, grants: grantsOf(roles, person.role) })
  )
}

/** Active accounts of an audience that needs no item, such as a role. */
export function findAudience(
  db: Kysely<Schema>,
  model: ReceiverModel,
  audiences: readonly Audience[],
): Promise<readonly Person[]> {
  return loadPeople(db, model, ofRoles(model, audiences))
}

async function loadPeople(
  db: Kysely<Schema>,
  model: ReceiverModel,
  condition: RawBuilder<unknown>,
): Promise<readonly Person[]> {
  const { rows } = await sql<AssignedRow<Person>>`
    select id, role, ${accountRegion(model)} as region, ${assignedRoles} as assigned from account where status = ${ACCOUNT.active} and ${condition} order by id`.execute(
    db,
  )
  return rows.map(({ assigned, ...person }) => withAssigned(person, model.roles, assigned))
}

/** Condition for the accounts of an audience; the only mapping from audiences to accounts. */
function ofRoles({ roles }: ReceiverModel, audiences: readonly Audience[]): RawBuilder<unknown> {
  const names = roles.filter((role) => isInAudience(toRoleCaller(role), audiences)).map(({ name }) => name)
  if (names.length === 0) return sql`false`
  const isAssigned = sql`exists (select from role_assignment assigned where assigned.account_id = account.id
    and assigned.kind = 'role' and assigned.state = 'active' and assigned.role in (${sql.join(names)}))`
  return sql`(role in (${sql.join(names)}) or ${isAssigned})`
}

function isNear(model: ReceiverModel, region: string): RawBuilder<unknown> {
  const own = accountRegion(model)
  return sql`(${own} <> '' and ${region} <> '' and (starts_with(${own}, ${region}) or starts_with(${region}, ${own})))`
}

const isOne = (id: unknown): RawBuilder<unknown> => (typeof id === 'string' ? sql`id = ${id}` : sql`false`)

function conditionOf(
  model: ReceiverModel,
  { plan: { type }, row, author }: NotificationSubject,
  receiver: Receiver,
): RawBuilder<unknown> {
  switch (receiver) {
    case 'author':
      return isOne(author)
    case 'parent.owner':
      return sql`id = (select p.owner_id from item i join item p on p.id = i.parent_id where i.id = ${row.id})`
    case 'followers':
      return sql`id in (select user_id from reaction where target_kind = 'item' and target_id = ${row.id} and kind = 'collect')`
    case 'applicants':
      return sql`id in (${applicantsOf(model, type, row.id)})`
    case 'holders':
      return sql`id in (${holderOwners(model, type, row.id)})`
    default: {
      const regional = regionalOf(receiver)
      if (regional !== undefined)
        return sql`(${ofRoles(model, [regional])} and ${isNear(model, row.region ?? '')})`
      if (!isRelation(receiver)) return ofRoles(model, [receiver])
      return sql`id = any(${relatedAccounts(receiver, row).filter((id) => id != null)}::text[])`
    }
  }
}
