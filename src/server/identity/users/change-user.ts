// Applies every change of an account by an operator: checks the permission, writes once, audits with the reason.

import type { Kysely, Updateable } from 'kysely'
import { settle, transact } from '#server/content/write/write.ts'
import { updateEntry } from '#server/identity/directory/update-entry.ts'
import { deleteSessions } from '#server/identity/sessions/session-store.ts'
import { announce } from '#server/notifications/announce.ts'
import { notifyPartners } from '#server/notifications/notify-partners.ts'
import type { AccountStatus } from '#server/platform/accounts/account-status.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import { auditAccountAction } from '#server/platform/audit/audit-account-action.ts'
import type { Call } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { AccountTable, Schema } from '#server/platform/database/tables/schema.ts'
import { requireMeaningfulText } from '#server/platform/operations/require-reason.ts'
import { tidyPlainText } from '#server/platform/validation/sanitise.ts'
import { GRANTS, rolesWith } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { OperationBodies } from '#shared/generated/operation-bodies.ts'
import type { SystemEvent } from '#shared/model/notice-events.ts'
import { requireManaged } from './managed-user.ts'
import { notifyAuditors } from './notify-auditors.ts'

/** The calls that change an account's state. */
type Changes = Exclude<Extract<keyof OperationBodies, `users.${string}`>, 'users.create'>

interface UserChangeRequest {
  readonly id: string
  readonly reason?: string
}

export interface UserChange {
  readonly action: string
  /** The states it may be made in. */
  readonly from: readonly AccountStatus[]
  readonly isDue?: (row: Awaited<ReturnType<typeof requireManaged>>) => boolean
  /** The caller tells `Sessions` afterwards. */
  readonly endsSessions?: boolean
  /** True where nobody acts in place of the account: the partners of its open cases are notified. */
  readonly leavesOpenCases?: true
  /** The notice to the account's owner. */
  readonly event?: SystemEvent
  /** The notice to auditors. */
  readonly auditorEvent?: SystemEvent
  readonly set: (reason: string | null, now: Date) => Updateable<AccountTable>
}

/**
 * Throws for an operator whose account was closed meanwhile. With `lock`, changes by operators run one after the
 * other.
 */
export async function requireActiveOperator(
  db: Kysely<Schema>,
  { caller, services }: Call,
  lock = false,
): Promise<void> {
  const operators = await db
    .selectFrom('account')
    .select(['id', 'status'])
    .where('role', 'in', rolesWith(services.roles, GRANTS.administer))
    .orderBy('id')
    .$if(lock, (query) => query.forUpdate())
    .execute()
  if (!operators.some((row) => row.id === caller?.id && row.status === ACCOUNT.active))
    throw new Failure('SESSION_REJECTED')
}

/** Applies the change. Of two operators at the same time the second gets the error that the state has changed. */
export async function changeUser(call: Call, change: UserChange) {
  const { action, from, isDue, endsSessions, leavesOpenCases, event, auditorEvent, set } = change
  const { services } = call
  const { id, reason: written }: UserChangeRequest = bodyOf<Changes>(call)
  const reason = written === undefined ? null : tidyPlainText(written)
  if (reason !== null) requireMeaningfulText('原因', reason)
  const known = await requireManaged(call, id)
  if (!from.some((status) => status === known.status) || isDue?.(known) === false)
    throw new Failure('WRONG_STATE')
  const now = services.clock()
  return transact(services, async (scope) => {
    const transaction = scope.db
    if (known.status === ACCOUNT.waiting) scope.touched.add('application')
    // Operators who act upon one another at once must take turns, or none might be left.
    await requireActiveOperator(
      transaction,
      call,
      rolesWith(services.roles, GRANTS.administer).includes(known.role),
    )
    const { black, updatedAt } = known
    const changed = await transaction
      .updateTable('account')
      .set({ ...set(reason, now), updatedAt: now })
      .where((eb) => eb.and({ id, status: known.status, black, updatedAt }))
      .returning(['id', 'status', 'mobile', 'receiptNo'])
      .executeTakeFirst()
    if (!changed) throw new Failure('WRONG_STATE')
    if (endsSessions) await deleteSessions(transaction, id)
    if (event)
      await announce(
        transaction,
        services,
        event,
        { cause: newId(now), values: { name: known.name, reason: reason ?? '未填写' } },
        [id],
      )
    if (auditorEvent) await notifyAuditors(transaction, call, auditorEvent, known)
    if (leavesOpenCases) await notifyPartners(transaction, services, known, newId(now))
    await updateEntry({ ...call, ...scope }, id, { isApproval: known.status === ACCOUNT.waiting })
    await auditAccountAction(
      call,
      { action, target: id, ...(reason ? { detail: { reason } } : {}) },
      transaction,
    )
    await settle(scope, services, [])
    return changed
  })
}
