// Owns the refusal of a wrong code, in the same words whatever was wrong with it.

import type { Kysely } from 'kysely'
import type { Call } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { SmsPurpose } from '#shared/identity/sms-purposes.ts'
import { isSmsCode, spendSmsCode } from './sms-codes.ts'
import { isProof, isSmsProof, spendSmsProof } from './verification-tokens.ts'

/** `smsCode` is the code itself, or the proof that it was right. */
export interface Proof {
  readonly mobile: string
  readonly smsCode: string
}

export function wrongSmsCode(): Failure {
  const message = '短信验证码不正确或已失效，请重新获取'
  return new Failure('BAD_INPUT', { message, errors: [{ path: '/smsCode', message }] })
}

export async function requireSmsCode({ services }: Call, purpose: SmsPurpose, proof: Proof): Promise<void> {
  const { mobile, smsCode } = proof
  const check = isProof(smsCode) ? isSmsProof : isSmsCode
  if (!(await check(services.db, mobile, purpose, smsCode, services.clock()))) throw wrongSmsCode()
}

export async function spendProof(
  db: Kysely<Schema>,
  { services }: Call,
  purpose: SmsPurpose,
  { mobile, smsCode }: Proof,
): Promise<void> {
  const spend = isProof(smsCode) ? spendSmsProof : spendSmsCode
  if (!(await spend(db, mobile, purpose, smsCode, services.clock()))) throw wrongSmsCode()
}
