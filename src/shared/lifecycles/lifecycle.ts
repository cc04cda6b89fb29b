// Declares lifecycles: states and transitions as data. Finds states and transitions by their meaning.

import type { Related } from '#shared/access/facts.ts'
import type { Viewer } from '#shared/access/field-read-access.ts'
import type { Audience } from '#shared/access/roles.ts'
import type { Condition } from '#shared/expressions/condition.ts'
import { perModel } from '#shared/model/per-model.ts'
import type { Deadline } from './deadline.ts'
import type { Effect } from './effects.ts'

/**
 * The meaning of a transition to the engine, whatever the name of its action: it submits the item, returns it to its
 * owner, rejects it for good, withdraws a submitted or published one, or publishes it past its reviews. A transition
 * that deletes, restores or publishes is known by its states.
 */
export type TransitionKind = 'submit' | 'refuse' | 'reject' | 'withdraw' | 'urgent'

/** The message to the user who submitted something. */
export interface StateReceipt {
  readonly title: string
  /** The next event, and the next action of the user. */
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
  /** Of a state with `gone`: items that have been in it for so many days are erased for good. */
  readonly retentionDays?: number
  /** Audiences that read items in this state; by default everybody who may read the type. */
  readonly readers?: readonly Audience[]
  /** True if owners of children of the item read it in this state too. */
  readonly applicants?: boolean
  /** True if the owner may edit an item in this state. */
  readonly editable?: boolean
  /** True if the next actor has to act at once: such items come first in to-do lists. */
  readonly urgent?: boolean
  /** Title of the review that items wait for in this state, one of several; no account takes two of them. */
  readonly stage?: string
  /** True if the owner of an item in this state is a `partner` of its parent. */
  readonly partner?: boolean
  /**
   * Items in this state were approved: what their owner changes waits beside them in the state named here,
   * and takes their place along the transition from there to this state.
   */
  readonly edited?: string
  /**
   * Receipt for an edit that left the item in this state; in a state with `edited`, for one that left a pending
   * change.
   */
  readonly saved?: StateReceipt
  /** Receipt for an edit that submitted a withdrawn item from this state; one that was returned has `saved`. */
  readonly submitted?: StateReceipt
}

/** Text that is written with a transition: a reason, a reply. */
export interface TransitionReason {
  readonly title: string
  readonly help?: string
  /** Title for its readers, for example with the role of its author; default: `title`. */
  readonly shown?: string
  readonly optional?: boolean
  /** Dictionary of stock phrases. */
  readonly phrases?: string
}

/** A transition of a lifecycle: its states, who may execute it, its preconditions and its effects. */
export interface Transition {
  /** The lifecycle's own verb: its endpoint, its button and its rights are found by it. */
  readonly action: string
  readonly kind?: TransitionKind
  readonly title: string
  /** Message after it was executed; default: the title of the target state. */
  readonly done?: string
  readonly from: readonly string[]
  readonly to: string
  /** States that it leads back to instead, where the item was last taken from one of them. */
  readonly back?: readonly string[]
  readonly by: readonly Audience[]
  /** Audiences that may not execute it although `by` names them: nobody approves their own item. */
  readonly not?: readonly Audience[]
  /** So many different people have to take it; until then each is on record, and the item stays. */
  readonly quorum?: number
  /** True for a review of one stage: who took an earlier one, or edited the item, may not execute it. */
  readonly stage?: true
  /** Open only while the item is as it was approved (true), or only when it is not (false). */
  readonly approved?: boolean
  /** True, or the title of the text, if a text must be given with it. */
  readonly reason?: boolean | TransitionReason
  /** True if it may name single fields to be corrected, each with a comment. */
  readonly remarks?: true
  /** Form that is filled in with it: the answers are part of the record of the step. */
  readonly form?: string
  /** Field of that form whose answer is the step's words. */
  readonly words?: { readonly field: string; readonly title: string }
  /** Readers of the record of the transition, besides its actor; by default the owner, moderators and examiners. */
  readonly readers?: readonly Viewer[]
  /** Fields of the item that the caller has to name: with another value the step is refused. */
  readonly marks?: readonly string[]
  /** Open only while it holds of the item and of who asks. */
  readonly when?: Condition
  /** Dates of the item that must not be over. */
  readonly ahead?: readonly string[]
  /** References of the item: what they lead to is open to everybody, and as they demand (`x-demands`). */
  readonly fit?: readonly string[]
  /** States of the parent in which it may be executed; by default any. */
  readonly parent?: readonly string[]
  /** Description of the consequences, shown before it is executed. */
  readonly note?: string
  /**
   * Assigns the item to the first user who executes it: the field then names their own item if it is a reference,
   * else their account.
   */
  readonly claim?: { readonly field: string; readonly taken: string }
  /** Effects in the order of their execution: fields written, a receipt number, notices. */
  readonly do?: readonly Effect[]
  /** The time at which the system executes it, if nobody has. */
  readonly due?: Deadline
  /** True if the system executes it as soon as the owner has submitted a change of the item's fields. */
  readonly afterEdit?: boolean
}

/** As much of an item as decides what may be done with it. */
export interface Subject extends Related {
  readonly status: string
  readonly revision: number
  /** Its fields, which conditions read. */
  readonly body?: Readonly<Record<string, unknown>>
  /** The state that it was taken from, and that a step may lead back to. */
  readonly leftStatus?: string | null
}

/** A part that somebody else may take over. */
export interface Delegation {
  readonly part: Audience
  /** The audiences that may take it over. */
  readonly to: readonly Audience[]
}

/** The states of an item and the transitions between them, as data, such as `moderated` for demands. */
export interface Lifecycle {
  readonly name: string
  /** The name of its file, where types use the lifecycle in several ways (`editorial` of `editorial-3-schedule`). */
  readonly base?: string
  readonly title: string
  readonly initial: string
  /** Audiences that write items and edit those of others as their owners do. */
  readonly editors?: readonly Audience[]
  /** Audiences that edit items of their owners as operators do; absent where there are `editors`. */
  readonly correctors?: readonly Audience[]
  readonly states: Readonly<Record<string, LifecycleState>>
  readonly transitions: readonly Transition[]
  readonly delegation?: readonly Delegation[]
  /**
   * Parts that others take over while their holder cannot act: the account is blocked or deleted, or may not write.
   */
  readonly vacancy?: readonly Delegation[]
  /** Clocks that steps start and stop, by name. */
  readonly clocks?: Readonly<Record<string, { readonly title: string }>>
}

/** Returns the name of the file of the lifecycle. */
export const fileOf = ({ base, name }: Pick<Lifecycle, 'base' | 'name'>): string => base ?? name

/** Returns the transition of `kind` out of `status`, for any caller; undefined if there is none. */
export function findByKind(
  { transitions }: Lifecycle,
  status: string,
  kind: TransitionKind,
): Transition | undefined {
  return transitions.find((transition) => transition.kind === kind && transition.from.includes(status))
}

/** Returns true if a saved item may stay incomplete until its owner submits it. */
export const keepsDrafts = (lifecycle: Lifecycle): boolean =>
  findByKind(lifecycle, lifecycle.initial, 'submit') !== undefined

/** Returns the transition by which the owner withdraws an item in `status`; undefined if only others may. */
export function findWithdrawal({ transitions }: Lifecycle, status: string): Transition | undefined {
  return transitions.find(
    ({ kind, from, by }) => kind === 'withdraw' && from.includes(status) && by.includes('owner'),
  )
}

/** Returns true if items come to this state by being returned to their owner for correction. */
export function isSentBack({ states, transitions }: Lifecycle, status: string): boolean {
  return (
    states[status]?.editable === true &&
    transitions.some(({ kind, to }) => kind === 'refuse' && to === status)
  )
}

/** Returns the transition that deletes an item in `status`, for any caller. */
export function findDeletion(lifecycle: Lifecycle, status: string): Transition | undefined {
  return lifecycle.transitions.find(({ from, to }) => from.includes(status) && isClosed(lifecycle, to))
}

/** Returns true if the transition moves the item forward: it neither withdraws, deletes nor restores it. */
export function isOnward(
  lifecycle: Lifecycle,
  { kind, from, to }: Pick<Transition, 'kind' | 'from' | 'to'>,
): boolean {
  return kind !== 'withdraw' && !isClosed(lifecycle, to) && !from.every((state) => isClosed(lifecycle, state))
}

/** Returns true if items in this state are deleted, or nobody reads them. */
function isClosed(lifecycle: Lifecycle, status: string): boolean {
  return isDeletedState(lifecycle, status) || lifecycle.states[status]?.readers?.length === 0
}

/** Returns true if transitions lead from one state to the other, for any caller. */
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

/** Returns true if an item that left `leftStatus` was approved before, and may be put back there. */
export function wasLetIn(lifecycle: Lifecycle, leftStatus: string | null | undefined): boolean {
  const back = leftStatus ? findReturnTransition(lifecycle, leftStatus) : undefined
  return back !== undefined && reviews(lifecycle, back.to)
}

/**
 * Returns true if items in this state are public: everybody finds them in lists, counts and searches.
 * @example
 * isPublic({ states: { online: { title: '已上线', public: true } } }, 'online') // → true
 */
export function isPublic({ states }: Pick<Lifecycle, 'states'>, status: string): boolean {
  return Object.hasOwn(states, status) && states[status]?.public === true
}

/** Returns the public states of a lifecycle, in its order. */
export const publicStates = (lifecycle: Pick<Lifecycle, 'states'>): string[] =>
  statesWhere(lifecycle, (state) => state.public)

/** Returns true if everybody who may read the type reads items in this state. */
export const isOpen = ({ states }: Pick<Lifecycle, 'states'>, status: string): boolean =>
  Object.hasOwn(states, status) && states[status]?.readers === undefined

/** Returns the states in which everybody who may read the type reads items. */
export const openStates = (lifecycle: Pick<Lifecycle, 'states'>): string[] =>
  statesWhere(lifecycle, ({ readers }) => readers === undefined)

/** Returns the states in which items are not deleted. */
export const presentStates = (lifecycle: Pick<Lifecycle, 'states'>): string[] =>
  statesWhere(lifecycle, ({ gone }) => !gone)

/** Returns the states in which an item has ended: final or deleted ones, and those that no transition leaves. */
export const endedStates = (lifecycle: Pick<Lifecycle, 'states' | 'transitions'>): string[] => {
  const left = new Set(lifecycle.transitions.flatMap(({ from }) => from))
  return Object.entries(lifecycle.states).flatMap(([name, { final, gone }]) =>
    final || gone || !left.has(name) ? [name] : [],
  )
}

/** Returns the names of the states that are meant, in the order of the lifecycle. */
export function statesWhere(
  { states }: Pick<Lifecycle, 'states'>,
  isMeant: (state: LifecycleState) => unknown,
): string[] {
  return Object.entries(states).flatMap(([name, state]) => (isMeant(state) ? [name] : []))
}

/** Returns the transition that publishes an item that is not public, for any caller. */
export function findPublishTransition(lifecycle: Lifecycle, status: string): Transition | undefined {
  if (isPublic(lifecycle, status)) return undefined
  return lifecycle.transitions.find(({ from, to }) => from.includes(status) && isPublic(lifecycle, to))
}

/** Returns the transition that unpublishes a public item so that it can be published again, for any caller. */
export function findUnpublishTransition(lifecycle: Lifecycle, status: string): Transition | undefined {
  if (!isPublic(lifecycle, status)) return undefined
  return lifecycle.transitions.find(
    ({ from, to }) =>
      from.includes(status) &&
      !isDeletedState(lifecycle, to) &&
      findPublishTransition(lifecycle, to) !== undefined,
  )
}

/** Returns the audiences that write, correct and review items in a console, beside operators. */
export const staffOf = ({ editors, correctors = [], transitions }: Lifecycle): readonly Audience[] =>
  editors ? [...editors, ...transitions.flatMap(({ stage, by }) => (stage ? by : []))] : correctors

/** Returns true if items are reviewed in stages. */
export const hasStages = ({ states }: Lifecycle): boolean =>
  Object.values(states).some(({ stage }) => stage !== undefined)

/** Returns true if items in this state were approved, and changes by their owner need approval again. */
export function reviews(lifecycle: Lifecycle, status: string): boolean {
  return lifecycle.states[status]?.edited !== undefined
}

/** The states in which a new item, or the change of an approved one, waits for a decision. */
export const reviewStates = perModel(
  ({ states }: Lifecycle): ReadonlySet<string> =>
    new Set(
      Object.entries(states).flatMap(([name, { edited, stage }]) => [
        ...(edited === undefined ? [] : [edited]),
        ...(stage ? [name] : []),
      ]),
    ),
)

/** How many others have to take it before the item moves, once somebody takes it now. */
export function missingAfter({ action, quorum = 1 }: Transition, { votes }: Pick<Subject, 'votes'>): number {
  return Math.max(0, quorum - 1 - (votes?.[action]?.length ?? 0))
}

/**
 * Returns true if items in this state are deleted (`gone`): only readers who name the state get them.
 * @example
 * isDeletedState({ ...lifecycle, states: { removed: { title: '已删除', gone: true } } }, 'removed') // → true
 */
export function isDeletedState(lifecycle: Lifecycle, status: string): boolean {
  return Object.hasOwn(lifecycle.states, status) && lifecycle.states[status]?.gone === true
}
