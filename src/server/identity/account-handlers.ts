// Handles the calls of an account: sign-in, sign-out, the caller's account, the caller's blacklist status.
import type { Call, Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { TokenBucket } from '#server/platform/limits/token-bucket.ts'
import { Failure, type FieldError } from '#shared/calls/errors.ts'
import type { Sessions } from './sessions/sessions.ts'
import type { CompletedSignIn } from './sign-in/complete-sign-in.ts'
import { signIn } from './sign-in/sign-in.ts'
import { signInBySms } from './sign-in/sign-in-by-sms.ts'

/** Sign-ins of one address: an office behind one address fits, a list of passwords does not. */
const BURST = 60
const PER_SECOND = 1

/**
 * Builds the handlers of signing in and out: `auth.login`, `auth.loginV2`, `auth.logout`, `auth.token` and
 * `auth.isBlack`.
 *
 * @example
 * const handlers: Handlers = { ...buildAccountHandlers(sessions) }
 */
export function buildAccountHandlers(sessions: Sessions): Handlers {
  const bucket = new TokenBucket(BURST, PER_SECOND)
  const login = (call: Call) => signIn(call, bodyOf<'auth.login'>(call), sessions, bucket)
  return {
    'auth.login': login,
    'auth.loginV2': (call) => signInByEitherMethod(call, sessions, bucket),
    'auth.logout': async ({ request, services, caller }) => {
      if (request.token) {
        await sessions.end(request.token)
        request.session.forget(request.token)
      }
      const { address, id: requestId } = request
      await services.audit({
        actor: caller?.id ?? null,
        action: 'auth.logout',
        result: 'ok',
        address,
        requestId,
      })
      return null
    },
    'auth.token': async ({ account }) =>
      account && { ...account, assigned: account.assigned?.map(({ role }) => role) },
    'auth.isBlack': async ({ account }) => ({
      black: account?.black ?? false,
      reason: account?.blackReason ?? null,
    }),
  }
}

async function signInByEitherMethod(
  call: Call,
  sessions: Sessions,
  bucket: TokenBucket,
): Promise<CompletedSignIn> {
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
