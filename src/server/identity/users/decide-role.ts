// Confirms, refuses and ends roles that accounts have beside their own, and new accounts that wait for a second administrator.
import type { Kysely } from 'kysely'
import type { Sessions } from '#server/identity/sessions/sessions.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import { auditAccountAction } from '#server/platform/audit/audit-account-action.ts'
import type { Call } from '#server/platform/call.ts'
import type { AssignmentState } from '#server/platform/database/tables/role-table.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { requireMeaningfulText } from '#server/platform/operations/require-reason.ts'
import { tidyPlainText } from '#server/platform/validation/sanitise.ts'
import { Failure } from '#shared/calls/errors.ts'
import { requireActiveOperator } from './change-user.ts'
import { requireManaged } from './managed-user.ts'
import { describeScope } from './role-scopes.ts'
import { type Assignment, requireAssignment } from './stored-assignment.ts'
import { tellAssignment } from './tell-assignment.ts'

interface Decision {
  readonly action: string
  readonly from: AssignmentState
  readonly to: AssignmentState
  readonly event?: 'role.given' | 'role.ended'
  /** What becomes of an account that waits with it. */
  readonly account?: 'active' | 'blocked'
  readonly refuse?: (assignment: Assignment, callerId: string) => void
}

const CONFIRM: Decision = {
  action: 'roleAssignment.confirm',
  from: 'requested',
  to: 'active',
  event: 'role.given',
  account: ACCOUNT.active,
  refuse: ({ askedById }, callerId) => {
    if (askedById !== callerId) return
    throw new Failure('FORBIDDEN', { message: '不能确认自己提出的授权，请由另一位管理员确认' })
  },
}

const REFUSE: Decision = {
  action: 'roleAssignment.refuse',
  from: 'requested',
  to: 'denied',
  account: ACCOUNT.blocked,
}

const END: Decision = {
  action: 'roleAssignment.end',
  from: 'active',
  to: 'revoked',
  event: 'role.ended',
  refuse: ({ kind }) => {
    if (kind === 'role') return
    throw new Failure('WRONG_STATE', { message: '新建的账号不能收回，请停用该账号' })
  },
}

export const confirmRole = (call: Call, sessions: Sessions) => decide(call, sessions, CONFIRM)
export const refuseRole = (call: Call, sessions: Sessions) => decide(call, sessions, REFUSE)
export const endRole = (call: Call, sessions: Sessions) => decide(call, sessions, END)

interface Given {
  readonly id: string
  readonly reason?: string
}

async function decide(call: Call, sessions: Sessions, decision: Decision): Promise<unknown> {
  const { services, caller } = call
  const { id, reason: written } = call.body as Given // validated
  const reason = written === undefined ? undefined : tidyPlainText(written)
  if (reason !== undefined) requireMeaningfulText('原因', reason)
  const { action, from, to, event, account, refuse } = decision
  const known = await requireAssignment(services.db, id)
  // Nobody decides about a role of their own, except to give it back.
  if (!(to === 'revoked' && known.accountId === caller?.id)) await requireManagedUnlessAuditor(call, known)
  const scope = await describeScope(services, known.scope)
  await services.db.transaction().execute(async (transaction) => {
    await requireActiveOperator(transaction, call, true)
    const assignment = await requireAssignment(transaction, id, true)
    if (assignment.state !== from) throw new Failure('WRONG_STATE')
    refuse?.(assignment, caller?.id ?? '')
    await store(transaction, call, id, to)
    if (assignment.kind === 'account' && account) await openAccount(transaction, call, assignment, account)
    if (event) await tellAssignment(transaction, call, event, assignment, reason ?? assignment.reason)
    const detail = { role: assignment.role, scope, ...(reason === undefined ? {} : { reason }) }
    await auditAccountAction(call, { action, target: assignment.accountId, detail }, transaction)
  })
  await sessions.accountChanged(known.accountId)
  return { id, name: known.name, role: known.role, scope, state: to }
}

/** A new auditor's account waits for a second administrator as any other does. */
async function requireManagedUnlessAuditor(call: Call, { accountId, kind }: Assignment): Promise<void> {
  if (kind === 'role') await requireManaged(call, accountId)
}

async function store(
  transaction: Kysely<Schema>,
  { services, caller }: Call,
  id: string,
  state: AssignmentState,
): Promise<void> {
  const [by, at] = [caller?.id ?? null, services.clock()]
  await transaction
    .updateTable('roleAssignment')
    .set({
      state,
      ...(state === 'revoked' ? { endedBy: by, endedAt: at } : { decidedBy: by, decidedAt: at }),
    })
    .where('id', '=', id)
    .execute()
}

async function openAccount(
  transaction: Kysely<Schema>,
  { services, caller }: Call,
  { accountId }: Assignment,
  status: 'active' | 'blocked',
): Promise<void> {
  const now = services.clock()
  await transaction
    .updateTable('account')
    .set({ status, reviewedBy: caller?.id ?? null, reviewedAt: now, updatedAt: now })
    .where('id', '=', accountId)
    .where('status', '=', ACCOUNT.waiting)
    .execute()
}
