// Checks that receivers of system notices can open the page that the notice leads to.

import type { PageHead } from '#config/compile/links/compile-context.ts'
import type { CompiledNotice } from '#config/compile/notices/compile-notices.ts'
import type { WrittenNotice } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import { isInAudience, isOnlyReader, isRelation, type RoleModel, toRoleCaller } from '#shared/access/roles.ts'
import type { SystemEvent } from '#shared/model/notice-events.ts'

/**
 * `account.approved` concerns roles whose accounts are approved; other events concern every role that is not
 * read-only.
 */
const isNotifiable = (on: SystemEvent, role: RoleModel): boolean =>
  on === 'account.approved' ? role.registers?.approval === true : !isOnlyReader(toRoleCaller(role))

export function checkSystemOpens(
  context: Context,
  { document, template: { on, open } }: CompiledNotice,
  pages: ReadonlyMap<string, Pick<PageHead, 'access'>>,
): void {
  const { access } = pages.get(open?.page ?? '') ?? {}
  if (on === undefined || access === undefined || access.some(isRelation)) return
  const kept = context.roles.filter(
    (role) => isNotifiable(on, role) && !isInAudience(toRoleCaller(role), access),
  )
  if (kept.length === 0) return
  const { open: written } = document.value as Partial<WrittenNotice>
  context.report(document, ['open', ...(typeof written === 'object' ? ['page'] : [])], {
    slug: 'notice_opens',
    message: `提醒发给${kept.map(({ title }) => title).join('、')}，他们却打不开页面“${open?.page ?? ''}”（${access.join('、')}）：请改 open，通向收到的人能打开的页面`,
    found: open?.page ?? '',
  })
}
