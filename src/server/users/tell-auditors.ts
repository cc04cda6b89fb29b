// Tells all who audit what an operator has done to an account of the staff, at once and by notice.
import type { Kysely } from 'kysely'
import type { SystemEvent } from '../../shared/notice-events.ts'
import { GRANTS, rolesWith } from '../../shared/roles.ts'
import { ACCOUNT } from '../accounts/account-status.ts'
import type { Call } from '../call.ts'
import { newId } from '../database/new-id.ts'
import type { Schema } from '../database/schema.ts'
import { announce } from '../notices/announce.ts'

interface StaffAccount {
  readonly id: string
  readonly name: string
  readonly userName: string
  readonly role: string
}

export async function tellAuditors(
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
