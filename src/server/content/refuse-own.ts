// Owns the refusal of reactions that nobody makes to what is his own.
import { Failure } from '../../shared/errors.ts'
import { isForOthers, ownWords, type ReactionName } from '../../shared/own-reactions.ts'
import type { Asker } from '../../shared/roles.ts'
import { isOwner } from './can-edit.ts'

export function refuseOwn(
  item: { readonly status: string; readonly ownerId: string | null },
  asker: Asker,
  reaction: ReactionName,
): void {
  if (isForOthers(reaction) && isOwner(item, asker))
    throw new Failure('FORBIDDEN', { message: ownWords(reaction) })
}
