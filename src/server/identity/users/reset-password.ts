// Sends a user a temporary password for an operator, who never sees it.

import { randomInt } from 'node:crypto'
import { hashPassword } from '#server/identity/accounts/passwords.ts'
import type { Sessions } from '#server/identity/sessions/sessions.ts'
import type { SmsSender } from '#server/identity/sms/sms-sender.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import type { Call } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { Failure } from '#shared/calls/errors.ts'
import { changeUser } from './change-user.ts'
import { requireManaged } from './managed-user.ts'

const LIVES = 24 * 3_600_000
/** Without what is easily taken for something else. */
const KINDS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '@#%+='] as const
const LENGTH = 12

const pick = (from: string) => from[randomInt(from.length)] as string

/** Some of each kind, in no order that could be guessed. */
export function newTemporaryPassword(): string {
  const signs = Array.from({ length: LENGTH }, (_, index) => pick(KINDS[index] ?? KINDS.join('')))
  for (let last = signs.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1)
    ;[signs[last], signs[other]] = [signs[other] as string, signs[last] as string]
  }
  return signs.join('')
}

export async function resetPassword(call: Call, sessions: Sessions, sender: SmsSender | null) {
  const { id } = bodyOf<'users.resetPassword'>(call)
  if (!sender) throw new Failure('UNAVAILABLE', { message: '短信服务尚未开通，不能发送临时密码' })
  const { mobile } = await requireManaged(call, id)
  if (!mobile)
    throw new Failure('WRONG_STATE', {
      message: '该账号没有手机号码，不能发送临时密码；工作人员账号请改用“交付一次性密码”',
    })
  const password = newTemporaryPassword()
  const passwordHash = await hashPassword(password)
  const answer = await changeUser(call, {
    action: 'users.resetPassword',
    from: [ACCOUNT.active, ACCOUNT.blocked, ACCOUNT.waiting, ACCOUNT.refused],
    endsSessions: true,
    set: (_reason, now) => ({ passwordHash, passwordUntil: new Date(now.getTime() + LIVES) }),
  })
  await sessions.endAll(id)
  const text = `您的密码已由运营人员重设，临时密码是 ${password}，24 小时内有效，请登录后立即修改。`
  await sender.send({ to: mobile, text, code: password, kind: 'password' })
  return answer
}
