// Owns the refusal of reactions that nobody makes to what is his own.

import { isForOthers, ownWords, type ReactionName } from '#shared/access/reaction-rules.ts'
import type { Asker } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { isOwner } from './can-edit.ts'

export function refuseOwn(
  item: { readonly status: string; readonly ownerId: string | null },
  asker: Asker,
  reaction: ReactionName,
): void {
  if (isForOthers(reaction) && isOwner(item, asker))
    throw new Failure('FORBIDDEN', { message: ownWords(reaction) })
}
