// Checks that a call which the server answers only to signed-in users is open to nobody else.

import type { Place } from '#config/load/place.ts'
import type { Audience } from '#shared/access/roles.ts'
import { type ContentAction, isContentAction } from '#shared/model/operation-model.ts'

/**
 * Actions that are done in the name of an account. Adding and liking are not among them, since visitors may do both.
 */
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

/** `here` is that of the access. Steps are taken in somebody's name too. */
export function checkSignedInCalls(here: Place, action: string, access: readonly Audience[]): void {
  if (!access.includes('anyone')) return
  if (isContentAction(action) && !MEMBERS.includes(action)) return
  here.report({
    slug: 'call_visitors',
    message: `“${action}”须登录后使用，access 不能写 anyone：请写 registered、participant 或角色`,
    found: 'anyone',
    expected: 'participant',
  })
}
