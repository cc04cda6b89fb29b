// Owns in which states items wait for an operator.
import { isOnward } from '../../shared/lifecycle.ts'
import type { Model } from '../../shared/model.ts'
import { GRANTS, namesGrant } from '../../shared/roles.ts'

/** The state in which what is new waits, where it is an operator's turn and nobody else reads it. */
export function waitingStates({
  contentTypes,
  roles,
}: Model): { readonly type: string; readonly status: string }[] {
  return contentTypes.flatMap(({ name, lifecycle, operations }) => {
    const { initial, states, transitions } = lifecycle
    const isTurn = (state: string) =>
      transitions.some(
        (step) =>
          step.from.includes(state) &&
          isOnward(lifecycle, step) &&
          namesGrant(roles, step.by, GRANTS.moderate),
      )
    // A draft waits once its owner has handed it in, and so does what others than operators publish.
    const handedIn = transitions.filter(({ kind }) => kind === 'submit').map(({ to }) => to)
    const status = [initial, ...handedIn].find(
      (state) => isTurn(state) && states[state]?.readers !== undefined,
    )
    return operations.manage && status !== undefined ? [{ type: name, status }] : []
  })
}
