// Resolves the reason that a transition asks for, and its title.
import type { Lifecycle, Transition, TransitionReason } from './lifecycle.ts'

/**
 * Returns the reason that a transition requires, with its title, “原因” by default; undefined if it requires none.
 *
 * @example
 * resolveReason(true) // → { title: '原因' }
 * resolveReason({ title: '退回意见' }) // → { title: '退回意见' }
 * resolveReason(undefined) // → undefined
 */
export function resolveReason(reason: Transition['reason']): TransitionReason | undefined {
  if (reason === undefined || reason === false) return undefined
  return reason === true ? { title: '原因' } : reason
}

/** Returns the title, for readers, of the text of a transition out of `from`; 原因 if the action no longer exists. */
export function findReasonTitle({ transitions }: Lifecycle, from: string, action: string): string {
  const steps = transitions.filter((known) => known.action === action && known.from.includes(from))
  return titleRead(steps.find(hasReason))
}

/** The same of the step that led to `to`, where only that is known. */
export function findReasonTitleByTarget({ transitions }: Lifecycle, to: string): string {
  return titleRead(transitions.find((known) => known.to === to && hasReason(known)))
}

export const hasReason = ({ reason, words }: Transition): boolean =>
  resolveReason(reason) !== undefined || words !== undefined

export function titleRead(step: Transition | undefined): string {
  const words = resolveReason(step?.reason)
  return words?.shown ?? words?.title ?? step?.words?.title ?? '原因'
}
