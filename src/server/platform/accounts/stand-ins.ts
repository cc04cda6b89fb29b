// Loads the delegations to an account and the rights that they give it on a day.
import { type Kysely, sql } from 'kysely'
import type { Account, Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { knowsDelegation, partsFor } from '#shared/access/delegation.ts'
import { grantsOf, type StandIn } from '#shared/access/roles.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import { accountRegion } from './account-region.ts'
import { ACCOUNT } from './account-status.ts'

/**
 * A delegation with the current data of the principal. Both days are included and are days of the portal's time zone.
 */
export interface ActiveDelegation {
  readonly id: string
  readonly name: string
  readonly role: string
  readonly region: string | null
  readonly fromDay: string
  readonly untilDay: string
}

type Needs = Pick<Services, 'db' | 'model' | 'clock'>

/** Those that have not ended; of accounts that may act themselves. */
export async function loadStandings(
  { db, model, clock }: Needs,
  accountId: string,
): Promise<readonly ActiveDelegation[]> {
  if (!knowsDelegation(model().contentTypes)) return []
  const { rows } = await sql<ActiveDelegation>`
    select account.id, account.name, account.role, ${accountRegion(model())} as region, delegation.from_day, delegation.until_day
    from delegation join account on account.id = delegation.user_id
    where delegation.delegate_id = ${accountId} and delegation.ended_at is null
      and delegation.until_day >= ${dayAt(clock())} and account.status = ${ACCOUNT.active} and not account.black
    order by delegation.created_at, delegation.user_id`.execute(db)
  return rows
}

/** Returns the account with the principals whom it represents today. */
export function withStandIns(
  account: Account,
  standings: readonly ActiveDelegation[],
  { model, roles, clock }: Pick<Services, 'model' | 'roles' | 'clock'>,
): Account {
  if (standings.length === 0) return account
  const today = dayAt(clock())
  const standsIn = standings.flatMap(({ id, name, role, region, fromDay, untilDay }): StandIn[] => {
    if (today < fromDay || today > untilDay) return []
    const principal = { id, name, role, grants: grantsOf(roles, role), region }
    const parts = partsFor(model().contentTypes, principal, account)
    return Object.keys(parts).length === 0 ? [] : [{ ...principal, parts }]
  })
  return standsIn.length === 0 ? account : { ...account, standsIn }
}

/** Returns the delegates of `principals` at that time. */
export function findDelegates(
  db: Kysely<Schema>,
  at: Date,
  principals: readonly string[],
): Promise<readonly { readonly userId: string; readonly delegateId: string }[]> {
  const today = dayAt(at)
  return db
    .selectFrom('delegation')
    .select(['userId', 'delegateId'])
    .where('userId', 'in', principals)
    .where('endedAt', 'is', null)
    .where('fromDay', '<=', today)
    .where('untilDay', '>=', today)
    .execute()
}
