// Builds SQL for relations between items: the parent's owner, the partners, the disclosure by the owner.
import { type RawBuilder, sql } from 'kysely'
import type { Fact } from '#shared/access/facts.ts'
import { audiencesOf as viewersOf } from '#shared/access/field-read-access.ts'
import { decideFor, inState } from '#shared/access/policy.ts'
import { coversType } from '#shared/access/role-scope.ts'
import {
  type Audience,
  type Caller,
  isRelation,
  parentPartyAudience,
  partyField,
} from '#shared/access/roles.ts'
import type { Predicate } from '#shared/expressions/condition.ts'
import { decide } from '#shared/expressions/predicate.ts'
import { currentPolicy } from '#shared/lifecycles/item-policies.ts'
import { openStates, presentStates, statesWhere } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Disclosure } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'
import { findSubmittedTypes } from '#shared/model/submission-policy.ts'
import { quote } from './field-expression.ts'
import { isInRegion, isInScopeSql, missedAmong, participantMembers } from './participants-sql.ts'
import { predicateSql } from './predicate-sql.ts'
import { EDITED, HAS_LEFT, previousTitle } from './previous-version-sql.ts'
import { inStates } from './public-states.ts'
import { hasVotedSql, hasVotes } from './votes-column.ts'

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
  /** True if the readable rows differ between callers of one role, beyond their own rows. */
  readonly areScoped: boolean
  /**
   * True if owners of child items may read a single item, though not in lists, in states that are closed to others.
   */
  readonly keepApplicants: boolean
  /** Condition that what the lifecycle leaves open to everybody is so in this row. */
  readonly disclosed: string
  /** Condition on a row of `item`. */
  where(predicate: Predicate<Fact>): RawBuilder<unknown>
  /** Condition that the account stands in the relation to a row, such as `parent.owner` or `party:teamId`. */
  isRelated(to: Audience, account: string): RawBuilder<unknown>
  /** Condition that the caller may read a row as it stands, in any state. */
  readableTo(caller: Caller): RawBuilder<unknown>
  /** The same for the owner's own row that is not deleted, with a cheaper query. */
  readableToOwner(owner: Exclude<Caller, null>): RawBuilder<unknown>
}

const NOBODY = 'null::text'

export function buildRelations(model: Model, type: ContentType): Relations {
  const audiences = audiencesOf(type)
  const asksParent =
    audiences.has('parent.owner') || type.lifecycle.transitions.some(({ parent }) => parent !== undefined)
  const reading = [
    ...Object.values(type.lifecycle.states).flatMap(({ readers = [] }) => readers),
    ...(type.disclosure?.otherwise ?? []),
  ]
  const among = partnerStates(model, type).length > 0
  const partnering = statesOf(type, 'partner')
  const applied = appliedStates(model, type)
  const above = parentOf(model, type)
  const readsOn = above ? appliedStates(model, above) : []
  const accounts = new Map<Audience, string | undefined>()
  const accountsFor = (to: Audience) => {
    if (!accounts.has(to)) accounts.set(to, accountsOf(model, type, to))
    return accounts.get(to)
  }
  const where = (predicate: Predicate<Fact>) => whereSql(model, type, accountsFor, predicate)
  const parties = [...audiences].filter((audience) => membersOf(model, type, audience) !== undefined)
  const vacant = vacantParts(model, type)
  return {
    columns: [
      ...(parties.length > 0
        ? [
            `json_build_object(${parties
              .map((party) => `${quote(party)}, array(${membersOf(model, type, party)})`)
              .join(', ')}) as parties`,
          ]
        : []),
      // The scopes of assigned roles ask for them, whatever the type names.
      'item.region',
      'item.category',
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
    areScoped:
      type.disclosure !== undefined ||
      among ||
      reading.some((audience) => audience !== 'owner' && isRelation(audience)),
    keepApplicants: applied.length > 0,
    disclosing: childTypes(model, type).flatMap((child) => {
      const submittedCount = `select count(*)::int from item p where p.parent_id = item.id and ${isThere([child])}`
      return child.disclosure ? [{ ...child.disclosure, title: child.title, submittedCount }] : []
    }),
    disclosed: isDisclosed(model, type, 'item'),
    where,
    isRelated: (to, account) => where({ fact: { kind: 'relation', to, account } }),
    readableTo: (caller) => where(decideFor(currentPolicy(type), caller, scopeOf(type))),
    readableToOwner: (owner) => where(readableToOwner(type, owner)),
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

const parentsOf = perModel(({ contentTypes }: Model): ReadonlyMap<string, ContentType> => {
  const byName = new Map(contentTypes.map((type) => [type.name, type]))
  return new Map(
    contentTypes.flatMap(({ name, fields, parent }) => {
      const above = byName.get(fields.find((field) => field.name === parent)?.ref ?? '')
      return above ? [[name, above]] : []
    }),
  )
})

const parentOf = (model: Model, { name }: ContentType): ContentType | undefined => parentsOf(model).get(name)

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
  const there = statesWhere(parent.lifecycle, ({ gone }) => type.outlives || !gone)
  return `(select ${value} from item p where p.id = item.parent_id and p.type = ${quote(parent.name)}
    and p.status in (${there.map(quote).join(', ')}))`
}

const statesOf = ({ lifecycle }: ContentType, mark: 'partner' | 'applicants'): string[] =>
  statesWhere(lifecycle, (state) => state[mark])

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
  const there = types.map(
    ({ name, lifecycle }) =>
      `(p.type = ${quote(name)} and ${inStates(presentStates(lifecycle), 'p.status')})`,
  )
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
  const states = openStates(parent.lifecycle)
  return `exists (select 1 from item p where p.id = ${row}.parent_id and p.type = ${quote(parent.name)}
    and p.status in (${states.map(quote).join(', ') || NOBODY})
    and p.body->>${quote(disclosure.field)} in (${disclosure.open.map(quote).join(', ')}))`
}

const scopeOf = ({ name, lifecycle }: ContentType) => ({ type: name, vacancy: lifecycle.vacancy })

/** The owner is known beforehand; only the states, and that it is not deleted, decide whether the owner may read it. */
function readableToOwner(type: ContentType, owner: Exclude<Caller, null>): Predicate<Fact> {
  const there = presentStates(type.lifecycle)
  return decideFor(currentPolicy(type), owner, scopeOf(type), (fact) => {
    if (fact.kind === 'state') return inState(fact.in.filter((state) => there.includes(state)))
    return (fact.kind === 'relation' && fact.to === 'owner' && fact.account === owner.id) || { fact }
  })
}

/** SQL for the accounts that stand in the relation to a row of `item`; undefined where the type knows none. */
function accountsOf(model: Model, type: ContentType, to: Audience): string | undefined {
  if (to === 'owner') return 'item.owner_id'
  if (to === 'parent.owner') return parentOf(model, type) && ofParent(model, type, 'p.owner_id')
  if (to === 'partner' && partnerStates(model, type).length > 0)
    return partners(model, type, 'item', 'p.owner_id')
  if (to === 'applicant' && appliedStates(model, type).length > 0) return applicants(model, type)
  return membersOf(model, type, to)
}

function whereSql(
  model: Model,
  type: ContentType,
  accountsFor: (to: Audience) => string | undefined,
  predicate: Predicate<Fact>,
): RawBuilder<unknown> {
  const isPossible = (fact: Fact): boolean => {
    if (fact.kind === 'relation') return accountsFor(fact.to) !== undefined
    if (fact.kind === 'voted') return hasVotes(type)
    if (fact.kind === 'scope') return coversType(fact.scope, type.name)
    return fact.kind === 'region' ? Boolean(fact.code) : true
  }
  const possible = decide(predicate, { fact: (fact) => isPossible(fact) && { fact } })
  return predicateSql(possible, (fact) => {
    switch (fact.kind) {
      case 'state':
        return sql.raw(inStates(fact.in, 'item.status'))
      case 'relation': {
        const accounts = sql.raw(accountsFor(fact.to) ?? NOBODY)
        const isOne = fact.to === 'owner' || fact.to === 'parent.owner'
        return isOne ? sql`${accounts} = ${fact.account}` : sql`${fact.account} in (${accounts})`
      }
      case 'region':
        return isInRegion(fact.code ?? '')
      case 'scope':
        return isInScopeSql(fact.scope)
      case 'vacant':
        return sql`${sql.raw(missedIn(model, type, fact.part))} is not null`
      case 'voted':
        return hasVotedSql(type, fact.accounts, fact.action)
      case 'parentState':
        return sql.raw(inStates(fact.in, ofParent(model, type, 'p.status')))
      case 'approved':
        return sql.raw('coalesce(item.approved_revision = item.revision, false)')
      case 'disclosed':
        return sql.raw(isDisclosed(model, type, 'item'))
      case 'edited':
        return sql.raw(EDITED)
    }
  })
}
