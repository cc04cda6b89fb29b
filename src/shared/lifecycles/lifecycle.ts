// Owns lifecycles: states and transitions as data, and which of them somebody may take.

import type { Viewer } from '#shared/access/field-read-access.ts'
import {
  type Audience,
  type Caller,
  type DelegatedParts,
  isHimself,
  isInAudience,
  type Related,
  type StandIn,
  standInsFor,
} from '#shared/access/roles.ts'
import { type Condition, evaluateCondition } from '#shared/expressions/condition.ts'
import type { Deadline } from './deadline.ts'
import type { Effect } from './effects.ts'

/**
 * What a transition is to the engine, whatever its action is called: it hands the item in, sends it back, turns it down
 * for good, or takes back what was handed in or published. What deletes, restores or publishes is known by the states
 * between which it leads.
 */
export type TransitionKind = 'submit' | 'refuse' | 'reject' | 'withdraw'

/** What is said to whoever handed something in. */
export interface StateReceipt {
  readonly title: string
  /** What comes next, and what there is to do. */
  readonly next: string
}

export interface LifecycleState {
  readonly title: string
  /** A final state needs no way out. */
  readonly final?: boolean
  /** Everybody finds an item in it: in lists, counts and searches; it is published when it comes here. */
  readonly public?: boolean
  /** An item in it is no longer there for anybody but the state's readers, who ask for it by name. */
  readonly gone?: boolean
  /** Who reads items in this state; default: everyone who may read the type. */
  readonly readers?: readonly Audience[]
  /** Whether, beside its readers, whoever has something below the item reads it in this state. */
  readonly applicants?: boolean
  /** Whether the owner may edit an item in this state. */
  readonly editable?: boolean
  /** Whether its next actor has to act at once: such items stand first in to-do lists. */
  readonly urgent?: boolean
  /** Whether the owner of an item in this state is a `partner` of what it lies under. */
  readonly partner?: boolean
  /**
   * Items in this state were approved: what their owner changes waits beside them in the state named here,
   * and takes their place along the transition from there to this state.
   */
  readonly edited?: string
  /** What is said after an edit that left the item here; in a state with `edited`, that left a change waiting beside it. */
  readonly saved?: StateReceipt
  /** What is said instead after an edit that handed in an item from this state: it was withdrawn, not sent back. */
  readonly submitted?: StateReceipt
}

/** What is written with a transition: a reason, a reply. */
export interface TransitionReason {
  readonly title: string
  readonly help?: string
  /** What its readers see it called, such as by whom it was written; default: its title. */
  readonly shown?: string
  readonly optional?: boolean
}

export interface Transition {
  /** The lifecycle's own verb: its endpoint, its button and its rights are found by it. */
  readonly action: string
  readonly kind?: TransitionKind
  readonly title: string
  /** What is said when it was taken; default: the title of the state it leads to. */
  readonly done?: string
  readonly from: readonly string[]
  readonly to: string
  /** States that it leads back to instead, where the item was last taken from one of them. */
  readonly back?: readonly string[]
  readonly by: readonly Audience[]
  /** Who may not, although `by` names him: nobody approves his own item. */
  readonly not?: readonly Audience[]
  /** So many different people have to take it; until then each is on record, and the item stays. */
  readonly quorum?: number
  /** Open only while the item is as it was approved (true), or only when it is not (false). */
  readonly approved?: boolean
  /** Whether words must be given with it, and what they are called. */
  readonly reason?: boolean | TransitionReason
  /** Whether single fields can be named that are to be mended, each with words of its own. */
  readonly remarks?: true
  /** Form that is filled in with it: the answers are part of the record of the step. */
  readonly form?: string
  /** Field of that form whose answer is the step's words. */
  readonly words?: { readonly field: string; readonly title: string }
  /** Who reads the record of the step, besides whoever took it; default: its owner, who moderates and who examines. */
  readonly readers?: readonly Viewer[]
  /** Fields of the item that the caller has to name: with another value the step is refused. */
  readonly marks?: readonly string[]
  /** Open only while it holds of the item and of who asks. */
  readonly when?: Condition
  /** Dates of the item that must not be over. */
  readonly ahead?: readonly string[]
  /** References of the item: what they lead to is open to everybody, and as they demand (`x-demands`). */
  readonly fit?: readonly string[]
  /** States of what the item lies under in which it may be taken; default: any. */
  readonly parent?: readonly string[]
  /** What will happen, said before it does. */
  readonly note?: string
  /** Whoever takes it first is what the field then names: his own item where that is a reference, else his account. */
  readonly claim?: { readonly field: string; readonly taken: string }
  /** What is done with it, in this order: fields written, a receipt numbered, notices that it leads to. */
  readonly do?: readonly Effect[]
  /** When the system takes it, if nobody has. */
  readonly due?: Deadline
  /** Taken by itself as soon as the owner has handed in a change of the item's fields. */
  readonly afterEdit?: boolean
}

/** As much of an item as decides what may be done with it. */
export interface Subject extends Related {
  readonly status: string
  readonly revision: number
  /** Its fields, which conditions read. */
  readonly body?: Readonly<Record<string, unknown>>
  /** The revision that its owner took out of the public state; what differs from it is approved again. */
  readonly approvedRevision?: number | null
  /** State of what it lies under; null where that is missing. */
  readonly parentStatus?: string | null
  /** The state that it was taken from, and that a step may lead back to. */
  readonly leftStatus?: string | null
  /** Who has taken steps of a quorum since it came into its state, by the step's action. */
  readonly votes?: Readonly<Record<string, readonly Vote[]>> | null
}

/** One of a quorum, by account ids. */
export interface Vote {
  readonly by: string
  /** Whose it is: another's where he stood in for him. */
  readonly as: string
}

/** A part that somebody else may take over. */
export interface Delegation {
  readonly part: Audience
  /** Who may take it over. */
  readonly to: readonly Audience[]
}

export interface Lifecycle {
  readonly name: string
  readonly title: string
  readonly initial: string
  readonly states: Readonly<Record<string, LifecycleState>>
  readonly transitions: readonly Transition[]
  readonly delegation?: readonly Delegation[]
  /** Parts that others take over while whoever has them cannot act: his account is blocked, deleted or may not write. */
  readonly vacancy?: readonly Delegation[]
  /** Clocks that steps start and stop, by name. */
  readonly clocks?: Readonly<Record<string, { readonly title: string }>>
}

/** The transition of `kind` out of `status`, whoever asks; undefined when there is none. */
export function findByKind(
  { transitions }: Lifecycle,
  status: string,
  kind: TransitionKind,
): Transition | undefined {
  return transitions.find((transition) => transition.kind === kind && transition.from.includes(status))
}

/** Whether what is saved may wait, incomplete, until its owner hands it in. */
export const keepsDrafts = (lifecycle: Lifecycle): boolean =>
  findByKind(lifecycle, lifecycle.initial, 'submit') !== undefined

/** The step with which the owner himself takes back what is in `status`; undefined where others alone may. */
export function findWithdrawal({ transitions }: Lifecycle, status: string): Transition | undefined {
  return transitions.find(
    ({ kind, from, by }) => kind === 'withdraw' && from.includes(status) && by.includes('owner'),
  )
}

/** Whether items come there by being sent back to their owner, who mends them. */
export function isSentBack({ states, transitions }: Lifecycle, status: string): boolean {
  return (
    states[status]?.editable === true &&
    transitions.some(({ kind, to }) => kind === 'refuse' && to === status)
  )
}

/** The transition with which an item in `status` is deleted, whoever asks. */
export function findDeletion(lifecycle: Lifecycle, status: string): Transition | undefined {
  return lifecycle.transitions.find(({ from, to }) => from.includes(status) && isClosed(lifecycle, to))
}

/** Whether a step leads a matter on: it neither takes anything back nor deletes or restores it. */
export function isOnward(
  lifecycle: Lifecycle,
  { kind, from, to }: Pick<Transition, 'kind' | 'from' | 'to'>,
): boolean {
  return kind !== 'withdraw' && !isClosed(lifecycle, to) && !from.every((state) => isClosed(lifecycle, state))
}

/** Items in it are gone, or nobody reads them. */
function isClosed(lifecycle: Lifecycle, status: string): boolean {
  return isDeletedState(lifecycle, status) || lifecycle.states[status]?.readers?.length === 0
}

/** Whether steps lead from one state to the other, whoever takes them. */
export function leadsTo({ transitions }: Pick<Lifecycle, 'transitions'>, from: string, to: string): boolean {
  const reached = new Set([from])
  for (const state of reached)
    for (const step of transitions)
      if (step.from.includes(state)) for (const next of [step.to, ...(step.back ?? [])]) reached.add(next)
  return from !== to && reached.has(to)
}

/** The state that the transition takes the item to: the one it was taken from, where it leads back. */
export function endOf({ to, back }: Transition, { leftStatus }: Pick<Subject, 'leftStatus'>): string {
  return leftStatus != null && back?.includes(leftStatus) ? leftStatus : to
}

/** The transition that leads back to `status`; undefined where an item that leaves it is not put back. */
export function findReturnTransition({ transitions }: Lifecycle, status: string): Transition | undefined {
  return transitions.find(({ back }) => back?.includes(status))
}

/** Whether an item that left `leftStatus` had been let in among what is approved, and may be put back there. */
export function wasLetIn(lifecycle: Lifecycle, leftStatus: string | null | undefined): boolean {
  const back = leftStatus ? findReturnTransition(lifecycle, leftStatus) : undefined
  return back !== undefined && reviews(lifecycle, back.to)
}

/** Whether what the item lies under is in a state that the transition wants. */
export function suitsParent(
  { parent }: Pick<Transition, 'parent'>,
  { parentStatus }: Pick<Subject, 'parentStatus'>,
): boolean {
  return parent === undefined || (parentStatus != null && parent.includes(parentStatus))
}

/** Whether everybody finds an item in this state. */
export function isPublic({ states }: Pick<Lifecycle, 'states'>, status: string): boolean {
  return Object.hasOwn(states, status) && states[status]?.public === true
}

/** The states in which everybody finds an item, in the order of the lifecycle. */
export function publicStates({ states }: Pick<Lifecycle, 'states'>): string[] {
  return Object.keys(states).filter((name) => states[name]?.public === true)
}

/** The step that makes an item public that is not, whoever takes it. */
export function findPublishTransition(lifecycle: Lifecycle, status: string): Transition | undefined {
  if (isPublic(lifecycle, status)) return undefined
  return lifecycle.transitions.find(({ from, to }) => from.includes(status) && isPublic(lifecycle, to))
}

/** The step that takes a public item out of the public to where it can come back from, whoever takes it. */
export function findUnpublishTransition(lifecycle: Lifecycle, status: string): Transition | undefined {
  if (!isPublic(lifecycle, status)) return undefined
  return lifecycle.transitions.find(
    ({ from, to }) =>
      from.includes(status) &&
      !isDeletedState(lifecycle, to) &&
      findPublishTransition(lifecycle, to) !== undefined,
  )
}

/** Whether items in this state were approved, and what their owner changes is approved again. */
export function reviews(lifecycle: Lifecycle, status: string): boolean {
  return lifecycle.states[status]?.edited !== undefined
}

/** Whether `asker` is among those who take the transition, himself or for another, whatever state the item is in. */
export function isExecutableBy(transition: Transition, caller: Caller, item: Related): boolean {
  return findActors(transition, caller, item).some(({ isKept }) => !isKept)
}

/** Whether it would be his, or of whom he stands in for, but for whose item it is. */
export function isExcludedFrom(transition: Transition, caller: Caller, item: Related): boolean {
  return findActors(transition, caller, item).some(({ isKept }) => isKept)
}

/** As whom he could take it: himself first. Both are kept from it by what keeps either. */
function findActors(
  { by, not = [] }: Transition,
  caller: Caller,
  item: Related,
): { readonly delegation?: DelegatedParts; readonly by: readonly Audience[]; readonly isKept: boolean }[] {
  const own = isHimself(caller, by, item) ? [{ by, isKept: isHimself(caller, not, item) }] : []
  const others = standInsFor(caller, item).flatMap((delegation) => {
    const parts = by.filter((who) => delegation.parts.includes(who))
    if (!isHimself(delegation.principal, parts, item)) return []
    return [
      {
        delegation,
        by: parts,
        isKept: [caller, delegation.principal].some((one) => isHimself(one, not, item)),
      },
    ]
  })
  return [...own, ...others]
}

/** Whether the item's approval is such as the transition asks for. */
export function suits({ approved }: Transition, { revision, approvedRevision }: Subject): boolean {
  return approved === undefined || approved === (revision === approvedRevision)
}

/** Whether the step's condition holds of the item as it is, and of who asks. */
export function isMet(
  { when }: Pick<Transition, 'when'>,
  { status, body }: Pick<Subject, 'status' | 'body'>,
  caller: Caller,
): boolean {
  if (when === undefined) return true
  const user = caller ? { ...caller, signedIn: true, type: caller.role } : { signedIn: false }
  return evaluateCondition(when, { item: { ...body, status }, user })
}

/** Whether `asker` has taken a part in it already, or somebody his. */
export function hasVoted({ action, quorum }: Transition, { votes }: Subject, caller: Caller): boolean {
  if (quorum === undefined || caller === null) return false
  return votes?.[action]?.some((vote) => vote.by === caller.id || vote.as === caller.id) === true
}

/** How many others have to take it before the item moves, once somebody takes it now. */
export function missingAfter({ action, quorum = 1 }: Transition, { votes }: Pick<Subject, 'votes'>): number {
  return Math.max(0, quorum - 1 - (votes?.[action]?.length ?? 0))
}

/** The audience of `by` by which `asker` takes the step: as whom he acts. */
export function partOf({ by }: Pick<Transition, 'by'>, caller: Caller, item: Related): Audience | undefined {
  return by.find((audience) => isInAudience(caller, [audience], item))
}

/** A step that is open to somebody, perhaps only for whom he stands in. */
export type OpenTransition = Transition & { readonly for?: StandIn }

/** What `asker` may do now with an item: the buttons a page shows and the server allows. */
export function permittedTransitions(lifecycle: Lifecycle, item: Subject, caller: Caller): OpenTransition[] {
  const steps = lifecycle.transitions.filter(
    (step) => step.from.includes(item.status) && suits(step, item) && suitsParent(step, item),
  )
  const actors = steps.flatMap((step) => findActors(step, caller, item).map((hand) => ({ step, ...hand })))
  const open = actors
    .filter(({ step, delegation, isKept }) => {
      const voters = delegation ? [caller, delegation.principal] : [caller]
      return (
        !isKept &&
        !voters.some((one) => hasVoted(step, item, one)) &&
        isMet(step, item, delegation?.principal ?? caller)
      )
    })
    .sort((one, other) => Number(one.delegation !== undefined) - Number(other.delegation !== undefined))
    .map(({ step, delegation, by }) => ({
      ...step,
      to: endOf(step, item),
      ...(delegation ? { by, for: delegation.principal } : {}),
    }))
  // An operator's own item may be open to him twice: as its owner, and as an operator; anybody's also for another.
  return open.filter(({ action }, at) => open.findIndex((other) => other.action === action) === at)
}

/** The words that are given with a transition; undefined where there are none. */
export function resolveReason(reason: Transition['reason']): TransitionReason | undefined {
  if (reason === undefined || reason === false) return undefined
  return reason === true ? { title: '原因' } : reason
}

/** What the words of a step out of `from` are called for their readers; of an action that is no more, 原因. */
export function findReasonTitle({ transitions }: Lifecycle, from: string, action: string): string {
  const steps = transitions.filter((known) => known.action === action && known.from.includes(from))
  return titleRead(steps.find(hasReason))
}

/** The same of the step that led to `to`, where only that is known. */
export function findReasonTitleByTarget({ transitions }: Lifecycle, to: string): string {
  return titleRead(transitions.find((known) => known.to === to && hasReason(known)))
}

const hasReason = ({ reason, words }: Transition): boolean =>
  resolveReason(reason) !== undefined || words !== undefined

function titleRead(step: Transition | undefined): string {
  const words = resolveReason(step?.reason)
  return words?.shown ?? words?.title ?? step?.words?.title ?? '原因'
}

/** States whose items are there only for who asks for the state by name. */
export function isDeletedState(lifecycle: Lifecycle, status: string): boolean {
  return Object.hasOwn(lifecycle.states, status) && lifecycle.states[status]?.gone === true
}
