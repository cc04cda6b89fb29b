// Signs in by password or by SMS code: the second version of the call (SES-06).

import type { Sessions } from '#server/identity/sessions/sessions.ts'
import type { Call } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import type { TokenBucket } from '#server/platform/limits/token-bucket.ts'
import { Failure, type FieldError } from '#shared/calls/errors.ts'
import type { SignedIn } from './complete-sign-in.ts'
import { signIn } from './sign-in.ts'
import { signInBySms } from './sign-in-by-sms.ts'

export async function signInByEitherMethod(
  call: Call,
  sessions: Sessions,
  bucket: TokenBucket,
): Promise<SignedIn> {
  const { userName, password, mobile, smsCode, ...picture } = bodyOf<'auth.loginV2'>(call)
  if (mobile !== undefined || smsCode !== undefined) {
    if (mobile && smsCode) return signInBySms(call, { mobile, smsCode }, sessions, bucket)
    throw missing(mobile ? [] : [['/mobile', '手机号码']], smsCode ? [] : [['/smsCode', '短信验证码']])
  }
  if (userName && password) return signIn(call, { userName, password, ...picture }, sessions, bucket)
  throw missing(userName ? [] : [['/userName', '用户名或手机号码']], password ? [] : [['/password', '密码']])
}

function missing(...fields: readonly (readonly [string, string])[][]): Failure {
  const errors = fields.flat().map(([path, title]): FieldError => ({ path, message: `请填写${title}` }))
  return new Failure('BAD_INPUT', { errors })
}
