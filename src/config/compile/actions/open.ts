// Owns the action that opens a page.
import type { WrittenOpenAction } from '../../generated/written.ts'
import type { ActionKindFile } from '../action-kind.ts'
import { compileLink } from '../scope.ts'

export const ACTION: ActionKindFile<WrittenOpenAction> = {
  compile({ place, path, written: { page, type, params, label }, shared }) {
    const link = compileLink(place, path, {
      page,
      ...(type ? { type } : {}),
      ...(params ? { params } : {}),
    })
    return link && { do: 'open', label, link, ...shared }
  },
}
