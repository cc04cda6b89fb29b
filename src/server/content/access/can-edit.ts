// Owns who may change the fields of an item.

import {
  type Audience,
  type Caller,
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

export function isOwner(item: Owned, caller: Caller): boolean {
  return caller !== null && item.ownerId !== null && item.ownerId === caller.id
}

export function isEditable(lifecycle: Lifecycle, status: string): boolean {
  return lifecycle.states[status]?.editable === true
}

/** Whether what its owner saves is no longer the item itself: it is examined, or was approved. */
export function isSubmitted(lifecycle: Lifecycle, status: string): boolean {
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
export function canEdit(lifecycle: Lifecycle, item: Owned, caller: Caller): boolean {
  if (isGranted(caller, GRANTS.moderate)) return true
  if (!isEditable(lifecycle, item.status)) return false
  return isOwner(item, caller) || (!reviews(lifecycle, item.status) && actsForOwner(item, caller))
}

const actsForOwner = (item: Owned, caller: Caller): boolean =>
  standInsFor(caller, item).some(
    ({ principal, parts }) => parts.includes('owner') && principal.id === item.ownerId,
  )

/** Whether the call that changes it is his before this very item: an operator corrects only what he is named for. */
export function mayChange(
  lifecycle: Lifecycle,
  access: readonly Audience[],
  item: Owned,
  caller: Caller,
): boolean {
  return canEdit(lifecycle, item, caller) && isInAudience(caller, access, item)
}
