// Owns who of those that notices name reads an item in a state, and what they are called.
import type { Receiver } from '../../shared/notice-events.ts'
import { type Audience, audienceTitle, isForMembers } from '../../shared/roles.ts'
import type { Context } from '../context.ts'

type Named = Exclude<Receiver, object>

export function mayHear(
  { readers, gone }: { readonly readers?: readonly Audience[]; readonly gone?: boolean },
  receiver: Named,
): boolean {
  if (gone) return false
  // Whoever wrote a comment, or follows, may be among the readers for another reason.
  if (readers === undefined || receiver === 'author' || receiver === 'partner') return true
  return receiver === 'followers'
    ? isForMembers(readers)
    : readers.includes(receiver) || isForMembers(readers)
}

export function receiverTitle({ roles }: Pick<Context, 'roles'>, receiver: Named): string {
  if (receiver === 'followers') return '关注者'
  return receiver === 'author' ? '评论人' : audienceTitle(roles, receiver)
}
