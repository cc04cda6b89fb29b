// Notifies all auditors, at once and by notice, of an operator's action on a staff account.
import type { Kysely } from 'kysely'
import { announce } from '#server/notifications/announce.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import type { Call } from '#server/platform/call.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { GRANTS, rolesWith } from '#shared/access/roles.ts'
import type { SystemEvent } from '#shared/model/notice-events.ts'

interface StaffAccount {
  readonly id: string
  readonly name: string
  readonly userName: string
  readonly role: string
}

export async function notifyAuditors(
  transaction: Kysely<Schema>,
  { services, account }: Call,
  event: SystemEvent,
  { id, name, userName, role }: StaffAccount,
): Promise<void> {
  const auditors = await transaction
    .selectFrom('account')
    .select('id')
    .where('role', 'in', rolesWith(services.roles, GRANTS.examine))
    .where('status', '=', ACCOUNT.active)
    .where('id', '!=', id)
    .orderBy('id')
    .execute()
  const title = services.model().roles.find((one) => one.name === role)?.title ?? role
  const values = {
    id,
    name,
    userName,
    role: title,
    by: `${account?.name ?? ''}（${account?.userName ?? ''}）`,
  }
  const cause = newId(services.clock())
  await announce(
    transaction,
    services,
    event,
    { cause, values },
    auditors.map((auditor) => auditor.id),
  )
}
