// Handles the calls with which operators manage accounts.

import type { Sessions } from '#server/identity/sessions/sessions.ts'
import type { SmsSender } from '#server/identity/sms/sms-sender.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import { auditAccountAction } from '#server/platform/audit/audit-account-action.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { changeRegion } from './change-region.ts'
import { type Change, changeUser } from './change-user.ts'
import { createStaff } from './create-staff.ts'
import { findUsers } from './find-users.ts'
import { handPassword } from './issue-password.ts'
import { requireManaged } from './managed-user.ts'
import { notifyDecision } from './notify-decision.ts'
import { readApplication, readUser } from './read-user.ts'
import { resetPassword } from './reset-password.ts'
import { APPROVE, BLACKEN, BLOCK, REFUSE, UNBLOCK, WHITEN } from './user-changes.ts'

export function buildUserHandlers(sessions: Sessions, sms: SmsSender | null): Handlers {
  const change = (what: Change) => async (call: Call) => {
    const answer = await changeUser(call, what)
    if (answer.status === ACCOUNT.active) await sessions.accountChanged(answer.id)
    else await sessions.endAll(answer.id)
    return answer
  }
  const decide = (what: Change) => async (call: Call) => {
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
    'users.create': createStaff,
    'users.list': (call) => findUsers(call),
    'users.info': readUser,
    'users.block': change(BLOCK),
    'users.unblock': change(UNBLOCK),
    'users.blacken': change(BLACKEN),
    'users.whiten': change(WHITEN),
    'users.resetPassword': (call) => resetPassword(call, sessions, sms),
    'users.handPassword': (call) => handPassword(call, sessions),
    'users.region': (call) => changeRegion(call, sessions),
    'users.endSessions': (call) => endSessions(call, sessions),
    'auth.blackList': (call) => findUsers(call, { only: 'black' }),
  }
}

async function endSessions(call: Call, sessions: Sessions) {
  const { id } = bodyOf<'users.endSessions'>(call)
  const { status } = await requireManaged(call, id, { self: true })
  await sessions.endAll(id)
  await auditAccountAction(call, { action: 'users.endSessions', target: id })
  return { id, status }
}
