// Issues a one-time password to a staff account without a phone: shown once to the operator; auditors are notified.

import { hashPassword } from '#server/identity/accounts/passwords.ts'
import type { Sessions } from '#server/identity/sessions/sessions.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import { SERVICE_FORM } from '#server/platform/accounts/service-account.ts'
import type { Call } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { Failure } from '#shared/calls/errors.ts'
import { changeUser } from './change-user.ts'
import { STAFF_FORM } from './create-staff.ts'
import { requireManaged } from './managed-user.ts'
import { newTemporaryPassword } from './reset-password.ts'

const LIVES_MS = 24 * 3_600_000

/** Everybody else proves who they are by their own phone. */
export async function handPassword(call: Call, sessions: Sessions) {
  const { services } = call
  const { id } = bodyOf<'users.handPassword'>(call)
  const { userName, name, role, form, mobile } = await requireManaged(call, id)
  if (form === SERVICE_FORM)
    throw new Failure('WRONG_STATE', { message: '接口账号没有密码，请在“接口账号”中更换访问密钥' })
  const isStaff = form === STAFF_FORM || !services.roles.find(({ name }) => name === role)?.registers
  if (!isStaff)
    throw new Failure('WRONG_STATE', {
      message: '只有工作人员账号可以交付一次性密码，其他用户请凭短信找回密码',
    })
  if (mobile)
    throw new Failure('WRONG_STATE', {
      message: '该账号有手机号码，请使用“重设密码”，临时密码将以短信发给本人',
    })
  const password = newTemporaryPassword()
  const passwordHash = await hashPassword(password)
  const passwordUntil = new Date(services.clock().getTime() + LIVES_MS)
  const answer = await changeUser(call, {
    action: 'users.handPassword',
    from: [ACCOUNT.active, ACCOUNT.blocked],
    endsSessions: true,
    auditorEvent: 'staff.passwordReset',
    set: () => ({ passwordHash, passwordUntil }),
  })
  await sessions.endAll(id)
  return { id, userName, name, status: answer.status, password, passwordUntil }
}
