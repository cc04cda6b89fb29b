// Reads and deletes the rows of sessions.

import type { Kysely } from 'kysely'
import { accountRegion } from '#server/platform/accounts/account-region.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import { assignedRoles, withAssigned } from '#server/platform/accounts/assigned-roles.ts'
import { type ActiveDelegation, loadStandings, withStandIns } from '#server/platform/accounts/stand-ins.ts'
import type { Account, Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { grantsOf } from '#shared/access/roles.ts'
import { ABSOLUTE_LIMIT, IDLE_LIMIT, type SessionTimes } from './session-lifetimes.ts'

export interface StoredSession extends SessionTimes {
  /** Names the session to its owner. */
  readonly id: string
  readonly account: Account
  /** False once the account was closed: its sessions are rejected, not merely over. */
  readonly isActive: boolean
  readonly standings: readonly ActiveDelegation[]
}

type Needs = Pick<Services, 'db' | 'roles' | 'model'>

/** The query of what `toAccount` needs; callers join what names the account. */
export const accountsQuery = ({ db, model }: Pick<Needs, 'db' | 'model'>) =>
  db
    .selectFrom('account')
    .leftJoin('item', 'item.id', 'account.directoryId')
    .select([
      'account.id',
      'account.userName',
      'account.name',
      'account.role',
      'account.black',
      'account.blackReason',
      'account.status',
      'account.passwordUntil',
    ])
    .select(['item.id as entryId', 'item.type as entryType'])
    .select(accountRegion(model()).as('region'))
    .select(assignedRoles.as('assignedRoles'))

type AccountRow = Awaited<ReturnType<ReturnType<typeof accountsQuery>['executeTakeFirstOrThrow']>>

/** Returns the account as calls know it, without the accounts that it acts for. */
export function toAccount({ roles }: Pick<Needs, 'roles'>, row: AccountRow): Account {
  const { id, userName, name, role, black, blackReason, entryId, entryType, region } = row
  const account = {
    id,
    userName,
    name,
    role,
    grants: grantsOf(roles, role),
    ...(region ? { region } : {}),
    directory: entryId === null || entryType === null ? null : { id: entryId, type: entryType },
    black,
    ...(black ? { blackReason } : {}),
    ...(row.passwordUntil ? { passwordDue: true } : {}),
  }
  return withAssigned(account, roles, row.assignedRoles)
}

export async function loadSession(
  services: Needs & Pick<Services, 'clock'>,
  tokenHash: string,
): Promise<StoredSession | null> {
  const row = await accountsQuery(services)
    .innerJoin('session', 'session.accountId', 'account.id')
    .where('session.tokenHash', '=', tokenHash)
    .select(['session.id as sessionId', 'session.createdAt', 'session.lastSeenAt'])
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.sessionId,
    account: toAccount(services, row),
    standings: await loadStandings(services, row.id),
    isActive: row.status === ACCOUNT.active,
    createdAt: row.createdAt.getTime(),
    lastSeenAt: row.lastSeenAt.getTime(),
  }
}

/** The account as a call of its own would have it; undefined where it may not sign in. */
export async function loadAccount(
  services: Needs & Pick<Services, 'clock'>,
  accountId: string,
): Promise<Account | undefined> {
  const row = await accountsQuery(services).where('account.id', '=', accountId).executeTakeFirst()
  if (row?.status !== ACCOUNT.active) return undefined
  return withStandIns(toAccount(services, row), await loadStandings(services, row.id), services)
}

export async function deleteExpired(db: Kysely<Schema>, now: Date): Promise<void> {
  await db
    .deleteFrom('session')
    .where((where) =>
      where.or([
        where('lastSeenAt', '<', new Date(now.getTime() - IDLE_LIMIT)),
        where('createdAt', '<', new Date(now.getTime() - ABSOLUTE_LIMIT)),
      ]),
    )
    .execute()
}

/** In the transaction of what ends them, so that no failure in between leaves one open; then tell `Sessions.endAll`. */
export async function deleteSessions(db: Kysely<Schema>, accountId: string): Promise<void> {
  await db.deleteFrom('session').where('accountId', '=', accountId).execute()
}

const CHUNK = 1_000

/** Of these sessions, those that are open: not over, their account active. */
export async function findOpen(
  db: Kysely<Schema>,
  hashes: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const open = new Set<string>()
  for (let start = 0; start < hashes.length; start += CHUNK) {
    const rows = await db
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.accountId')
      .select('session.tokenHash')
      .where('session.tokenHash', 'in', hashes.slice(start, start + CHUNK))
      .where('session.lastSeenAt', '>=', new Date(now.getTime() - IDLE_LIMIT))
      .where('session.createdAt', '>=', new Date(now.getTime() - ABSOLUTE_LIMIT))
      .where('account.status', '=', ACCOUNT.active)
      .execute()
    for (const { tokenHash } of rows) open.add(tokenHash)
  }
  return open
}
