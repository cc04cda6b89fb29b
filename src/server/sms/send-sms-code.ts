// Owns the sending of a code: limits for number and address, the same answer whoever has the number.

import { Failure } from '../../shared/errors.ts'
import { requireQuota } from '../accounts/require-quota.ts'
import type { Call } from '../call.ts'
import { networkOf } from '../http/network-of.ts'
import { newSmsCode, type SmsPurpose } from './sms-codes.ts'
import type { SmsSender } from './sms-sender.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const PER_MINUTE = { most: 1, span: MINUTE }
const PER_DAY = { most: 10, span: DAY }
const PER_ADDRESS = { most: 60, span: 60 * MINUTE }
/** Purposes that only make sense for the number of an account; to other numbers nothing is sent. */
const FOR_ACCOUNTS = new Set<SmsPurpose>(['login', 'reset'])

export async function sendSmsCode(
  call: Call,
  sender: SmsSender | null,
  mobile: string,
  purpose: SmsPurpose,
): Promise<{ wait: number; lives: number; demoCode?: string }> {
  const { services, request } = call
  if (!sender) throw new Failure('UNAVAILABLE', { message: '短信服务尚未开通，请使用其他方式或联系我们' })
  await requireQuota(call, `sms-address:${networkOf(request.address)}`, PER_ADDRESS)
  await requireQuota(call, `sms-minute:${mobile}`, PER_MINUTE)
  await requireQuota(call, `sms-day:${mobile}`, PER_DAY)
  const code = await newSmsCode(services.db, mobile, purpose, services.clock())
  const isMeant = !FOR_ACCOUNTS.has(purpose) || (await hasAccount(call, mobile))
  const text = `您的验证码是 ${code}，5 分钟内有效。如非本人操作，请忽略。`
  // Not waited for: the time it takes would tell who has an account.
  if (isMeant) void sender.send({ to: mobile, text, code }).catch((error: unknown) => complain(call, error))
  return { wait: 60, lives: 300, ...(sender.isDemo ? { demoCode: code } : {}) }
}

async function hasAccount({ services }: Call, mobile: string): Promise<boolean> {
  const query = services.db.selectFrom('account').select('id').where('mobile', '=', mobile)
  return (await query.executeTakeFirst()) !== undefined
}

async function complain({ services, request }: Call, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : 'unknown'
  const entry = { actor: null, action: 'sms.send', result: 'failed', requestId: request.id } as const
  await services.audit({ ...entry, detail: { reason } }).catch(() => undefined)
}
