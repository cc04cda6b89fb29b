// Owns the rule that a call which the server answers only to who signed in is open to nobody else.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import type { Audience } from '#shared/access/roles.ts'
import { type ContentAction, isContentAction } from '#shared/model/content-model.ts'

/** What is done in somebody's name. Adding and liking are not: visitors may. */
export const MEMBERS: readonly ContentAction[] = [
  'checkSubmitted',
  'commentAdd',
  'commentDelete',
  'commentReport',
  'own',
  'save',
  'set',
  'standing',
  'update',
]

/** `path` is that of the access. Steps are taken in somebody's name too. */
export function checkMemberCall(
  context: Context,
  document: Document,
  path: Path,
  action: string,
  access: readonly Audience[],
): void {
  if (!access.includes('anyone')) return
  if (isContentAction(action) && !MEMBERS.includes(action)) return
  context.report(document, path, {
    slug: 'call_visitors',
    message: `“${action}”须登录才能使用，access 写 anyone，访客看得到却总被拒绝：请写 registered、participant 或角色`,
    found: 'anyone',
    expected: 'participant',
  })
}
