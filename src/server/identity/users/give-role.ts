// Gives an account a role beside its own, at once or once a second administrator has confirmed it.
import type { Kysely } from 'kysely'
import type { Sessions } from '#server/identity/sessions/sessions.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import { auditAccountAction } from '#server/platform/audit/audit-account-action.ts'
import type { Call } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { requireMeaningfulText } from '#server/platform/operations/require-reason.ts'
import { tidyPlainText } from '#server/platform/validation/sanitise.ts'
import type { RoleScope } from '#shared/access/role-scope.ts'
import { isAssignable } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { requireActiveOperator } from './change-user.ts'
import { requireManaged } from './managed-user.ts'
import { describeScope, readScope } from './role-scopes.ts'
import { type Assignment, requireAssignment } from './stored-assignment.ts'
import { tellAssignment } from './tell-assignment.ts'

export async function giveRole(call: Call, sessions: Sessions, needsSecond: boolean): Promise<unknown> {
  const { services } = call
  const { userName, role, reason: written, ...limits } = bodyOf<'roleAssignment.give'>(call)
  const reason = tidyPlainText(written)
  requireMeaningfulText('原因', reason)
  const found = await services.db
    .selectFrom('account')
    .select('id')
    .where('userName', '=', userName)
    .executeTakeFirst()
  if (!found)
    throw new Failure('BAD_INPUT', { errors: [{ path: '/userName', message: '没有这个用户名，请核对' }] })
  const account = await requireManaged(call, found.id)
  if (account.status !== ACCOUNT.active)
    throw new Failure('WRONG_STATE', { message: '该账号未启用或已停用，不能授予角色' })
  if (!services.roles.some((one) => one.name === role && isAssignable(one)))
    throw new Failure('BAD_INPUT', { errors: [{ path: '/role', message: '不能授予这一角色' }] })
  const scope = await readScope(services, limits)
  const assignment = await services.db.transaction().execute(async (transaction) => {
    await requireActiveOperator(transaction, call, true)
    await refuseSame(transaction, found.id, role, scope)
    const id = await insertAssignment(transaction, call, {
      ...{ accountId: found.id, role, kind: 'role' as const, scope, reason, needsSecond },
    })
    const stored = await requireAssignment(transaction, id)
    await tellAssignment(transaction, call, needsSecond ? 'role.asked' : 'role.given', stored, reason)
    const detail = {
      role,
      scope: await describeScope({ db: transaction, model: services.model }, scope),
      reason,
    }
    const entry = {
      action: 'roleAssignment.give',
      target: found.id,
      detail: { ...detail, state: stored.state },
    }
    await auditAccountAction(call, entry, transaction)
    return stored
  })
  if (!needsSecond) await sessions.accountChanged(found.id)
  const { id, name, state } = assignment
  return { id, name, role, scope: await describeScope(services, scope), state }
}

interface NewAssignment extends Pick<Assignment, 'accountId' | 'role' | 'kind' | 'scope' | 'reason'> {
  readonly needsSecond: boolean
}

/** Returns the id. */
export async function insertAssignment(
  transaction: Kysely<Schema>,
  { services, caller }: Call,
  { needsSecond, scope, ...given }: NewAssignment,
): Promise<string> {
  const now = services.clock()
  const by = caller?.id ?? ''
  const id = newId(now)
  await transaction
    .insertInto('roleAssignment')
    .values({
      ...given,
      id,
      scope: JSON.stringify(scope),
      askedBy: by,
      askedAt: now,
      ...(needsSecond ? { state: 'requested' } : { state: 'active', decidedBy: by, decidedAt: now }),
    })
    .execute()
  return id
}

async function refuseSame(
  transaction: Kysely<Schema>,
  accountId: string,
  role: string,
  scope: RoleScope,
): Promise<void> {
  const rows = await transaction
    .selectFrom('roleAssignment')
    .select(['scope', 'state'])
    .where((eb) => eb.and({ accountId, role }))
    .where('state', 'in', ['requested', 'active'])
    .execute()
  // The keys of a stored scope have an order of their own.
  const toKey = ({ types, regions, categories }: RoleScope) => JSON.stringify([types, regions, categories])
  if (rows.some((row) => toKey(row.scope) === toKey(scope)))
    throw new Failure('WRONG_STATE', { message: '该账号已有相同角色和范围的授权，或正等待确认' })
}
