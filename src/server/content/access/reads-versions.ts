// Decides who reads the versions of an item: who may edit it, who reviews it, and who examines it.
import { isVersioned } from '#server/content/items/item-versions.ts'
import type { Related } from '#shared/access/facts.ts'
import { type Caller, GRANTS, isGranted } from '#shared/access/roles.ts'
import { isReviewedBy } from '#shared/lifecycles/transition-policies.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import { canRead, type Read } from './access.ts'
import { canEdit, isOwner } from './can-edit.ts'

/** Of an item that the caller may read. */
export function readsVersions(type: ContentType, row: Read & Related, caller: Caller): boolean {
  return isVersioned({ type }) && isConcerned(type, row, caller)
}

/** True if the caller may edit the item, reviews it or examines it. */
export function isConcerned(type: ContentType, row: Read & Related, caller: Caller): boolean {
  if (caller === null) return false
  return (
    isOwner(row, caller) ||
    isGranted(caller, GRANTS.moderate, GRANTS.examine) ||
    isReviewedBy(type.lifecycle, caller, row) ||
    canEdit(type.lifecycle, row, caller)
  )
}

/** The states of which the caller reads the versions: those in which he reads the item. */
export const readableStates = (type: ContentType, row: Read, caller: Caller): readonly string[] =>
  Object.keys(type.lifecycle.states).filter((status) => canRead(type, { ...row, status }, caller))
