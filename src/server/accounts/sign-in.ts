// Owns signing in with a name or mobile number and a password.
import { Failure } from '../../shared/errors.ts'
import type { AuditEntry, Call } from '../call.ts'
import type { Sessions } from '../session/sessions.ts'
import { isPassword } from './passwords.ts'
import { clearAttempts, countAttempt, toAttemptKey } from './sign-in-attempts.ts'
import type { TokenBucket } from './token-bucket.ts'

interface Credentials {
  readonly userName: string
  readonly password: string
}

/** One answer for an unknown account, a closed one and a wrong password, in the same time. */
export async function signIn(call: Call, sessions: Sessions, bucket: TokenBucket): Promise<unknown> {
  const { services, request } = call
  const { userName, password } = call.body as Credentials // by the operation's schema
  const now = services.clock()
  if (!bucket.take(request.address, now.getTime())) throw new Failure('TOO_MANY_REQUESTS')
  const key = toAttemptKey(userName, request.address)
  const isOpen = await countAttempt(services.db, key, now)
  if (!isOpen) {
    await append(call, { actor: null, result: 'refused', detail: { reason: 'locked' } })
    throw new Failure('ACCOUNT_LOCKED')
  }
  const account = await findAccount(call, userName)
  const fits = await isPassword(account?.passwordHash ?? null, password)
  if (!account || !fits || account.status !== 'active') {
    await append(call, { actor: account?.id ?? null, result: 'refused', detail: { reason: 'password' } })
    throw new Failure('SIGN_IN_FAILED')
  }
  await clearAttempts(services.db, key)
  const token = await sessions.open(account.id, { userAgent: request.userAgent, address: request.address })
  await append(call, { actor: account.id, result: 'ok' })
  const { id, name, role, black } = account
  return { token, user: { id, userName: account.userName, name, role, black } }
}

function findAccount({ services }: Call, userName: string) {
  return services.db
    .selectFrom('account')
    .selectAll()
    .where((where) => where.or([where('userName', '=', userName), where('mobile', '=', userName)]))
    .orderBy((order) => order.case().when('userName', '=', userName).then(0).else(1).end())
    .limit(1)
    .executeTakeFirst()
}

function append(
  { services, request }: Call,
  entry: Pick<AuditEntry, 'actor' | 'result' | 'detail'>,
): Promise<void> {
  return services.audit({ action: 'auth.login', address: request.address, requestId: request.id, ...entry })
}
