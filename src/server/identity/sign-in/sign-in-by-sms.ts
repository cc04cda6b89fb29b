// Signs in with a code sent to the account's mobile number.

import { attempt, toAttemptKey } from '#server/identity/accounts/sign-in-attempts.ts'
import type { Sessions } from '#server/identity/sessions/sessions.ts'
import { isSmsCode, spendSmsCode } from '#server/identity/sms/sms-codes.ts'
import type { Call } from '#server/platform/call.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import type { TokenBucket } from '#server/platform/limits/token-bucket.ts'
import { Failure } from '#shared/calls/errors.ts'
import { CODES_TAKEN } from '#shared/identity/sms-purposes.ts'
import { auditSignIn, type CompletedSignIn, enter } from './complete-sign-in.ts'

interface SmsSignInInput {
  readonly mobile: string
  readonly smsCode: string
}

export async function signInBySms(
  call: Call,
  { mobile, smsCode }: SmsSignInInput,
  sessions: Sessions,
  bucket: TokenBucket,
): Promise<CompletedSignIn> {
  const { services, request } = call
  const now = services.clock()
  if (!bucket.take(networkOf(request.address), now.getTime())) throw new Failure('TOO_MANY_REQUESTS')
  const key = toAttemptKey(`sms:${mobile}`, request.address)
  const result = await attempt(services.db, key, now, async () => {
    const account = await services.db
      .selectFrom('account')
      .selectAll()
      .where('mobile', '=', mobile)
      .executeTakeFirst()
    const fits = await isSmsCode(services.db, mobile, CODES_TAKEN['auth.loginV2'], smsCode, now)
    if (
      account &&
      fits &&
      (await spendSmsCode(services.db, mobile, CODES_TAKEN['auth.loginV2'], smsCode, now))
    )
      return { kind: 'right', value: account }
    await auditSignIn(call, account?.id ?? null, 'refused', { reason: 'sms' })
    return { kind: 'wrong' }
  })
  if (result === null) throw new Failure('ACCOUNT_LOCKED')
  if (result.kind === 'wrong') {
    const message = '短信验证码不正确或已失效；未注册的手机号码不能用验证码登录'
    throw new Failure('SIGN_IN_FAILED', { message, errors: [{ path: '/smsCode', message }] })
  }
  return enter(call, result.value, sessions, { way: 'sms' })
}
