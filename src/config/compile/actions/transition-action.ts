// Describes the button of a transition: reason, appearance, and the message after it.

import { isDeletedState, isOpen, type Lifecycle, type Transition } from '#shared/lifecycles/lifecycle.ts'
import { resolveReason } from '#shared/lifecycles/transition-reason.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Action } from '#shared/model/page-model.ts'

type TransitionProps = Pick<Action, 'reason' | 'done' | 'primary' | 'forward' | 'danger' | 'undoneBy'>

/** Leading to the public it is the main one; leading to where the item is gone it is dangerous. */
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
    ...(isOpen(lifecycle, transition.to) ? { primary: true } : {}),
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
export function toMissingTransitionMessage(type: ContentType | undefined, action: string): string {
  if (!type) return `页面不显示内容类型的条目，不能使用流转“${action}”`
  const step = type.lifecycle.transitions.find((one) => one.action === action)
  return step
    ? `内容类型“${type.title}”没有流转“${step.title}”（${action}）的接口：请在 endpoints 中写明，或改用已有接口的流转`
    : `内容类型“${type.title}”没有流转“${action}”的接口，生命周期“${type.lifecycle.title}”中也没有这条流转`
}
