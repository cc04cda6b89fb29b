// Lists the sessions of an account and ends them.

import { isExpired } from '#server/identity/sessions/session-lifetimes.ts'
import type { Sessions } from '#server/identity/sessions/sessions.ts'
import { hashToken } from '#server/identity/sessions/tokens.ts'
import { auditAccountAction } from '#server/platform/audit/audit-account-action.ts'
import type { Call } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { Failure } from '#shared/calls/errors.ts'

export async function listDevices({ services, caller, request }: Call): Promise<unknown> {
  const now = services.clock().getTime()
  const rows = await services.db
    .selectFrom('session')
    .select(['id', 'tokenHash', 'userAgent', 'address', 'createdAt', 'lastSeenAt'])
    .where('accountId', '=', caller?.id ?? '')
    .orderBy('lastSeenAt', 'desc')
    .execute()
  const current = request.token === undefined ? '' : hashToken(request.token)
  return rows
    .filter(
      ({ createdAt, lastSeenAt }) => !isExpired({ createdAt: +createdAt, lastSeenAt: +lastSeenAt }, now),
    )
    .map(({ id, tokenHash, userAgent, address, createdAt, lastSeenAt }) => ({
      id,
      userAgent,
      address,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      current: tokenHash === current,
    }))
}

export async function endDevice(call: Call, sessions: Sessions): Promise<null> {
  const { id } = bodyOf<'account.endDevice'>(call)
  if (!(await sessions.endOne(call.caller?.id ?? '', id))) throw new Failure('NOT_FOUND')
  await auditAccountAction(call, { action: 'account.endDevice' })
  return null
}

export async function endAllDevices(call: Call, sessions: Sessions): Promise<null> {
  await sessions.endAll(call.caller?.id ?? '')
  await auditAccountAction(call, { action: 'account.endAll' })
  return null
}
