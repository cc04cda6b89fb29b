// Owns what a page knows of a transition's button: its words, its look, and what can be said when it is done.
import { isGone, type Lifecycle, type Transition, wordsOf } from '../../shared/lifecycle.ts'
import type { Action } from '../../shared/page-model.ts'

type Known = Pick<Action, 'reason' | 'done' | 'primary' | 'danger' | 'undoneBy'>

/** Leading to the public it is the main one; leading to where the item is gone it is dangerous. */
export function describeTransition(lifecycle: Lifecycle, transition: Transition): Known {
  const state = lifecycle.states[transition.to]
  const reason = wordsOf(transition.reason)
  const danger = isGone(lifecycle, transition.to) || state?.readers?.length === 0
  const back = lifecycle.transitions.filter(({ from }) => from.includes(transition.to))
  return {
    ...(reason ? { reason } : {}),
    done: transition.done ?? state?.title ?? transition.title,
    ...(state && state.readers === undefined ? { primary: true } : {}),
    ...(danger ? { danger, undoneBy: [...new Set(back.flatMap(({ by }) => by))] } : {}),
  }
}

/** The states in which everybody reads an item. */
export function publicStates({ states }: Lifecycle): readonly string[] {
  return Object.entries(states).flatMap(([name, { readers }]) => (readers === undefined ? [name] : []))
}
