// Owns whether a user name or mobile number is taken already.
import { type Kysely, sql } from 'kysely'
import type { FieldError } from '../../shared/errors.ts'
import type { Schema } from '../database/schema.ts'

export const NAME_TAKEN: FieldError = { path: '/userName', message: '该用户名已被使用，请换一个' }
export const MOBILE_TAKEN: FieldError = { path: '/mobile', message: '该手机号码已注册，可直接登录或找回密码' }

export async function isNameTaken(db: Kysely<Schema>, userName: string): Promise<boolean> {
  const query = db.selectFrom('account').select('id')
  const row = await query.where(sql<boolean>`lower(user_name) = lower(${userName})`).executeTakeFirst()
  return row !== undefined
}

export async function isMobileTaken(db: Kysely<Schema>, mobile: string, except = ''): Promise<boolean> {
  const query = db.selectFrom('account').select('id').where('mobile', '=', mobile)
  return (await query.where('id', '<>', except).executeTakeFirst()) !== undefined
}

/** The refused place when two people took the same name or number at the same moment. */
export function toTakenError(error: unknown): FieldError | null {
  const { code, constraint } = (typeof error === 'object' && error !== null ? error : {}) as {
    readonly code?: unknown
    readonly constraint?: unknown
  }
  if (code !== '23505') return null
  return constraint === 'account_mobile' ? MOBILE_TAKEN : NAME_TAKEN
}
