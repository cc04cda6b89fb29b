// Completes every way to sign in: checks the account's status, opens the session, writes the audit entry.

import { newSupplementKey } from '#server/identity/registration/supplement.ts'
import { ABSOLUTE_LIMIT } from '#server/identity/sessions/session-lifetimes.ts'
import type { Sessions } from '#server/identity/sessions/sessions.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import { loadAssignedNames } from '#server/platform/accounts/assigned-roles.ts'
import { SERVICE_FORM } from '#server/platform/accounts/service-account.ts'
import type { Account, Call } from '#server/platform/call.ts'
import type { Role } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { settleRole } from './settle-role.ts'

export interface CompletedSignIn {
  readonly token: string
  /** With the names of the roles that it has beside its own. */
  readonly user: Pick<Account, 'id' | 'userName' | 'name' | 'role' | 'black'> & {
    readonly assigned?: readonly string[]
  }
  /** The password is a temporary one: nothing else is possible before it is changed. */
  readonly passwordDue?: boolean
  /** SES-05: for who came by single sign-on. */
  readonly ticket?: string
}

interface SignInAccount {
  readonly id: string
  readonly userName: string
  readonly name: string
  readonly role: string
  readonly ownRole: string | null
  readonly black: boolean
  readonly status: string
  readonly refusal: string | null
  readonly receiptNo: string | null
  readonly form: string | null
  readonly passwordUntil: Date | null
}

interface SignInMethod {
  readonly way: 'password' | 'sms' | 'ticket'
  readonly ticket?: string
  /** The person's groups at the single sign-on. */
  readonly groups?: readonly string[]
}

/**
 * Opens the session. Call it only after the person has proved to be the account's owner, since its errors reveal the
 * status of the account.
 */
export async function enter(
  call: Call,
  found: SignInAccount,
  sessions: Sessions,
  { way, ticket, groups = [] }: SignInMethod,
): Promise<CompletedSignIn> {
  const { request, services } = call
  if (found.form === SERVICE_FORM) {
    await auditSignIn(call, found.id, 'refused', { reason: 'service' })
    throw new Failure('SIGN_IN_FAILED')
  }
  if (found.status !== ACCOUNT.active) {
    await auditSignIn(call, found.id, 'refused', { reason: found.status })
    throw await toClosed(call, found)
  }
  if (way === 'password' && found.passwordUntil && found.passwordUntil <= services.clock()) {
    await auditSignIn(call, found.id, 'refused', { reason: 'expired' })
    throw new Failure('PASSWORD_EXPIRED')
  }
  const role = await settleRole(call, found, sessions, groups)
  const from = { userAgent: request.userAgent, address: request.address }
  const session = await sessions.open(found.id, { ...from, ...(ticket === undefined ? {} : { ticket }) })
  request.session.keep(session, ABSOLUTE_LIMIT)
  await auditSignIn(call, found.id, 'ok', { way })
  const { id, userName, name, black } = found
  // Only roles of the closed set are ever written.
  const assigned = await loadAssignedNames(services, found.id)
  const user = {
    ...{ id, userName, name, role: role as Role, black },
    ...(assigned.length > 0 ? { assigned } : {}),
  }
  const due = way === 'password' && found.passwordUntil ? { passwordDue: true } : {}
  return { token: session.token, user, ...due, ...(ticket === undefined ? {} : { ticket }) }
}

async function toClosed({ services }: Call, found: SignInAccount): Promise<Failure> {
  const { status, receiptNo, refusal: reason, form } = found
  if (status === ACCOUNT.waiting) return new Failure('ACCOUNT_PENDING', { data: { receiptNo } })
  if (status === ACCOUNT.refused) {
    const key = await newSupplementKey(services.db, found.id, services.clock())
    const message = `您的注册申请未通过审核：${reason ?? '资料不符合要求'}。请修改后重新提交`
    return new Failure('ACCOUNT_REFUSED', { message, data: { receiptNo, reason, form, key } })
  }
  return new Failure(status === ACCOUNT.blocked ? 'ACCOUNT_BLOCKED' : 'SIGN_IN_FAILED')
}

export function auditSignIn(
  { services, request }: Call,
  actor: string | null,
  result: 'ok' | 'refused',
  detail: Readonly<Record<string, string>>,
): Promise<void> {
  const { address, id: requestId } = request
  return services.audit({ action: 'auth.login', actor, result, address, requestId, detail })
}
