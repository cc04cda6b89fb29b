// Reads the rows of delegations: delegate, principal, scope, days, state.
import { type RawBuilder, sql } from 'kysely'
import type { Services } from '#server/platform/call.ts'
import { partsFor } from '#shared/access/delegation.ts'
import { grantsOf } from '#shared/access/roles.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import type { Model } from '#shared/model/model.ts'

export interface DelegationRow {
  readonly id: string
  readonly userId: string
  readonly principalName: string
  readonly principalRole: string
  readonly delegateId: string
  readonly delegateName: string
  readonly delegateRole: string
  readonly fromDay: string
  readonly untilDay: string
  readonly note: string | null
  readonly createdAt: Date
  readonly endedAt: Date | null
}

/** With the alias `d`; an account that was removed keeps its name of then. */
export const DELEGATIONS = sql`delegation d
  join account principal on principal.id = d.user_id join account delegate on delegate.id = d.delegate_id`

export async function loadDelegations(
  { db }: Pick<Services, 'db'>,
  where: RawBuilder<unknown>,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: readonly DelegationRow[]; readonly total: number }> {
  const [{ rows }, counted] = await Promise.all([
    sql<DelegationRow>`select d.*, principal.name as principal_name, principal.role as principal_role,
        delegate.name as delegate_name, delegate.role as delegate_role
      from ${DELEGATIONS} where ${where} order by d.created_at desc, d.id desc
      limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from ${DELEGATIONS} where ${where}`.execute(db),
  ])
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** A value of the dictionary of these states. */
export function stateOf({ fromDay, untilDay, endedAt }: DelegationRow, now: Date): string {
  if (endedAt !== null) return 'ended'
  const today = dayAt(now)
  if (today > untilDay) return 'over'
  return today < fromDay ? 'soon' : 'on'
}

/** Returns the titles of the delegated types, such as 孵化申报、孵化需求. */
export function describeDelegatedTypes(
  { contentTypes, roles }: Pick<Model, 'contentTypes' | 'roles'>,
  { userId, principalRole, delegateId, delegateRole }: DelegationRow,
): string {
  const [principal, delegate] = [
    { id: userId, role: principalRole, grants: grantsOf(roles, principalRole) },
    { id: delegateId, role: delegateRole, grants: grantsOf(roles, delegateRole) },
  ]
  const parts = partsFor(contentTypes, principal, delegate)
  const titles = contentTypes.flatMap(({ name, title }) => (Object.hasOwn(parts, name) ? [title] : []))
  return titles.join('、')
}
