// Describes the button of a transition: reason, appearance, and the message after it.

import { isDeletedState, isOpen, type Lifecycle, type Transition } from '#shared/lifecycles/lifecycle.ts'
import { resolveReason } from '#shared/lifecycles/transition-reason.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Action } from '#shared/model/page-model.ts'

type TransitionProps = Pick<Action, 'reason' | 'done' | 'primary' | 'forward' | 'danger' | 'undoneBy'>

/**
 * Leading to the public it is the main one, unless it goes past the reviews; leading to where the item is gone it is
 * dangerous.
 */
export function describeTransition(lifecycle: Lifecycle, transition: Transition): TransitionProps {
  const state = lifecycle.states[transition.to]
  const reason = resolveReason(transition.reason)
  const danger = isDeletedState(lifecycle, transition.to) || state?.readers?.length === 0
  // A transition is not expected next if it takes back, refuses or needs a reason.
  const forward =
    !danger &&
    (transition.kind === undefined || transition.kind === 'submit') &&
    (reason === undefined || reason.optional === true) &&
    !transition.from.some((name) => lifecycle.states[name]?.public)
  const back = lifecycle.transitions.filter(({ from }) => from.includes(transition.to))
  return {
    ...(reason ? { reason } : {}),
    done: transition.done ?? state?.title ?? transition.title,
    ...(isOpen(lifecycle, transition.to) && transition.kind !== 'urgent' ? { primary: true } : {}),
    ...(forward ? { forward } : {}),
    ...(danger ? { danger, undoneBy: [...new Set(back.flatMap(({ by }) => by))] } : {}),
  }
}

/** The steps of a type that pages may offer. */
export const findCallableActions = (type: ContentType | undefined): readonly string[] => [
  ...new Set(
    (type?.lifecycle.transitions ?? []).flatMap(({ action }) =>
      type && Object.hasOwn(type.operations, action) ? [action] : [],
    ),
  ),
]

/** Of a step that has no call, or is none. */
