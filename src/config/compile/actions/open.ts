// Owns the action that opens a page.
import type { WrittenOpenAction } from '../../generated/written.ts'
import { checkOpened } from '../../rules/followed-buttons.ts'
import { checkTakenState } from '../../rules/taken-state.ts'
import type { ActionKindFile } from '../action-kind.ts'
import { compileLink } from '../scope.ts'

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
    return link && { do: 'open', label, link, ...shared }
  },
}
