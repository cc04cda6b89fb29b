// Notifies of an assigned role: auditors and the account, or the administrators who may confirm it.
import type { Kysely } from 'kysely'
import { announce } from '#server/notifications/announce.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import type { Call } from '#server/platform/call.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { GRANTS, rolesWith } from '#shared/access/roles.ts'
import { describeScope } from './role-scopes.ts'
import type { Assignment } from './stored-assignment.ts'

const RECEIVERS = {
  'role.given': GRANTS.examine,
  'role.ended': GRANTS.examine,
  'role.asked': GRANTS.administer,
} as const

export async function tellAssignment(
  transaction: Kysely<Schema>,
  { services, account }: Call,
  event: keyof typeof RECEIVERS,
  { accountId, name, userName, role, scope }: Assignment,
  reason: string,
): Promise<void> {
  const people = await transaction
    .selectFrom('account')
    .select('id')
    .where('role', 'in', rolesWith(services.roles, RECEIVERS[event]))
    .where('status', '=', ACCOUNT.active)
    .where('id', '!=', account?.id ?? '')
    .orderBy('id')
    .execute()
  const values = {
    ...{ id: accountId, name, userName, reason },
    role: services.model().roles.find((one) => one.name === role)?.title ?? role,
    scope: await describeScope({ db: transaction, model: services.model }, scope),
    by: `${account?.name ?? ''}（${account?.userName ?? ''}）`,
  }
  const receivers = people.map(({ id }) => id)
  await announce(
    transaction,
    services,
    event,
    { cause: newId(services.clock()), values },
    event === 'role.asked' ? receivers : [...new Set([...receivers, accountId])],
  )
}
