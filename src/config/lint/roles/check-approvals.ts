// Checks that registrations that need approval can be approved: by a call, and by a button beside the refusal.

import type { Context } from '#config/load/context.ts'
import type { Model } from '#shared/model/model.ts'

const APPROVE = 'users.approve'
const REFUSE = 'users.refuse'

/**
 * Checks that registrations that need approval can be approved: the call `users.approve` exists, and a page offers
 * it if a page offers `users.refuse`. Reports `approval_unserved` otherwise. Call it after all files are compiled,
 * because each file that names a call registers it as used.
 *
 * @example
 * checkApprovals(context, model)
 */
export function checkApprovals(
  context: Context,
  { roles, operations }: Pick<Model, 'roles' | 'operations'>,
): void {
  const [first, ...others] = roles.filter(({ registers }) => registers?.approval)
  const document = context.of('roles').get('roles')
  if (!first || !document) return
  const roleNames = others.length > 0 ? `“${first.title}”等 ${others.length + 1} 类用户` : `“${first.title}”`
  const end = '申请无法通过，注册用户不能登录'
  if (!operations.some(({ id }) => id === APPROVE)) {
    context.report(document, ['roles', first.name, 'registers', 'approval'], {
      slug: 'approval_unserved',
      message: `${roleNames}注册后须经审核（approval），却没有接口 ${APPROVE}，${end}：请在 schemas/api 中声明，并在页面上提供按钮`,
      found: APPROVE,
    })
    return
  }
  if (context.used.has(`operation:${APPROVE}`) || !context.used.has(`operation:${REFUSE}`)) return
  const queuePage = [...context.of('page').values()].find(({ text }) => text.includes(`"${REFUSE}"`))
  if (queuePage)
    context.report(queuePage, ['actions'], {
      slug: 'approval_unserved',
      message: `此处可以退回注册申请，却没有页面提供通过按钮（接口 ${APPROVE}）：${roleNames}注册后须经审核，${end}`,
      found: APPROVE,
      key: true,
    })
}
