// Reads the roles that an account has beside its own.
import { type RawBuilder, sql } from 'kysely'
import type { Services } from '#server/platform/call.ts'
import type { AssignedRole } from '#shared/access/role-scope.ts'
import { grantsOf, isAssignable, type RoleModel } from '#shared/access/roles.ts'

type Stored = Pick<AssignedRole, 'role' | 'scope'>

/** An account as it is read, with what is stored of its roles. */
export type AssignedRow<T> = Omit<T, keyof Assigned> & { readonly assigned: readonly Stored[] | null }

interface Assigned {
  readonly assigned?: readonly AssignedRole[]
}

/** On the rows of `account`; null where there are none. */
export const assignedRoles: RawBuilder<readonly Stored[] | null> = sql`(
  select json_agg(json_build_object('role', assigned.role, 'scope', assigned.scope) order by assigned.id)
  from role_assignment assigned
  where assigned.account_id = account.id and assigned.kind = 'role' and assigned.state = 'active')`

/** With the grants of the roles. A role that may no longer be assigned, or is gone, counts no more. */
export function withAssigned<T extends object>(
  account: T,
  roles: readonly RoleModel[],
  stored: readonly Stored[] | null,
): T & Assigned {
  const assigned = (stored ?? []).flatMap(({ role, scope }) => {
    const known = roles.find(({ name }) => name === role)
    return known && isAssignable(known) ? [{ role, grants: grantsOf(roles, role), scope }] : []
  })
  return assigned.length === 0 ? account : { ...account, assigned }
}

/** The names of the roles that the account has beside its own. */
export async function loadAssignedNames(
  { db, roles }: Pick<Services, 'db' | 'roles'>,
  accountId: string,
): Promise<readonly string[]> {
  const row = await db
    .selectFrom('account')
    .select(assignedRoles.as('assignedRoles'))
    .where('id', '=', accountId)
    .executeTakeFirst()
  return (withAssigned({}, roles, row?.assignedRoles ?? null).assigned ?? []).map(({ role }) => role)
}
