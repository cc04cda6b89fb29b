// Handles the calls of registration: the form of each role, two checks while typing, resubmission after a refusal.

import { isMobileTaken, isNameTaken } from '#server/identity/accounts/duplicates.ts'
import type { Call, Handler, Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import { requireQuota } from '#server/platform/limits/require-quota.ts'
import type { Role } from '#shared/access/roles.ts'
import { register } from './register.ts'
import { handInSupplement, readSupplement } from './supplement.ts'

const CHECKS = { most: 60, span: 10 * 60_000 }
const KEYS = { most: 120, span: 10 * 60_000 }

/** Of an operation that takes a role's form. */
export function registrationHandler(operation: string, role: Role): Handler {
  return (call: Call) => register(call, operation, role)
}

export const registrationHandlers: Handlers = {
  'auth.userNameTaken': async (call) => {
    await requireQuota(call, `taken:${networkOf(call.request.address)}`, CHECKS)
    const { userName } = bodyOf<'auth.userNameTaken'>(call)
    return { taken: await isNameTaken(call.services.db, userName) }
  },
  'auth.mobileTaken': async (call) => {
    await requireQuota(call, `taken:${networkOf(call.request.address)}`, CHECKS)
    const { mobile } = bodyOf<'auth.mobileTaken'>(call)
    return { taken: await isMobileTaken(call.services.db, mobile, call.caller?.id) }
  },
  'auth.supplementInfo': async (call) => {
    await requireQuota(call, `supplement:${networkOf(call.request.address)}`, KEYS)
    return readSupplement(call)
  },
  'auth.supplement': async (call) => {
    await requireQuota(call, `supplement:${networkOf(call.request.address)}`, KEYS)
    return handInSupplement(call)
  },
}
