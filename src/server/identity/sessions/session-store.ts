// Reads and deletes the rows of sessions.

import type { Kysely } from 'kysely'
import { accountRegion } from '#server/platform/accounts/account-region.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import { type ActiveDelegation, loadStandings } from '#server/platform/accounts/stand-ins.ts'
import type { Account, Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { grantsOf } from '#shared/access/roles.ts'
import { ABSOLUTE_LIMIT, IDLE_LIMIT, type SessionTimes } from './session-lifetimes.ts'

export interface StoredSession extends SessionTimes {
  readonly account: Account
  /** False once the account was closed: its sessions are rejected, not merely over. */
  readonly isActive: boolean
  readonly standings: readonly ActiveDelegation[]
}

export async function loadSession(
  services: Pick<Services, 'db' | 'roles' | 'model' | 'clock'>,
  tokenHash: string,
): Promise<StoredSession | null> {
  const { db, roles, model } = services
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.accountId')
    .leftJoin('item', 'item.id', 'account.directoryId')
    .where('session.tokenHash', '=', tokenHash)
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
    .select(['session.createdAt', 'session.lastSeenAt', 'item.id as entryId', 'item.type as entryType'])
    .select(accountRegion(model()).as('region'))
    .executeTakeFirst()
  if (!row) return null
  const { id, userName, name, black, blackReason, entryId, entryType } = row
  return {
    account: {
      id,
      userName,
      name,
      role: row.role,
      grants: grantsOf(roles, row.role),
      ...(row.region ? { region: row.region } : {}),
      directory: entryId === null || entryType === null ? null : { id: entryId, type: entryType },
      black,
      ...(black ? { blackReason } : {}),
      ...(row.passwordUntil ? { passwordDue: true } : {}),
    },
    standings: await loadStandings(services, id),
    isActive: row.status === ACCOUNT.active,
    createdAt: row.createdAt.getTime(),
    lastSeenAt: row.lastSeenAt.getTime(),
  }
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
