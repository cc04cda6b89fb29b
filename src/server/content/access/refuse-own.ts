// Refuses reactions of an owner to their own item.

import { isForOthers, type ReactionName, toOwnContentMessage } from '#shared/access/reaction-rules.ts'
import type { Caller } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { isOwner } from './can-edit.ts'

export function refuseOwn(
  item: { readonly status: string; readonly ownerId: string | null },
  caller: Caller,
  reaction: ReactionName,
): void {
  if (isForOthers(reaction) && isOwner(item, caller))
    throw new Failure('FORBIDDEN', { message: toOwnContentMessage(reaction) })
}
