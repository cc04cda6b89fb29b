// Checks that a user name or mobile number is not taken.
import type { Kysely } from 'kysely'
import { hasUserName } from '#server/platform/accounts/same-name.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { violatedConstraint } from '#server/platform/database/violated-constraint.ts'
import type { FieldError } from '#shared/calls/errors.ts'

export const NAME_TAKEN: FieldError = { path: '/userName', message: '该用户名已被使用，请换一个' }
export const MOBILE_TAKEN: FieldError = { path: '/mobile', message: '该手机号码已注册，可直接登录或找回密码' }

export async function isNameTaken(db: Kysely<Schema>, userName: string): Promise<boolean> {
  const row = await db.selectFrom('account').select('id').where(hasUserName(userName)).executeTakeFirst()
  return row !== undefined
}

export async function isMobileTaken(db: Kysely<Schema>, mobile: string, except = ''): Promise<boolean> {
  const query = db.selectFrom('account').select('id').where('mobile', '=', mobile)
  return (await query.where('id', '<>', except).executeTakeFirst()) !== undefined
}

/** The field error for each unique index of the accounts. */
const TAKEN: Readonly<Record<string, FieldError>> = {
  account_user_name_key: NAME_TAKEN,
  account_name: NAME_TAKEN,
  account_mobile: MOBILE_TAKEN,
}

/** The refused place when two people took the same name or number at the same moment; null for every other error. */
export function toDuplicateError(error: unknown): FieldError | null {
  return TAKEN[violatedConstraint(error) ?? ''] ?? null
}
