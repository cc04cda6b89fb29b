// Compiles the action that opens a page.

import type { ActionKindFile } from '#config/compile/actions/action-kind.ts'
import { checkParentState, submittedOn } from '#config/compile/actions/check-parent-state.ts'
import { toAccess } from '#config/compile/actions/operation-access.ts'
import { checkOpened } from '#config/compile/links/check-opened-page.ts'
import type { PageContext } from '#config/compile/links/compile-context.ts'
import { compileLink } from '#config/compile/links/compile-link.ts'
import type { WrittenOpenAction } from '#config/generated/written.ts'
import type { Link } from '#shared/model/page-model.ts'

export const ACTION: ActionKindFile<WrittenOpenAction> = {
  compile({ place, path, written: { page, type, params, label, when }, shared }) {
    const link = compileLink(place, path, {
      page,
      ...(type ? { type } : {}),
      ...(params ? { params } : {}),
    })
    if (link) {
      checkOpened(place, path, link, label)
      checkParentState(place, path, link, when)
    }
    return link && { do: 'open', label, link, ...accessOf(place, link), ...shared }
  },
}

const CHANGING: readonly string[] = ['update', 'set']

/**
 * Returns the access of the update operation where the page changes the item shown: only users who may change the
 * item need the button.
 */
function accessOf(place: PageContext, { page, params }: Link) {
  const operation = place.compilation.operations.get(submittedOn(place, page) ?? '')
  const { type, action = '' } = operation?.content ?? {}
  const isShown = type !== undefined && type === place.type?.name && params.id === '{item.id}'
  return isShown && CHANGING.includes(action) ? toAccess(operation) : {}
}
