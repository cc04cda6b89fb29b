// Creates accounts by role for operators; the one-time password is shown once, to the creator.

import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import {
  isMobileTaken,
  isNameTaken,
  MOBILE_TAKEN,
  NAME_TAKEN,
  toDuplicateError,
} from '#server/identity/accounts/duplicates.ts'
import { hashPassword } from '#server/identity/accounts/passwords.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import { auditAccountAction } from '#server/platform/audit/audit-account-action.ts'
import type { Call } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import type { JsonObject, Schema } from '#server/platform/database/tables/schema.ts'
import { sealAnswers } from '#server/platform/secrets/seal-fields.ts'
import { Failure } from '#shared/calls/errors.ts'
import { requireActiveOperator } from './change-user.ts'
import { insertAssignment } from './give-role.ts'
import { notifyAuditors } from './notify-auditors.ts'
import { newTemporaryPassword } from './reset-password.ts'
import { requireAssignment } from './stored-assignment.ts'
import { tellAssignment } from './tell-assignment.ts'

interface StaffInput {
  readonly role: string
  readonly userName: string
  readonly name: string
  readonly mobile?: string
}

export const STAFF_FORM = 'staffAccount'
const LIVES = 7 * 24 * 3_600_000

/** Answers beyond the account itself, such as the department, are stored like an application. */
function toApplication({ role: _role, userName: _user, name: _name, mobile: _mobile, ...rest }: StaffInput) {
  return rest as JsonObject
}

/** With `needsSecond` the account waits until another administrator has confirmed it. */
export async function createStaff(call: Call, needsSecond: boolean): Promise<unknown> {
  const { services } = call
  const { db } = services
  const given = bodyOf<'users.create'>(call)
  const { role, userName, name, mobile = null } = given
  const errors = [
    ...((await isNameTaken(db, userName)) ? [NAME_TAKEN] : []),
    ...(mobile && (await isMobileTaken(db, mobile)) ? [MOBILE_TAKEN] : []),
  ]
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
  const password = newTemporaryPassword()
  const passwordHash = await hashPassword(password)
  const now = services.clock()
  const id = randomUUID()
  const row = {
    id,
    userName,
    name,
    role,
    mobile,
    passwordHash,
    passwordUntil: new Date(now.getTime() + LIVES),
    status: needsSecond ? ACCOUNT.waiting : ACCOUNT.active,
    form: STAFF_FORM,
    application: sealAnswers(services, toApplication(given)),
    createdAt: now,
    updatedAt: now,
  }
  try {
    await db.transaction().execute(async (transaction) => {
      await requireActiveOperator(transaction, call)
      await transaction.insertInto('account').values(row).execute()
      await notifyAuditors(transaction, call, 'staff.created', row)
      if (needsSecond) await askSecond(transaction, call, row)
      await auditAccountAction(call, { action: 'users.create', target: id, detail: { role } }, transaction)
    })
  } catch (error) {
    const taken = toDuplicateError(error)
    if (taken) throw new Failure('BAD_INPUT', { errors: [taken] })
    throw error
  }
  return { id, userName, name, role, status: row.status, password, passwordUntil: row.passwordUntil }
}

async function askSecond(
  transaction: Kysely<Schema>,
  call: Call,
  { id, role }: { readonly id: string; readonly role: string },
): Promise<void> {
  const [reason, scope] = ['新建账号', {}]
  const asked = { accountId: id, role, kind: 'account' as const, scope, reason, needsSecond: true }
  const stored = await requireAssignment(transaction, await insertAssignment(transaction, call, asked))
  await tellAssignment(transaction, call, 'role.asked', stored, reason)
}
