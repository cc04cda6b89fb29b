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

/** The state in which new items wait, where it is an operator's turn and nobody else reads it. */
export function waitingStates({ contentTypes }: Model): { readonly type: string; readonly status: string }[] {
  return contentTypes.flatMap(({ name, lifecycle, operations }) => {
    const { initial, states, transitions } = lifecycle
    const isTurn = transitions.some(({ from, by }) => from.includes(initial) && by.includes('operator'))
    const isClosed = states[initial]?.readers !== undefined
    return operations.manage && isTurn && isClosed ? [{ type: name, status: initial }] : []
  })
}
