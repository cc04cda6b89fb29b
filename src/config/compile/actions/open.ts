// Owns the action that opens a page.
import type { Link } from '../../../shared/page-model.ts'
import type { WrittenOpenAction } from '../../generated/written.ts'
import { checkOpened } from '../../rules/followed-buttons.ts'
import { checkTakenState, submittedOn } from '../../rules/taken-state.ts'
import type { ActionKindFile } from '../action-kind.ts'
import { compileLink, type Place } from '../scope.ts'
import { toAccess } from '../to-access.ts'

export const ACTION: ActionKindFile<WrittenOpenAction> = {
  compile({ place, path, written: { page, type, params, label, when }, shared }) {
    const link = compileLink(place, path, {
      page,
      ...(type ? { type } : {}),
      ...(params ? { params } : {}),
    })
    if (link) {
      checkOpened(place, path, link, label)
      checkTakenState(place, path, link, when)
    }
    return link && { do: 'open', label, link, ...accessOf(place, link), ...shared }
  },
}

const CHANGING: readonly string[] = ['update', 'set']

/** Where the page changes the item shown, only who may change it has any use for the button. */
function accessOf(place: Place, { page, params }: Link) {
  const operation = place.world.operations.get(submittedOn(place, page) ?? '')
  const { type, action = '' } = operation?.content ?? {}
  const isShown = type !== undefined && type === place.type?.name && params.id === '{item.id}'
  return isShown && CHANGING.includes(action) ? toAccess(operation) : {}
}
