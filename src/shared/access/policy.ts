// Declares access policies: predicates that ask for audiences. Decides them for a caller, alone or with an item, and
// tells in whose name the caller acts.
import { evaluateCondition, type Predicate } from '#shared/expressions/condition.ts'
import { all, alternatives, any, decide, not } from '#shared/expressions/predicate.ts'
import { perModel } from '#shared/model/per-model.ts'
import { type Fact, isTrueOf, type Related } from './facts.ts'
import { alwaysOf, type Viewer } from './field-read-access.ts'
import {
  type Audience,
  type Caller,
  isRelation,
  membership,
  type Principal,
  RELATIONS,
  type StandIn,
} from './roles.ts'

/**
 * The demand on the caller: a member of the audiences, also for another account, while neither of both is in `not`
 * (`member`); the account itself (`self`); a member, or acting for somebody whose relation to the item is among them
 * (`viewer`); somebody who has submitted something to the item (`applicant`).
 */
export type Demand =
  | { readonly kind: 'member'; readonly of: readonly Audience[]; readonly not?: readonly Audience[] }
  | { readonly kind: 'self' | 'viewer'; readonly of: readonly Audience[] }
  | { readonly kind: 'applicant' }

/** The rights of callers, compiled from the configuration once for all callers and items. */
export type Policy = Predicate<Fact | Demand>

export const member = (of: readonly Audience[], not: readonly Audience[] = []): Policy => ({
  fact: { kind: 'member', of, not },
})

export const self = (of: readonly Audience[]): Policy => ({ fact: { kind: 'self', of } })

export const APPLICANT: Policy = { fact: { kind: 'applicant' } }

export const inState = (states: readonly string[]): Predicate<Fact> =>
  states.length > 0 && { fact: { kind: 'state', in: states } }

/**
 * Decides the policy for a caller and returns what the item has still to decide: the condition of lists. `known` decides
 * facts that hold for all items in question, or for none.
 *
 * @example
 * decideFor(member(['supplier']), { id: 'u1', role: 'supplier' }, { type: 'demand' }) // → true
 */
export function decideFor(
  policy: Policy,
  caller: Caller,
  scope: MembershipScope,
  known = (fact: Fact): Predicate<Fact> => ({ fact }),
): Predicate<Fact> {
  const decided = decide<Fact | Demand, Fact>(policy, {
    fact: (fact) => decide(toFacts(fact, caller, scope), { fact: known }),
  })
  return joinStates(decided)
}

/**
 * States that suffice by themselves become one list, and the other alternatives are left with the states beyond them:
 * in these states nothing else matters.
 */
function joinStates(predicate: Predicate<Fact>): Predicate<Fact> {
  const parts = alternatives(predicate)
  const states = parts.flatMap(statesIn)
  if (states.length === 0) return predicate
  const others = parts.map((part) =>
    decide(part, {
      fact: (fact) =>
        fact.kind === 'state' ? inState(fact.in.filter((state) => !states.includes(state))) : { fact },
    }),
  )
  return any([inState(states), ...others])
}

/** The states that suffice for the predicate; none if it asks for more. */
function statesIn(predicate: Predicate<Fact>): readonly string[] {
  const fact = typeof predicate === 'object' && 'fact' in predicate ? (predicate.fact as Fact) : undefined
  return fact?.kind === 'state' ? fact.in : []
}

/**
 * Decides the policy for a caller and an item.
 *
 * @example
 * isAllowed(member(['owner']), { id: 'u1', role: 'supplier' }, { ownerId: 'u1' }) // → true
 */
export function isAllowed(policy: Policy, caller: Caller, item: Related): boolean {
  const scope = { type: item.type, vacancy: item.vacant }
  return evaluateCondition(policy, { item }, (fact) => holdsOf(toFacts(fact, caller, scope), item))
}

/** Returns true if the predicate holds for the item. */
export const holdsOf = (predicate: Predicate<Fact>, item: Related): boolean =>
  evaluateCondition(predicate, { item }, (fact) => isTrueOf(fact, item))

function toFacts(fact: Fact | Demand, caller: Caller, scope: MembershipScope): Predicate<Fact> {
  switch (fact.kind) {
    case 'member':
      return anyActor(actorsFor(caller, fact.of, scope, fact.not))
    case 'self':
      return membership(caller, fact.of)
    case 'viewer': {
      const own = toFacts({ ...fact, kind: 'member' }, caller, scope)
      return own === true || any([own, anyActor(othersFor(caller, fact.of.filter(isRelation), scope, true))])
    }
    case 'applicant':
      return caller !== null && { fact: { kind: 'relation', to: 'applicant', account: caller.id } }
    default:
      return { fact }
  }
}

/** The scope of delegations and vacancies: the content type, and the parts that others take over. */
interface MembershipScope {
  readonly type?: string | undefined
  readonly vacancy?: readonly Vacancy[] | null | undefined
}

interface Vacancy {
  readonly part: Audience
  readonly to: readonly Audience[]
  /** The account that cannot act, of a loaded item. */
  readonly principal?: Principal
}

/** Somebody in whose name the caller acts as a member of `by`, in the items that `where` selects. */
export interface Actor {
  /** Absent where the caller acts in its own name; of a vacancy, present only for a loaded item. */
  readonly for?: Principal
  readonly by: readonly Audience[]
  readonly where: Predicate<Fact>
}

const anyActor = (actors: readonly Actor[]): Predicate<Fact> => any(actors.map(({ where }) => where))

/** Returns in whose name the caller is a member, the caller first. One of both in `except` excludes both. */
export function actorsFor(
  caller: Caller,
  by: readonly Audience[],
  scope: MembershipScope,
  except: readonly Audience[] = [],
): Actor[] {
  const own = membership(caller, by)
  const actors = [{ by, where: own }, ...othersFor(caller, by, scope)]
  if (except.length === 0) return actors
  return actors.map((actor: Actor) => {
    const kept = [caller, ...(actor.for ? [actor.for] : [])].map((one) => not(membership(one, except)))
    return { ...actor, where: all([actor.where, ...kept]) }
  })
}

/**
 * Returns those for whom the caller acts, never in the caller's own items. The audiences count as far as they are
 * delegated; with `whole` it is enough that the parts are.
 */
export function othersFor(
  caller: Caller,
  audiences: readonly Audience[],
  { type, vacancy }: MembershipScope,
  whole = false,
): Actor[] {
  if (caller === null || type === undefined || (!caller.standsIn && !vacancy)) return []
  const isOwn: Predicate<Fact> = { fact: { kind: 'relation', to: 'owner', account: caller.id } }
  const within = (parts: readonly Audience[]) =>
    whole ? audiences : audiences.filter((audience) => parts.includes(audience))
  const delegated = (caller.standsIn ?? []).map((principal) => {
    const parts = delegatedParts(principal, type)
    const by = within(parts)
    return {
      for: principal,
      by,
      where: all([membership(principal, by), !whole || membership(principal, parts)]),
    }
  })
  const vacant = (vacancy ?? []).map(({ part, to, principal }) => {
    const by = within([part])
    // A member by the same audience needs no vacancy.
    const others = whole ? to : to.filter((audience) => !audiences.includes(audience))
    const isVacant = by.length > 0 && { fact: { kind: 'vacant' as const, part, holder: by } }
    return {
      ...(principal ? { for: principal } : {}),
      by,
      where: all([membership(caller, others), isVacant]),
    }
  })
  return [...delegated, ...vacant].flatMap(({ where, ...actor }) =>
    where === false ? [] : [{ ...actor, where: all([not(isOwn), where]) }],
  )
}

/** Returns the parts that the principal has delegated, in items of the type. */
export const delegatedParts = ({ parts }: StandIn, type: string): readonly Audience[] =>
  Object.hasOwn(parts, type) ? (parts[type] ?? []) : []

/** Returns the relations of the caller to an item, both direct and on behalf of others. */
export const relationsTo = (caller: Caller, item: Related): Audience[] =>
  [...RELATIONS, ...Object.keys(item.parties ?? {})].filter((relation) =>
    isAllowed(member([relation]), caller, item),
  )

/** The readers of the field; a new item is in no state yet. */
const fieldPolicy = perModel((viewers: readonly Viewer[]): Policy => {
  const viewer = (of: readonly Audience[]): Policy => ({ fact: { kind: 'viewer', of } })
  const inStates = viewers.flatMap((one) =>
    typeof one === 'string' ? [] : [all([inState(one.states), viewer([one.to])])],
  )
  return any([viewer(alwaysOf(viewers)), ...inStates])
})

/** Returns true if the caller may read a field of the item that has these viewers. */
export const sees = (caller: Caller, viewers: readonly Viewer[], item: Related): boolean =>
  isAllowed(fieldPolicy(viewers), caller, item)
