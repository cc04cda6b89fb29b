// Owns which content types people publish in, and in which states their items wait for an operator.
import type { ContentType } from '../../shared/content-model.ts'
import type { Model } from '../../shared/model.ts'

/** Types with a page for everybody that others than operators may add to. */
export function publicationTypes({ contentTypes, operations }: Model): ContentType[] {
  const open = new Set(
    operations.filter(({ access }) => access.some((audience) => audience !== 'operator')).map(({ id }) => id),
  )
  return contentTypes.filter(
    ({ detailPage, operations: { add } }) => detailPage !== undefined && add !== undefined && open.has(add),
  )
}

/** The state in which what is new waits, where it is an operator's turn and nobody else reads it. */
export function waitingStates({ contentTypes }: Model): { readonly type: string; readonly status: string }[] {
  return contentTypes.flatMap(({ name, lifecycle, operations }) => {
    const { initial, states, transitions } = lifecycle
    const isTurn = (state: string) =>
      transitions.some(({ from, by }) => from.includes(state) && by.includes('operator'))
    // A draft waits once its owner has handed it in.
    const handedIn = transitions.find(({ action, from }) => action === 'submit' && from.includes(initial))?.to
    const status = isTurn(initial) ? initial : handedIn
    const isWaiting = status !== undefined && isTurn(status) && states[status]?.readers !== undefined
    return operations.manage && isWaiting ? [{ type: name, status }] : []
  })
}
