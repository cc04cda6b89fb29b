// Gives an account the role that its groups at the single sign-on name, and takes away one that they no longer name.

import { deleteSessions } from '#server/identity/sessions/session-store.ts'
import type { Sessions } from '#server/identity/sessions/sessions.ts'
import { auditAccountAction } from '#server/platform/audit/audit-account-action.ts'
import type { Call } from '#server/platform/call.ts'

interface RoleHolder {
  readonly id: string
  readonly role: string
  readonly ownRole: string | null
}

/**
 * Returns the role after this sign-in. Whoever signs in another way than by single sign-on is in no group there, so a
 * role from a group lasts as long as the sessions of single sign-on. A role that the account has of its own is never
 * taken away. With the role, the earlier sessions of the account end.
 *
 * @example
 * await settleRole(call, account, sessions, ['portal-operators']) // → 'operator'
 * await settleRole(call, account, sessions, []) // → 'ordinary', the role of before
 */
export async function settleRole(
  call: Call,
  { id, role, ownRole }: RoleHolder,
  sessions: Sessions,
  groups: readonly string[],
): Promise<string> {
  const own = ownRole ?? role
  // Roles are granted as they were at start, and the first of the file goes before.
  const given = call.services.roles.find((one) => one.groups?.some((group) => groups.includes(group)))
  const next = { role: given?.name ?? own, ownRole: given && given.name !== own ? own : null }
  if (next.role === role && next.ownRole === ownRole) return role
  await call.services.db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('account')
      .set({ ...next, updatedAt: call.services.clock() })
      .where('id', '=', id)
      .execute()
    if (next.role === role) return
    await deleteSessions(transaction, id)
    const detail = { role: next.role, formerRole: role }
    await auditAccountAction(call, { action: 'auth.role', target: id, detail }, transaction)
  })
  await sessions.accountChanged(id)
  return next.role
}
