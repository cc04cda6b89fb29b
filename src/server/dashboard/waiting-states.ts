// Finds the states in which items wait for an operator.

import { type Audience, GRANTS, namesGrant } from '#shared/access/roles.ts'
import { isOnward, type Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import type { Model } from '#shared/model/model.ts'

export interface Waiting {
  readonly type: string
  readonly status: string
}

/**
 * Returns the state in which a new item waits, if an operator acts next and nobody else reads it, and the states to
 * which operators take it from there (such as accepted) while nobody else acts on it.
 */
export function waitingStates({ contentTypes, roles }: Model): Waiting[] {
  const isOperator = (by: readonly Audience[]) => namesGrant(roles, by, GRANTS.moderate)
  return contentTypes.flatMap(({ name, lifecycle, operations }) => {
    const { initial, states, transitions } = lifecycle
    const waysOut = (state: string) =>
      transitions.filter((step) => step.from.includes(state) && isOnward(lifecycle, step))
    // A draft waits once its owner has submitted it; so do items that non-operators publish.
    const submittedStates = transitions.filter(({ kind }) => kind === 'submit').map(({ to }) => to)
    const first = [initial, ...submittedStates].find(
      (state) => waysOut(state).some(({ by }) => isOperator(by)) && states[state]?.readers !== undefined,
    )
    if (!operations.manage || first === undefined) return []
    const staysWithOperator = (state: string) => {
      const ways = waysOut(state)
      return ways.length > 0 && ways.every(({ by }) => by.every((who) => isOperator([who])))
    }
    const waiting = new Set([first])
    for (const state of waiting)
      for (const { by, to } of waysOut(state))
        if (isOperator(by) && isHidden(lifecycle, to) && staysWithOperator(to)) waiting.add(to)
    return [...waiting].map((status) => ({ type: name, status }))
  })
}

/** Neither public nor open to everybody in another way. */
const isHidden = ({ states }: Lifecycle, state: string): boolean =>
  states[state]?.readers !== undefined && states[state]?.gone !== true
