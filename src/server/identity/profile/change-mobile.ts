// Changes the mobile number, proved by the password and a code sent to the new number.

import { isMobileTaken, MOBILE_TAKEN, toDuplicateError } from '#server/identity/accounts/duplicates.ts'
import { requireOwnPassword } from '#server/identity/accounts/require-own-account.ts'
import { consumeSmsCode, requireSmsCode } from '#server/identity/sms/require-sms-code.ts'
import { auditAccountAction } from '#server/platform/audit/audit-account-action.ts'
import type { Call } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { maskMobile } from '#shared/access/mask.ts'
import { Failure } from '#shared/calls/errors.ts'
import { CODES_TAKEN } from '#shared/identity/sms-purposes.ts'

export async function changeMobile(call: Call): Promise<unknown> {
  const { services } = call
  const given = bodyOf<'account.changeMobile'>(call)
  const { id } = await requireOwnPassword(call, given.password, 'password')
  if (await isMobileTaken(services.db, given.mobile, id))
    throw new Failure('BAD_INPUT', { errors: [MOBILE_TAKEN] })
  await requireSmsCode(call, CODES_TAKEN['account.changeMobile'], given)
  try {
    await services.db.transaction().execute(async (transaction) => {
      await consumeSmsCode(transaction, call, CODES_TAKEN['account.changeMobile'], given)
      await transaction
        .updateTable('account')
        .set({ mobile: given.mobile, updatedAt: services.clock() })
        .where('id', '=', id)
        .execute()
      await auditAccountAction(call, { action: 'account.changeMobile' }, transaction)
    })
  } catch (error) {
    const taken = toDuplicateError(error)
    if (taken) throw new Failure('BAD_INPUT', { errors: [taken] })
    throw error
  }
  return { mobile: maskMobile(given.mobile) }
}
