// Owns lifecycles: states and transitions as data, and which of them somebody may take.
import { type Asker, type Audience, isInAudience, type Related } from './roles.ts'

/** The transitions that a content type may offer as endpoints. */
export const TRANSITION_ACTIONS = [
  'submit',
  'online',
  'offline',
  'withdraw',
  'refuse',
  'handle',
  'accept',
  'decline',
  'delete',
] as const

export type TransitionAction = (typeof TRANSITION_ACTIONS)[number]

export interface LifecycleState {
  readonly title: string
  /** A final state needs no way out. */
  readonly final?: boolean
  /** Who reads items in this state; default: everyone who may read the type. */
  readonly readers?: readonly Audience[]
  /** Whether the owner may edit an item in this state. */
  readonly editable?: boolean
  /** Whether the owner of an item in this state is a `partner` of what it lies under. */
  readonly partner?: boolean
  /** The state an item goes to when its owner has edited it, so that what was approved is approved again. */
  readonly edited?: string
}

export interface Transition {
  readonly action: TransitionAction
  readonly title: string
  readonly from: readonly string[]
  readonly to: string
  readonly by: readonly Audience[]
  /** Whether a reason must be given. */
  readonly reason?: boolean
  /** What the reason is called where it is asked for; default: 原因. */
  readonly words?: string
  /** States of what the item lies under in which it may be taken; default: any. */
  readonly parent?: readonly string[]
}

export interface Lifecycle {
  readonly name: string
  readonly title: string
  readonly initial: string
  readonly states: Readonly<Record<string, LifecycleState>>
  readonly transitions: readonly Transition[]
}

/** The transition for `action` out of `status`, whoever asks; undefined when there is none. */
export function findTransition(
  lifecycle: Lifecycle,
  status: string,
  action: TransitionAction,
): Transition | undefined {
  return lifecycle.transitions.find(
    (transition) => transition.action === action && transition.from.includes(status),
  )
}

/** An item as far as its lifecycle asks about it. */
export interface Stated extends Related {
  readonly status: string
  /** State of what it lies under; null where that is missing. */
  readonly parentStatus?: string | null
}

/** Whether what the item lies under is in a state that the transition wants. */
export function suitsParent({ parent }: Transition, { parentStatus }: Stated): boolean {
  return parent === undefined || (parentStatus != null && parent.includes(parentStatus))
}

/** What `asker` may do now with an item: the buttons a page shows and the server allows. */
export function permittedTransitions(lifecycle: Lifecycle, item: Stated, asker: Asker): Transition[] {
  return lifecycle.transitions.filter(
    (transition) =>
      transition.from.includes(item.status) &&
      suitsParent(transition, item) &&
      isInAudience(asker, transition.by, item),
  )
}
