// Owns which content types people publish in, and in which states their items wait for an operator.
import type { ContentType } from '../../shared/content-model.ts'
import type { Model } from '../../shared/model.ts'

/** Types with a page for everybody that others than operators may add to. */
export function publicationTypes({ contentTypes, operations }: Model): ContentType[] {
  const open = new Set(
    operations.flatMap(({ access, content }) =>
      content?.action === 'add' && access.some((audience) => audience !== 'operator') ? [content.type] : [],
    ),
  )
  return contentTypes.filter(({ name, detailPage }) => detailPage !== undefined && open.has(name))
}

/** The state in which what is new waits, where it is an operator's turn and nobody else reads it. */
export function waitingStates({ contentTypes }: Model): { readonly type: string; readonly status: string }[] {
  return contentTypes.flatMap(({ name, lifecycle, operations }) => {
    const { initial, states, transitions } = lifecycle
    const isTurn = (state: string) =>
      transitions.some(({ from, by }) => from.includes(state) && by.includes('operator'))
    // A draft waits once its owner has handed it in, and so does what others than operators publish.
    const handedIn = transitions.filter(({ action }) => action === 'submit').map(({ to }) => to)
    const status = [initial, ...handedIn].find(
      (state) => isTurn(state) && states[state]?.readers !== undefined,
    )
    return operations.manage && status !== undefined ? [{ type: name, status }] : []
  })
}
