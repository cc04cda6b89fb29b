// Builds SQL for relations between items: the parent's owner, the partners, the disclosure by the owner.
import { type RawBuilder, sql } from 'kysely'
import { audiencesOf as viewersOf } from '#shared/access/field-read-access.ts'
import {
  type Audience,
  type Caller,
  isInAudience,
  isRelation,
  parentPartyAudience,
  partyField,
  regionalOf,
  standInsFor,
} from '#shared/access/roles.ts'
import { isDeletedState } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Disclosure } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'
import { findSubmittedTypes } from '#shared/model/submission-policy.ts'
import { quote } from './field-expression.ts'
import { isInRegion, missedAmong, participantMembers } from './participants-sql.ts'
import { EDITED, HAS_LEFT, previousTitle } from './previous-version-sql.ts'
import { inStates } from './public-states.ts'

export interface Relations {
  /** Columns of one row, each after a comma: `parent_owner_id`, `parent_status` and `disclosed` as far as they matter. */
  readonly columns: string
  /** `partners` and `applicants`, which only whole items tell. */
  readonly partners: string
  /** The fields of the item that disclose its children; `submittedCount` counts the children of a row of `item`. */
  readonly disclosing: readonly (Pick<Disclosure, 'field' | 'open'> &
    Record<'title' | 'submittedCount', string>)[]
  /** Those parts of a row whose holder cannot act, as `Vacant`; undefined where the lifecycle leaves none to others. */
  readonly vacant: string | undefined
  /** The missing assignee of that part of a row, as an object; null where an assignee can act. */
  missed(part: Audience): string
  /** True if the readable rows differ between callers of one role, beyond their own rows. */
  readonly areScoped: boolean
  /**
   * True if owners of child items may read a single item, though not in lists, in states that are closed to others.
   */
  readonly keepApplicants: boolean
  /** Condition that what the lifecycle leaves open to everybody is so in this row. */
  readonly disclosed: string
  /** Condition that the parent of a row belongs to the person. */
  lieUnder(ownerId: string): RawBuilder<unknown>
  /** Condition that the person is one of a party of a row, such as `party:teamId`. */
  isParty(party: Audience, accountId: string): RawBuilder<unknown>
  /** Condition that the person stands so to a row. */
  standsTo(caller: Exclude<Caller, null>, relation: Audience): RawBuilder<unknown>
  /** Condition that the caller may read a row, in any state. */
  readableTo(caller: Caller): RawBuilder<unknown>
  /** The same for the owner's own row, with a cheaper query. */
  readableToOwner(owner: Exclude<Caller, null>): RawBuilder<unknown>
}

const NOBODY = 'null::text'

export function buildRelations(model: Model, type: ContentType): Relations {
  const audiences = audiencesOf(type)
  const asksParent =
    audiences.has('parent.owner') || type.lifecycle.transitions.some(({ parent }) => parent !== undefined)
  const reading = readAccessAudiences(type)
  const among = partnerStates(model, type).length > 0
  const partnering = statesOf(type, 'partner')
  const applied = appliedStates(model, type)
  const above = parentOf(model, type)
  const readsOn = above ? appliedStates(model, above) : []
  const parties = [...audiences].filter((audience) => membersOf(model, type, audience) !== undefined)
  const vacant = vacantParts(model, type)
  const asksRegion = [...audiences].some((audience) => regionalOf(audience) !== undefined)
  return {
    columns: [
      ...(parties.length > 0
        ? [
            `json_build_object(${parties
              .map((party) => `${quote(party)}, array(${membersOf(model, type, party)})`)
              .join(', ')}) as parties`,
          ]
        : []),
      ...(asksRegion ? ['item.region'] : []),
      ...(vacant === undefined ? [] : [`${vacant} as vacant`]),
      ...(asksParent ? [`${ofParent(model, type, 'p.owner_id')} as parent_owner_id`] : []),
      ...(asksParent ? [`${ofParent(model, type, 'p.status')} as parent_status`] : []),
      ...(above && (partnering.length > 0 || readsOn.length > 0)
        ? [`${parentTitle(model, type, { partnering, readsOn })} as parent_title`]
        : []),
      ...(type.disclosure ? [`${isDisclosed(model, type, 'item')} as disclosed`] : []),
    ]
      .map((column) => `, ${column}`)
      .join(''),
    partners: [
      ...(among ? [`, array(${partners(model, type, 'item', 'p.owner_id')}) as partners`] : []),
      ...(applied.length > 0
        ? [
            `, case when status in (${applied.map(quote).join(', ')}) and (not ${EDITED} or ${HAS_LEFT}) then array(${applicants(model, type)}) end as applicants`,
          ]
        : []),
      ...(among || applied.length > 0 ? [`, ${EDITED} as edited`] : []),
    ].join(''),
    vacant,
    missed: (part) => missedIn(model, type, part),
    areScoped:
      type.disclosure !== undefined ||
      among ||
      [...reading].some((audience) => audience !== 'owner' && isRelation(audience)),
    keepApplicants: applied.length > 0,
    disclosing: childTypes(model, type).flatMap((child) => {
      const submittedCount = `select count(*)::int from item p where p.parent_id = item.id and ${isThere([child])}`
      return child.disclosure ? [{ ...child.disclosure, title: child.title, submittedCount }] : []
    }),
    disclosed: isDisclosed(model, type, 'item'),
    lieUnder: (ownerId) => lieUnder(model, type, ownerId),
    isParty: (party, accountId) => isParty(model, type, party, accountId),
    standsTo: ({ id, role }, relation) => isAmong(model, type, { id, role }, [relation]),
    readableTo: (caller) => readableTo(model, type, caller),
    readableToOwner: (owner) => readableToOwner(model, type, owner),
  }
}

/** Accounts of a party of a row of `item`; undefined for any other audience. */
function membersOf(model: Model, type: ContentType, audience: Audience): string | undefined {
  const field = partyField(audience)
  if (field !== undefined) return participantMembers('item', field)
  const above = partyField(parentPartyAudience(audience) ?? '')
  const parent = parentOf(model, type)
  if (above === undefined || !parent) return undefined
  return `select member.id from item p, lateral (${participantMembers('p', above)}) member (id)
    where p.id = item.parent_id and p.type = ${quote(parent.name)}`
}

function missedIn(model: Model, type: ContentType, part: Audience): string {
  const above = part === 'parent.owner' ? ofParent(model, type, 'p.owner_id') : 'item.owner_id'
  return missedAmong(membersOf(model, type, part) ?? above)
}

function vacantParts(model: Model, type: ContentType): string | undefined {
  const { vacancy } = type.lifecycle
  if (vacancy === undefined) return undefined
  const parts = vacancy.map(
    ({ part, to }) => `(${quote(part)}, ${quote(JSON.stringify(to))}::json, ${missedIn(model, type, part)})`,
  )
  return `(select json_agg(json_build_object('part', v.part, 'to', v.taken, 'principal', v.missed))
    from (values ${parts.join(', ')}) v (part, taken, missed) where v.missed is not null)`
}

function isParty(model: Model, type: ContentType, party: Audience, accountId: string): RawBuilder<unknown> {
  const members = membersOf(model, type, party)
  return members === undefined ? sql`false` : sql`${accountId} in (${sql.raw(members)})`
}

/** Everybody whom the type’s fields, states and transitions name. */
function audiencesOf({ fields, lifecycle, disclosure }: ContentType): ReadonlySet<Audience> {
  return new Set([
    ...fields.flatMap(({ visible = [] }) => viewersOf(visible)),
    ...Object.values(lifecycle.states).flatMap(({ readers = [] }) => readers),
    ...lifecycle.transitions.flatMap(({ by, not = [], readers = [] }) => [
      ...by,
      ...not,
      ...viewersOf(readers),
    ]),
    ...(lifecycle.vacancy ?? []).flatMap(({ to }) => to),
    ...(disclosure?.otherwise ?? []),
  ])
}

function readAccessAudiences({ lifecycle, disclosure }: ContentType): ReadonlySet<Audience> {
  const named = Object.values(lifecycle.states).flatMap(({ readers = [] }) => readers)
  return new Set([...named, ...(disclosure?.otherwise ?? [])])
}

const parentOf = (model: Model, { name }: ContentType): ContentType | undefined => parentsOf(model).get(name)

const parentsOf = perModel(({ contentTypes }: Model): ReadonlyMap<string, ContentType> => {
  const byName = new Map(contentTypes.map((type) => [type.name, type]))
  return new Map(
    contentTypes.flatMap(({ name, fields, parent }) => {
      const above = byName.get(fields.find((field) => field.name === parent)?.ref ?? '')
      return above ? [[name, above]] : []
    }),
  )
})

/**
 * SQL for the parent's title, readable in any state for its partner and for those who keep reading an item that was
 * closed to others. It is the title at the time of closing if the parent has changed since.
 */
function parentTitle(
  model: Model,
  type: ContentType,
  { partnering, readsOn }: Readonly<Record<'partnering' | 'readsOn', readonly string[]>>,
): string {
  const left = previousTitle('p')
  const isReadOn = inStates(readsOn, 'p.status')
  const known = `case when ${inStates(partnering, 'item.status')} then coalesce(${left}, p.title) when ${isReadOn} then ${left} end`
  return ofParent(model, type, known)
}

/** A value of the parent; null where it is missing, or gone and nothing of the type is to outlive it. */
function ofParent(model: Model, type: ContentType, value: string): string {
  const parent = parentOf(model, type)
  if (!parent) return NOBODY
  const there = Object.keys(parent.lifecycle.states).filter(
    (state) => type.outlives || !isDeletedState(parent.lifecycle, state),
  )
  return `(select ${value} from item p where p.id = item.parent_id and p.type = ${quote(parent.name)}
    and p.status in (${there.map(quote).join(', ')}))`
}

function statesOf({ lifecycle }: ContentType, mark: 'partner' | 'gone' | 'applicants'): string[] {
  return Object.entries(lifecycle.states).flatMap(([name, state]) => (state[mark] ? [name] : []))
}

/** Returns the child types, with the states that make their owners partners. */
function partnerStates(model: Model, type: ContentType): { child: string; names: string[] }[] {
  return model.contentTypes.flatMap((child) => {
    const names = statesOf(child, 'partner')
    return parentOf(model, child)?.name === type.name && names.length > 0
      ? [{ child: child.name, names }]
      : []
  })
}

function partners(model: Model, type: ContentType, row: string, column: string): string {
  const states = partnerStates(model, type).map(
    ({ child, names }) => `(p.type = ${quote(child)} and p.status in (${names.map(quote).join(', ')}))`,
  )
  return `select ${column} from item p where p.parent_id = ${row}.id and (${states.join(' or ') || 'false'})`
}

const childTypes = (model: Model, type: ContentType): ContentType[] =>
  model.contentTypes.filter((child) => parentOf(model, child)?.name === type.name)

/**
 * Returns the states with access for applicants. Empty for types without child types, even if other types share the
 * lifecycle.
 */
const appliedStates = (model: Model, type: ContentType): string[] =>
  childTypes(model, type).length > 0 ? statesOf(type, 'applicants') : []

/** Owners of the child items of a row of `item` that are not deleted. */
const applicants = (model: Model, type: ContentType): string =>
  `select p.owner_id from item p where p.parent_id = item.id and ${isThere(childTypes(model, type))}`

/** Condition that a row of `p` is of one of the types and not deleted. */
function isThere(types: readonly ContentType[]): string {
  const there = types.map((type) => {
    const deletedStates = statesOf(type, 'gone')
    const still =
      deletedStates.length > 0 ? ` and p.status not in (${deletedStates.map(quote).join(', ')})` : ''
    return `(p.type = ${quote(type.name)}${still})`
  })
  return `(${there.join(' or ') || 'false'})`
}

/** Owners of the submissions to the item with that id that are not deleted. */
export function applicantsOf(model: Pick<Model, 'contentTypes'>, type: ContentType, id: string) {
  const there = isThere(findSubmittedTypes(model.contentTypes, type))
  return sql`select p.owner_id from item p where p.parent_id = ${id} and ${sql.raw(there)}`
}

/** `true` for a type without such a choice; else that its parent is open to everybody and chooses so. */
export function isDisclosed(model: Model, type: ContentType, row: string): string {
  const { disclosure } = type
  const parent = parentOf(model, type)
  if (!disclosure) return 'true'
  if (!parent) return 'false'
  const states = Object.entries(parent.lifecycle.states).filter(([, { readers }]) => readers === undefined)
  return `exists (select 1 from item p where p.id = ${row}.parent_id and p.type = ${quote(parent.name)}
    and p.status in (${states.map(([state]) => quote(state)).join(', ') || NOBODY})
    and p.body->>${quote(disclosure.field)} in (${disclosure.open.map(quote).join(', ')}))`
}

/** States of the same readers share one condition, which is planned once; undefined where everybody reads. */
function alikeStates({ lifecycle }: ContentType): (readonly [string[], readonly Audience[] | undefined])[] {
  const groups = new Map<string, readonly [string[], readonly Audience[] | undefined]>()
  for (const [state, { readers }] of Object.entries(lifecycle.states)) {
    const key = JSON.stringify(readers) ?? ''
    const [names] = groups.get(key) ?? [[]]
    groups.set(key, [[...names, state], readers])
  }
  return [...groups.values()]
}

function readableTo(model: Model, type: ContentType, caller: Caller): RawBuilder<unknown> {
  const states = alikeStates(type).map(([names, readers]) => {
    const isIt = sql.raw(inStates(names))
    if (readers !== undefined) return sql`(${isIt} and ${isAmong(model, type, caller, readers)})`
    if (!type.disclosure) return isIt
    const open = sql.raw(isDisclosed(model, type, 'item'))
    return sql`(${isIt} and (${isAmong(model, type, caller, type.disclosure.otherwise)} or ${open}))`
  })
  if (caller !== null && partnerStates(model, type).length > 0) {
    const deletedStates = statesOf(type, 'gone').map((state) => sql`status <> ${sql.lit(state)} and `)
    const own = isAmong(model, type, caller, ['partner'])
    // Lists show items as they stand; as it was the item itself is read.
    states.push(sql`(${sql.join(deletedStates, sql``)}not ${sql.raw(EDITED)} and ${own})`)
  }
  const applied = appliedStates(model, type)
  if (caller !== null && applied.length > 0)
    states.push(
      sql`(status in (${sql.join(applied)}) and not ${sql.raw(EDITED)} and ${caller.id} in (${sql.raw(applicants(model, type))}))`,
    )
  states.push(...readableAsFallback(model, type, caller))
  return sql`(${sql.join(states, sql` or `)})`
}

/** Conditions for the rows that the caller reads as fallback assignee, beyond the caller's own access. */
function readableAsFallback(model: Model, type: ContentType, caller: Caller): RawBuilder<unknown>[] {
  if (caller === null) return []
  return (type.lifecycle.vacancy ?? []).flatMap(({ part, to }) =>
    to.flatMap((audience) => {
      if (!isInAudience(caller, [regionalOf(audience) ?? audience])) return []
      const names = Object.entries(type.lifecycle.states).flatMap(([name, { readers = [] }]) =>
        readers.includes(part) && !readers.includes(audience) && !isInAudience(caller, readers) ? [name] : [],
      )
      if (names.length === 0) return []
      return [
        sql`(${sql.raw(inStates(names))} and owner_id is distinct from ${caller.id}
          and ${isAmong(model, type, caller, [audience])} and ${sql.raw(missedIn(model, type, part))} is not null)`,
      ]
    }),
  )
}

/**
 * Condition that the owner may read their own row. The full condition is needed only if a state that is not deleted
 * is closed to the owner.
 */
function readableToOwner(model: Model, type: ContentType, owner: Exclude<Caller, null>): RawBuilder<unknown> {
  const deletedStates = statesOf(type, 'gone')
  const states = Object.entries(type.lifecycle.states)
  const his = states.flatMap(([state, { readers }]) => {
    const open = readers ?? (type.disclosure ? type.disclosure.otherwise : ['owner'])
    return open.includes('owner') || isInAudience(owner, open) ? [state] : []
  })
  if (!states.every(([state]) => his.includes(state) || deletedStates.includes(state)))
    return readableTo(model, type, owner)
  return sql`status in (${sql.join(his.map((state) => sql.lit(state)))})`
}

function isAmong(
  model: Model,
  type: ContentType,
  caller: Caller,
  audiences: readonly Audience[],
): RawBuilder<unknown> {
  if (isInAudience(caller, audiences)) return sql`true`
  if (caller === null) return sql`false`
  const parts = [
    ...(audiences.includes('owner') ? [sql`owner_id = ${caller.id}`] : []),
    ...(audiences.includes('parent.owner') ? [lieUnder(model, type, caller.id)] : []),
    ...(audiences.includes('partner')
      ? [sql`${caller.id} in (${sql.raw(partners(model, type, 'item', 'p.owner_id'))})`]
      : []),
    ...audiences.flatMap((audience) => {
      const regional = regionalOf(audience)
      if (regional !== undefined)
        return caller.region && isInAudience(caller, [regional]) ? [isInRegion(caller.region)] : []
      return membersOf(model, type, audience) === undefined ? [] : [isParty(model, type, audience, caller.id)]
    }),
    ...standInsFor(caller, { type: type.name, ownerId: null }).map(({ principal, parts: delegated }) => {
      const named = audiences.filter((audience) => delegated.includes(audience))
      return sql`(owner_id is distinct from ${caller.id} and ${isAmong(model, type, principal, named)})`
    }),
  ]
  return parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`
}

/** Condition that the parent of a row belongs to the person. */
function lieUnder(model: Model, type: ContentType, ownerId: string): RawBuilder<unknown> {
  return sql`${sql.raw(ofParent(model, type, 'p.owner_id'))} = ${ownerId}`
}
