// Handles the calls with which operators manage accounts.

import type { Sessions } from '#server/identity/sessions/sessions.ts'
import type { SmsSender } from '#server/identity/sms/sms-sender.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import { auditAccountAction } from '#server/platform/audit/audit-account-action.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { Failure } from '#shared/calls/errors.ts'
import { changeRegion } from './change-region.ts'
import { changeUser, type UserChange } from './change-user.ts'
import { createStaff } from './create-staff.ts'
import { findUsers } from './find-users.ts'
import { handPassword } from './issue-password.ts'
import { requireManaged } from './managed-user.ts'
import { readApplication, readUser } from './read-user.ts'
import { resetPassword } from './reset-password.ts'
import { APPROVE, BLACKEN, BLOCK, REFUSE, UNBLOCK, WHITEN } from './user-changes.ts'

export function buildUserHandlers(sessions: Sessions, sms: SmsSender | null, needsSecond: boolean): Handlers {
  const change = (what: UserChange) => async (call: Call) => {
    const answer = await changeUser(call, what)
    if (answer.status === ACCOUNT.active) await sessions.accountChanged(answer.id)
    else await sessions.endAll(answer.id)
    return answer
  }
  const decide = (what: UserChange) => async (call: Call) => {
    const { caller } = call
    const answer = await changeUser(call, {
      ...what,
      set: (reason, now) => ({ ...what.set(reason, now), reviewedBy: caller?.id ?? null }),
    })
    notifyDecision(call, sms, answer)
    return answer
  }
  return {
    'users.applications': (call) => findUsers(call, { only: 'applications' }),
    'users.application': readApplication,
    'users.approve': decide(APPROVE),
    'users.refuse': decide(REFUSE),
    'users.create': (call) => createStaff(call, needsSecond),
    'users.list': (call) => findUsers(call),
    'users.info': readUser,
    'users.block': change(BLOCK),
    'users.unblock': async (call) => {
      await refuseUnconfirmed(call)
      return change(UNBLOCK)(call)
    },
    'users.blacken': change(BLACKEN),
    'users.whiten': change(WHITEN),
    'users.resetPassword': (call) => resetPassword(call, sessions, sms),
    'users.handPassword': (call) => handPassword(call, sessions),
    'users.region': (call) => changeRegion(call, sessions),
    'users.endSessions': (call) => endSessions(call, sessions),
    'auth.blackList': (call) => findUsers(call, { only: 'black' }),
  }
}

/** What a second administrator has refused, one administrator does not open. */
async function refuseUnconfirmed(call: Call): Promise<void> {
  const { id } = bodyOf<'users.unblock'>(call)
  const refused = await call.services.db
    .selectFrom('roleAssignment')
    .select('id')
    .where((eb) => eb.and({ accountId: id, kind: 'account', state: 'denied' }))
    .executeTakeFirst()
  if (refused) throw new Failure('WRONG_STATE', { message: '新建该账号未获另一位管理员同意，不能恢复' })
}

async function endSessions(call: Call, sessions: Sessions) {
  const { id } = bodyOf<'users.endSessions'>(call)
  const { status } = await requireManaged(call, id, { self: true })
  await sessions.endAll(id)
  await auditAccountAction(call, { action: 'users.endSessions', target: id })
  return { id, status }
}

interface Decided {
  readonly status: string
  readonly mobile: string | null
  readonly receiptNo: string | null
}

/** Not waited for: the decision stands whether the message arrives or not. */
function notifyDecision(
  { services, request }: Call,
  sender: SmsSender | null,
  { status, mobile, receiptNo }: Decided,
): void {
  if (!sender || !mobile) return
  const what = `您的注册申请（受理编号 ${receiptNo ?? ''}）`
  const text =
    status === ACCOUNT.active
      ? `${what}已通过审核，现在可以登录。`
      : `${what}未通过审核，请登录查看原因，修改后重新提交。`
  const complain = (error: unknown) =>
    services.audit({
      actor: null,
      action: 'sms.send',
      result: 'failed',
      requestId: request.id,
      detail: { reason: error instanceof Error ? error.message : 'unknown' },
    })
  void sender
    .send({ to: mobile, text, code: '', kind: 'notice' })
    .catch((error: unknown) => complain(error).catch(() => undefined))
}
