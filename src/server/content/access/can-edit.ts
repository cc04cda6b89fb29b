// Owns who may change the fields of an item.

import {
  type Asker,
  type Audience,
  GRANTS,
  isGranted,
  isInAudience,
  type Related,
  standInsFor,
} from '#shared/access/roles.ts'
import { type Lifecycle, reviews } from '#shared/lifecycles/lifecycle.ts'

interface Owned extends Related {
  readonly status: string
}

export function isOwner(item: Owned, asker: Asker): boolean {
  return asker !== null && item.ownerId !== null && item.ownerId === asker.id
}

export function isEditable(lifecycle: Lifecycle, status: string): boolean {
  return lifecycle.states[status]?.editable === true
}

/** Whether what its owner saves is no longer the item itself: it is examined, or was approved. */
export function isHandedIn(lifecycle: Lifecycle, status: string): boolean {
  return !isEditable(lifecycle, status) || reviews(lifecycle, status)
}

/** Whether nothing more comes of it, so that its owner may begin anew. */
export function isOver({ states }: Lifecycle, status: string): boolean {
  return states[status]?.final === true
}

/**
 * Operators correct items in any state, owners in those that the lifecycle opens to them; whoever acts for an owner who
 * cannot does so where nobody would have to approve it.
 */
export function canEdit(lifecycle: Lifecycle, item: Owned, asker: Asker): boolean {
  if (isGranted(asker, GRANTS.moderate)) return true
  if (!isEditable(lifecycle, item.status)) return false
  return isOwner(item, asker) || (!reviews(lifecycle, item.status) && actsForOwner(item, asker))
}

const actsForOwner = (item: Owned, asker: Asker): boolean =>
  standInsFor(asker, item).some(
    ({ principal, parts }) => parts.includes('owner') && principal.id === item.ownerId,
  )

/** Whether the call that changes it is his before this very item: an operator corrects only what he is named for. */
export function mayChange(
  lifecycle: Lifecycle,
  access: readonly Audience[],
  item: Owned,
  asker: Asker,
): boolean {
  return canEdit(lifecycle, item, asker) && isInAudience(asker, access, item)
}
