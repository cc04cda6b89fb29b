// Refuses a wrong SMS code, with the same message for every reason.

import type { Kysely } from 'kysely'
import type { Call } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { SmsPurpose } from '#shared/identity/sms-purposes.ts'
import { isSmsCode, spendSmsCode } from './sms-codes.ts'
import {
  consumeVerificationToken,
  isValidVerificationToken,
  isVerificationToken,
} from './verification-tokens.ts'

/** `smsCode` is the code itself, or the proof that it was right. */
export interface SmsCredentials {
  readonly mobile: string
  readonly smsCode: string
}

export function wrongSmsCode(): Failure {
  const message = '短信验证码不正确或已失效，请重新获取'
  return new Failure('BAD_INPUT', { message, errors: [{ path: '/smsCode', message }] })
}

export async function requireSmsCode(
  { services }: Call,
  purpose: SmsPurpose,
  proof: SmsCredentials,
): Promise<void> {
  const { mobile, smsCode } = proof
  const check = isVerificationToken(smsCode) ? isValidVerificationToken : isSmsCode
  if (!(await check(services.db, mobile, purpose, smsCode, services.clock()))) throw wrongSmsCode()
}

export async function consumeSmsCode(
  db: Kysely<Schema>,
  { services }: Call,
  purpose: SmsPurpose,
  { mobile, smsCode }: SmsCredentials,
): Promise<void> {
  const spend = isVerificationToken(smsCode) ? consumeVerificationToken : spendSmsCode
  if (!(await spend(db, mobile, purpose, smsCode, services.clock()))) throw wrongSmsCode()
}
