// Owns who may change the fields of an item.
import type { Lifecycle } from '../../shared/lifecycle.ts'
import { type Asker, GRANTS, isGranted } from '../../shared/roles.ts'

interface Owned {
  readonly status: string
  readonly ownerId: string | null
}

export function isOwner(item: Owned, asker: Asker): boolean {
  return asker !== null && item.ownerId !== null && item.ownerId === asker.id
}

export function isEditable(lifecycle: Lifecycle, status: string): boolean {
  return lifecycle.states[status]?.editable === true
}

/** Operators correct items in any state, owners in those that the lifecycle opens to them. */
export function canEdit(lifecycle: Lifecycle, item: Owned, asker: Asker): boolean {
  return isGranted(asker, GRANTS.moderate) || (isOwner(item, asker) && isEditable(lifecycle, item.status))
}
