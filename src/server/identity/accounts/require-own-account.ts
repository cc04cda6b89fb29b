// Loads the caller's own account and verifies its password before critical actions.

import type { Call } from '#server/platform/call.ts'
import { Failure } from '#shared/calls/errors.ts'
import { isPassword } from './passwords.ts'
import { attempt, toAttemptKey } from './sign-in-attempts.ts'

const TOO_OFTEN = '当前密码连续输错，请 15 分钟后再试；您仍处于登录状态，其他操作不受影响'

export async function requireOwnAccount({ services, caller }: Call) {
  if (!caller) throw new Failure('SIGN_IN_REQUIRED')
  const query = services.db.selectFrom('account').selectAll().where('id', '=', caller.id)
  return query.executeTakeFirstOrThrow()
}

/**
 * Verifies the caller's password. Wrong attempts are counted as at sign-in, since somebody may guess in an open
 * browser.
 */
export async function requireOwnPassword(call: Call, password: string, field: string) {
  const { services, request } = call
  const account = await requireOwnAccount(call)
  const key = toAttemptKey(`own:${account.id}`, request.address)
  const result = await attempt(services.db, key, services.clock(), async () =>
    (await isPassword(account.passwordHash, password))
      ? { kind: 'right', value: account }
      : { kind: 'wrong' },
  )
  // The caller stays signed in; only the password check is locked.
  if (result === null) throw new Failure('ACCOUNT_LOCKED', { message: TOO_OFTEN })
  if (result.kind === 'wrong')
    throw new Failure('BAD_INPUT', { errors: [{ path: `/${field}`, message: '当前密码不正确' }] })
  return account
}
