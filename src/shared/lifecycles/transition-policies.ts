// Decides transitions: who may execute one and in whose name, and whether the item as it is allows it.
import type { Fact, Related } from '#shared/access/facts.ts'
import { type Actor, actorsFor, holdsOf, inState, isAllowed, member } from '#shared/access/policy.ts'
import type { Audience, Caller } from '#shared/access/roles.ts'
import { evaluateCondition, type Predicate } from '#shared/expressions/condition.ts'
import { all, decideTests, not } from '#shared/expressions/predicate.ts'
import { perModel } from '#shared/model/per-model.ts'
import { endOf, type Lifecycle, reviewStates, type Subject, type Transition } from './lifecycle.ts'

/** The demand on state, approval and parent of the item. */
const preconditions = perModel(
  (step: Transition): Predicate<Fact> => all([inState(step.from), ofApproval(step), ofParent(step)]),
)

function ofApproval({ approved }: Transition): Predicate<Fact> {
  const isApproved: Predicate<Fact> = { fact: { kind: 'approved' } }
  return approved === undefined || (approved ? isApproved : not(isApproved))
}

const ofParent = ({ parent }: Pick<Transition, 'parent'>): Predicate<Fact> =>
  parent === undefined || { fact: { kind: 'parentState', in: parent } }

/** Returns true if the parent is in a state that the transition requires. */
export const suitsParent = (
  step: Pick<Transition, 'parent'>,
  { parentStatus = null }: Pick<Subject, 'parentStatus'>,
): boolean => holdsOf(ofParent(step), { ownerId: null, parentStatus })

const toUser = (caller: Caller): object =>
  caller ? { ...caller, signedIn: true, type: caller.role } : { signedIn: false }

/** Returns true if the transition's condition holds for the item and the caller. */
export function isMet(
  { when }: Pick<Transition, 'when'>,
  { status, body }: Pick<Subject, 'status' | 'body'>,
  caller: Caller,
): boolean {
  return when === undefined || evaluateCondition(when, { item: { ...body, status }, user: toUser(caller) })
}

/** Returns true if the item as it is allows the transition to the caller, whoever may execute it; null is the system. */
export const isOpenTo = (step: Transition, item: Subject, caller: Caller): boolean =>
  holdsOf(preconditions(step), item) && isMet(step, item, caller)

/** The same as `isOpenTo`, for a list of items. */
export const openPredicate = (step: Transition, caller: Caller): Predicate<Fact> =>
  all<Fact>([
    preconditions(step),
    step.when === undefined ||
      decideTests(step.when, (path) => !path.startsWith('item.'), { user: toUser(caller) }),
  ])

/**
 * Returns true if `caller` may execute the transition, directly or on behalf of another account, whatever the item's
 * state.
 */
export const isExecutableBy = ({ by, not: except }: Transition, caller: Caller, item: Related): boolean =>
  isAllowed(member(by, except), caller, item)

const reviewTransitions = perModel((lifecycle: Lifecycle) => {
  const states = reviewStates(lifecycle)
  return lifecycle.transitions.filter(
    ({ from, not: except }) => except?.includes('owner') && from.some((state) => states.has(state)),
  )
})

/** Returns true if the caller decides about such items where they wait for a review, whatever state this one is in. */
export const isReviewedBy = (lifecycle: Lifecycle, caller: Caller, item: Related): boolean =>
  reviewTransitions(lifecycle).some((step) => isExecutableBy(step, caller, item))

/** Of several reviews each is one's own action, but counts for all. */
const ofVotes = (
  { action, quorum, stage }: Transition,
  ...voters: readonly (Actor['for'] | Caller)[]
): Predicate<Fact> =>
  (quorum !== undefined || stage === true) && {
    fact: {
      kind: 'voted',
      ...(stage ? {} : { action }),
      accounts: voters.flatMap((one) => (one ? [one.id] : [])),
    },
  }

/** Returns true if `caller` has voted already, or another account has on the caller's behalf. */
export const hasVoted = (step: Transition, item: Subject, caller: Caller): boolean =>
  holdsOf(ofVotes(step, caller), item)

/** Returns the audience of `by` through which `caller` executes the transition. */
export const partOf = ({ by }: Pick<Transition, 'by'>, caller: Caller, item: Related): Audience | undefined =>
  by.find((audience) => isAllowed(member([audience]), caller, item))

/** A transition that is open to the caller, perhaps only on behalf of another account. */
export type OpenTransition = Transition & Pick<Actor, 'for'>

/** Returns the transitions that `caller` may execute now: the buttons that a page shows and the server allows. */
export function permittedTransitions(lifecycle: Lifecycle, item: Subject, caller: Caller): OpenTransition[] {
  const scope = { type: item.type, vacancy: item.vacant }
  const steps = lifecycle.transitions.filter((step) => holdsOf(preconditions(step), item))
  const open = steps
    .flatMap((step) => actorsFor(caller, step.by, scope, step.not).map((actor) => ({ step, ...actor })))
    .filter(
      ({ step, where, for: principal }) =>
        holdsOf(all([where, not(ofVotes(step, caller, principal))]), item) &&
        isMet(step, item, principal ?? caller),
    )
    .sort((one, other) => Number(one.for !== undefined) - Number(other.for !== undefined))
    .map(({ step, by, for: principal }) => ({
      ...step,
      to: endOf(step, item),
      ...(principal ? { by, for: principal } : {}),
    }))
  // An operator's own item may be open to him twice: as its owner, and as an operator; anybody's also for another.
  return open.filter(({ action }, at) => open.findIndex((other) => other.action === action) === at)
}
