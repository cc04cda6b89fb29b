// Owns the calls of an account: sign in, sign out, who am I, am I blacklisted.
import { Failure } from '../../shared/errors.ts'
import type { Call, Handlers } from '../call.ts'
import { hashToken, newToken } from '../session/tokens.ts'
import { SignInAttempts } from './attempts.ts'
import { verifyAgainstNothing, verifyPassword } from './passwords.ts'

const attempts = new SignInAttempts()

interface SignIn {
  readonly userName: string
  readonly password: string
}

/** Signs in by user name or mobile. One message for an unknown account and a wrong password. */
async function login(call: Call): Promise<unknown> {
  const { userName, password } = call.body as SignIn
  const { db } = call.services
  const now = call.services.clock()
  const key = `${userName.toLowerCase()} ${call.request.address}`
  const audit = (result: 'ok' | 'refused', actor: string | null) =>
    call.services.audit({ actor, action: 'auth.login', result, address: call.request.address, requestId: call.request.id })
  if (attempts.isLocked(key, now.getTime())) {
    await audit('refused', null)
    throw new Failure('ACCOUNT_LOCKED')
  }
  const account = await db
    .selectFrom('account')
    .selectAll()
    .where((where) => where.or([where('userName', '=', userName), where('mobile', '=', userName)]))
    .executeTakeFirst()
  const right = account ? await verifyPassword(account.passwordHash, password) : await verifyAgainstNothing(password)
  if (!account || !right || account.status !== 'active') {
    attempts.failed(key, now.getTime())
    await audit('refused', account?.id ?? null)
    throw new Failure(attempts.isLocked(key, now.getTime()) ? 'ACCOUNT_LOCKED' : 'SIGN_IN_FAILED')
  }
  attempts.succeeded(key)
  const token = newToken()
  await db
    .insertInto('session')
    .values({
      tokenHash: hashToken(token),
      accountId: account.id,
      createdAt: now,
      lastSeenAt: now,
      userAgent: call.request.userAgent,
      address: call.request.address,
    })
    .execute()
  await audit('ok', account.id)
  const { id, name, role, black } = account
  return { token, user: { id, userName: account.userName, name, role, black } }
}

async function logout(call: Call): Promise<unknown> {
  if (call.request.token)
    await call.services.db.deleteFrom('session').where('tokenHash', '=', hashToken(call.request.token)).execute()
  return { done: true }
}

export const accountHandlers: Handlers = {
  'auth.login': login,
  'auth.loginV2': login,
  'auth.logout': logout,
  'auth.token': async (call) => ({ user: call.account }),
  'auth.isBlack': async (call) => ({ black: call.account?.black ?? false }),
}
