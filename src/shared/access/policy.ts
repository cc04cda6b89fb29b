// Declares access policies: predicates that ask for audiences. Decides them for a caller, alone or with an item.
import { evaluateCondition, type Predicate } from '#shared/expressions/condition.ts'
import { alternatives, any, decide } from '#shared/expressions/predicate.ts'
import { type Fact, isTrueOf, type Related } from './facts.ts'
import {
  type Audience,
  actsFor,
  type Caller,
  fullMembership,
  isRelation,
  type MembershipScope,
  membership,
} from './roles.ts'

/**
 * The demand on the caller: a member of the audiences, also for another account (`member`); the account itself
 * (`self`); a member, or acting for somebody whose relation to the item is among them (`viewer`); somebody who has
 * submitted something to the item (`applicant`).
 */
export type Demand =
  | { readonly kind: 'member' | 'self' | 'viewer'; readonly of: readonly Audience[] }
  | { readonly kind: 'applicant' }

/** The rights of callers, compiled from the configuration once for all callers and items. */
export type Policy = Predicate<Fact | Demand>

export const member = (of: readonly Audience[]): Policy => ({ fact: { kind: 'member', of } })

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

/** Decides the policy for a caller and an item. */
export function isAllowed(policy: Policy, caller: Caller, item: Related): boolean {
  const scope = { type: item.type, vacancy: item.vacant }
  const holds = (fact: Fact): boolean => isTrueOf(fact, item)
  return evaluateCondition(policy, { item }, (fact) =>
    evaluateCondition(toFacts(fact, caller, scope), {}, holds),
  )
}

function toFacts(fact: Fact | Demand, caller: Caller, scope: MembershipScope): Predicate<Fact> {
  switch (fact.kind) {
    case 'member':
      return fullMembership(caller, fact.of, scope)
    case 'self':
      return membership(caller, fact.of)
    case 'viewer': {
      const own = fullMembership(caller, fact.of, scope)
      const others = own !== true && actsFor(caller, fact.of.filter(isRelation), scope, true)
      return others === false ? own : any([own, others])
    }
    case 'applicant':
      return caller !== null && { fact: { kind: 'relation', to: 'applicant', account: caller.id } }
    default:
      return { fact }
  }
}
