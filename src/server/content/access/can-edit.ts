// Checks that a caller may change the fields of an item.

import type { Related } from '#shared/access/facts.ts'
import { isAllowed, member } from '#shared/access/policy.ts'
import { type Audience, type Caller, isInAudience } from '#shared/access/roles.ts'
import { editPolicy } from '#shared/lifecycles/item-policies.ts'
import { type Lifecycle, reviews } from '#shared/lifecycles/lifecycle.ts'
import type { Operation } from '#shared/model/operation-model.ts'

interface Owned extends Related {
  readonly status: string
}

export function isOwner(item: Owned, caller: Caller): boolean {
  return caller !== null && item.ownerId !== null && item.ownerId === caller.id
}

/** Returns true if the caller edits the item as its owner does: what was approved is edited beside it. */
export const editsAsOwner = ({ editors }: Lifecycle, item: Owned, caller: Caller): boolean =>
  isOwner(item, caller) || (editors !== undefined && isInAudience(caller, editors, item))

export function isEditable(lifecycle: Lifecycle, status: string): boolean {
  return lifecycle.states[status]?.editable === true
}

/** Returns true if the owner's edits do not change the item directly, because it is under review or approved. */
export function isSubmitted(lifecycle: Lifecycle, status: string): boolean {
  return !isEditable(lifecycle, status) || reviews(lifecycle, status)
}

/** Returns true if the state is final, so that the owner may start a new item. */
export function isOver({ states }: Lifecycle, status: string): boolean {
  return states[status]?.final === true
}

/** Returns true if the caller may edit the item. */
export const canEdit = (lifecycle: Lifecycle, item: Owned, caller: Caller): boolean =>
  isAllowed(editPolicy(lifecycle), caller, item)

/**
 * Returns true if the caller may edit the item and has access to the call for this very item. An operator corrects
 * only items that the call's access covers.
 */
export function mayChange(
  lifecycle: Lifecycle,
  access: readonly Audience[],
  item: Owned,
  caller: Caller,
): boolean {
  return canEdit(lifecycle, item, caller) && isAllowed(member(access), caller, item)
}

/** Returns true if the caller may edit the item. Without an update call, only the owner rewrites it, by saving. */
export function isEditableBy(
  calls: readonly Operation[],
  lifecycle: Lifecycle,
  item: Owned,
  caller: Caller,
): boolean {
  const updates = calls.filter(({ content }) => content?.action === 'update')
  if (updates.length === 0) return canEdit(lifecycle, item, caller)
  return updates.some(({ access }) => mayChange(lifecycle, access, item, caller))
}
