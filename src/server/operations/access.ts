// Owns who may call an operation at all; what he may do to an object is the handler's question.
import { ERRORS, Failure } from '../../shared/errors.ts'
import type { Operation } from '../../shared/model.ts'
import { type Asker, isInAudience } from '../../shared/roles.ts'
import type { Account } from '../call.ts'

/** Everybody signed in may own something, so the owner's calls are open to them up to the object. */
export function canCall(asker: Asker, operation: Operation): boolean {
  return isInAudience(asker, operation.access) || (asker !== null && operation.access.includes('owner'))
}

/** What a blacklisted user may still write: what concerns the own account only and no other user sees. */
const OPEN_TO_BLACKLISTED = new Set([
  'auth.login',
  'auth.loginV2',
  'auth.logout',
  'auth.ssoLogin',
  'auth.smsCheck',
  'auth.userByMobile',
  'auth.updatePassword',
  'auth.updatePassword2',
  'auth.updatePassword3',
  'account.endDevice',
  'account.endAll',
  'account.changeMobile',
  'account.remove',
])

export function refuseAccess(account: Account | null, operation: Operation): void {
  if (!canCall(account, operation)) throw new Failure(account === null ? 'SIGN_IN_REQUIRED' : 'FORBIDDEN')
  if (!account?.black || !operation.writes || OPEN_TO_BLACKLISTED.has(operation.id)) return
  const { blackReason: reason } = account
  throw new Failure(
    'BLACKLISTED',
    reason ? { message: `${ERRORS.BLACKLISTED.message}。原因：${reason}` } : {},
  )
}
