// Owns the reading of a session: who a token stands for, within the idle and absolute limits.
import { Failure } from '../../shared/errors.ts'
import type { Role } from '../../shared/roles.ts'
import type { Account, Services } from '../call.ts'
import { ABSOLUTE_LIMIT, hashToken, IDLE_LIMIT, TOUCH_INTERVAL } from './tokens.ts'

/**
 * The account behind `token`. An unknown or ended session is refused as such, so that a visitor
 * with an old token is told, rather than silently treated as a stranger.
 */
export async function readSession(services: Services, token: string): Promise<Account> {
  const tokenHash = hashToken(token)
  const row = await services.db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.accountId')
    .where('session.tokenHash', '=', tokenHash)
    .select(['account.id', 'account.userName', 'account.name', 'account.role', 'account.black', 'account.status'])
    .select(['session.createdAt', 'session.lastSeenAt'])
    .executeTakeFirst()
  if (!row) throw new Failure('SIGN_IN_REQUIRED')
  const now = services.clock().getTime()
  const idle = now - row.lastSeenAt.getTime()
  if (idle > IDLE_LIMIT || now - row.createdAt.getTime() > ABSOLUTE_LIMIT) {
    await services.db.deleteFrom('session').where('tokenHash', '=', tokenHash).execute()
    throw new Failure('SIGN_IN_REQUIRED')
  }
  if (row.status !== 'active') throw new Failure('SESSION_REJECTED', { message: '您的账号已停用，请联系运营人员' })
  if (idle > TOUCH_INTERVAL)
    await services.db
      .updateTable('session')
      .set({ lastSeenAt: services.clock() })
      .where('tokenHash', '=', tokenHash)
      .execute()
  return { id: row.id, userName: row.userName, name: row.name, role: row.role as Role, black: row.black }
}
