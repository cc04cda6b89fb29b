// Owns the calls of an account: sign in, sign out, who am I, am I blacklisted.
import type { Call, Handlers } from '../call.ts'
import { bodyOf } from '../operations/body-of.ts'
import type { Sessions } from '../session/sessions.ts'
import { signIn } from './sign-in.ts'
import { signInEitherWay } from './sign-in-either-way.ts'
import { TokenBucket } from './token-bucket.ts'

/** Sign-ins of one address: an office behind one address fits, a list of passwords does not. */
const BURST = 60
const PER_SECOND = 1

export function buildAccountHandlers(sessions: Sessions): Handlers {
  const bucket = new TokenBucket(BURST, PER_SECOND)
  const login = (call: Call) => signIn(call, bodyOf<'auth.login'>(call), sessions, bucket)
  return {
    'auth.login': login,
    'auth.loginV2': (call) => signInEitherWay(call, sessions, bucket),
    'auth.logout': async ({ request, services, asker }) => {
      if (request.token) await sessions.end(request.token)
      const { address, id: requestId } = request
      await services.audit({
        actor: asker?.id ?? null,
        action: 'auth.logout',
        result: 'ok',
        address,
        requestId,
      })
      return null
    },
    'auth.token': async ({ account }) => account,
    'auth.isBlack': async ({ account }) => ({
      black: account?.black ?? false,
      reason: account?.blackReason ?? null,
    }),
  }
}
