// Tells which receivers of a notice read an item in a state, and gives their titles.

import type { Context } from '#config/load/context.ts'
import { type Audience, audienceTitle, isForMembers } from '#shared/access/roles.ts'
import type { LifecycleState } from '#shared/lifecycles/lifecycle.ts'
import type { Receiver } from '#shared/model/notice-events.ts'

type Named = Exclude<Receiver, object>

export function canReceiveNotice(
  { readers, gone: isDeleted, applicants }: Pick<LifecycleState, 'readers' | 'gone' | 'applicants'>,
  receiver: Named,
): boolean {
  if (isDeleted) return false
  // Authors of comments and followers may be readers for another reason.
  if (readers === undefined || receiver === 'author' || receiver === 'partner') return true
  if (receiver === 'applicants' && applicants) return true
  return receiver === 'followers' || receiver === 'applicants' || receiver === 'holders'
    ? isForMembers(readers)
    : readers.includes(receiver) || isForMembers(readers)
}

const RECEIVERS: ReadonlyMap<string, string> = new Map([
  ['followers', '关注者'],
  ['author', '评论人'],
  ['applicants', '申报人'],
  ['holders', '引用该内容的用户'],
])

/** `receiver`: as it is written. */
export function receiverTitle({ roles }: Pick<Context, 'roles'>, receiver: string): string {
  return RECEIVERS.get(receiver) ?? audienceTitle(roles, receiver as Audience)
}
