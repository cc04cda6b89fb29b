// Owns lifecycles: states and transitions as data, and which of them somebody may take.
import { type Asker, type Audience, isInAudience } from './roles.ts'

/** The transitions that a content type may offer as endpoints. */
export const TRANSITION_ACTIONS = [
  'submit',
  'online',
  'offline',
  'withdraw',
  'refuse',
  'handle',
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

/** What `asker` may do now with an item: the buttons a page shows and the server allows. */
export function permittedTransitions(
  lifecycle: Lifecycle,
  status: string,
  asker: Asker,
  ownerId: string | null,
): Transition[] {
  return lifecycle.transitions.filter(
    (transition) => transition.from.includes(status) && isInAudience(asker, transition.by, ownerId),
  )
}
