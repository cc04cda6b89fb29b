// Handles the calls that set a new password, proved by the old one or by SMS, and ends all sessions.

import { deleteSessions } from '#server/identity/sessions/session-store.ts'
import type { Sessions } from '#server/identity/sessions/sessions.ts'
import { consumeSmsCode, requireSmsCode, wrongSmsCode } from '#server/identity/sms/require-sms-code.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import { hasUserName } from '#server/platform/accounts/same-name.ts'
import { auditAccountAction } from '#server/platform/audit/audit-account-action.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import { requireQuota } from '#server/platform/limits/require-quota.ts'
import { mask } from '#shared/access/mask.ts'
import { Failure } from '#shared/calls/errors.ts'
import { CODES_TAKEN } from '#shared/identity/sms-purposes.ts'
import { findPasswordErrors, type NewPassword } from './find-password-errors.ts'
import { hashPassword } from './passwords.ts'
import { requireOwnPassword } from './require-own-account.ts'

interface Reset extends NewPassword {
  readonly mobile: string
  readonly smsCode: string
  readonly userName?: string
}

type Resetting = 'auth.updatePassword2' | 'auth.updatePassword3'

const LOOK_UPS = { most: 30, span: 10 * 60_000 }
/** A blocked or refused account may get a new password; it still cannot enter. */
const RESETTABLE = [ACCOUNT.active, ACCOUNT.waiting, ACCOUNT.refused, ACCOUNT.blocked] as const

function refuseWeak(
  given: NewPassword,
  account: readonly (string | null)[],
  names?: readonly string[],
): void {
  const known = account.filter((text): text is string => text !== null)
  const errors = findPasswordErrors(given, { account: known, ...(names ? { names } : {}) })
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
}

async function change(call: Call, sessions: Sessions): Promise<null> {
  const { oldPassword, ...given } = bodyOf<'auth.updatePassword'>(call)
  const account = await requireOwnPassword(call, oldPassword, 'oldPassword')
  refuseWeak(given, [account.userName, account.mobile], [account.name])
  if (given.password === oldPassword)
    throw new Failure('BAD_INPUT', { errors: [{ path: '/password', message: '新密码不能与当前密码相同' }] })
  const passwordHash = await hashPassword(given.password)
  await call.services.db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('account')
      .set({ passwordHash, passwordUntil: null, updatedAt: call.services.clock() })
      .where('id', '=', account.id)
      .execute()
    await deleteSessions(transaction, account.id)
    await auditAccountAction(call, { action: 'auth.updatePassword' }, transaction)
  })
  await sessions.endAll(account.id)
  return null
}

async function reset(call: Call, sessions: Sessions, action: Resetting): Promise<null> {
  const { services, request } = call
  const purpose = CODES_TAKEN[action]
  const given: Reset = bodyOf<Resetting>(call)
  refuseWeak(given, [given.userName ?? null, given.mobile])
  await requireSmsCode(call, purpose, given)
  const passwordHash = await hashPassword(given.password)
  const id = await services.db.transaction().execute(async (transaction) => {
    await consumeSmsCode(transaction, call, purpose, given)
    const account = await transaction
      .updateTable('account')
      .set({ passwordHash, passwordUntil: null, updatedAt: services.clock() })
      .where('mobile', '=', given.mobile)
      .where('status', 'in', RESETTABLE)
      .$if(given.userName !== undefined, (query) => query.where(hasUserName(given.userName ?? '')))
      .returning('id')
      .executeTakeFirst()
    // The same words as for a wrong code: who holds a number learns nothing of other people's names.
    if (!account) throw wrongSmsCode()
    await deleteSessions(transaction, account.id)
    await services.audit(
      {
        actor: account.id,
        action,
        target: account.id,
        result: 'ok',
        address: request.address,
        requestId: request.id,
      },
      transaction,
    )
    return account.id
  })
  await sessions.endAll(id)
  return null
}

export function buildPasswordHandlers(sessions: Sessions): Handlers {
  return {
    'auth.updatePassword': (call) => change(call, sessions),
    'auth.updatePassword2': (call) => reset(call, sessions, 'auth.updatePassword2'),
    'auth.updatePassword3': (call) => reset(call, sessions, 'auth.updatePassword3'),
    /** Looks nothing up, so it can tell nothing. */
    'auth.userByMobile': async (call) => {
      await requireQuota(call, `look-up:${networkOf(call.request.address)}`, LOOK_UPS)
      const { mobile } = bodyOf<'auth.userByMobile'>(call)
      const hint = mask(mobile, 3, 4)
      return { hint, message: `如果 ${hint} 已注册，验证码将发送到该手机` }
    },
  }
}
