// Sends SMS codes: limits by number and address, the same response for known and unknown numbers.

import { createHash } from 'node:crypto'
import { spendCaptcha } from '#server/identity/captcha/captchas.ts'
import type { Call } from '#server/platform/call.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import { takeQuota } from '#server/platform/limits/quota.ts'
import { requireQuota } from '#server/platform/limits/require-quota.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { SmsPurpose } from '#shared/identity/sms-purposes.ts'
import { spendFormTicket } from './form-tickets.ts'
import { newSmsCode } from './sms-codes.ts'
import type { SmsSender } from './sms-sender.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** The limit for one network and number, for all purposes: a person reads messages one by one. */
const OWN_MINUTE = { most: 1, span: MINUTE }
/** One network, number and purpose. */
const OWN_DAY = { most: 5, span: DAY }
/** One number and purpose from everywhere: more than one network may take, so that a stranger cannot use it up. */
const ALL_DAY = { most: 15, span: DAY }
/** The limit for one number, for all senders and purposes. */
const NUMBER_MINUTE = { most: 3, span: MINUTE }
const NUMBER_DAY = { most: 30, span: DAY }
/** One network, for all numbers. */
const ADDRESS_MINUTE = { most: 20, span: MINUTE }
const ADDRESS_HOUR = { most: 60, span: 60 * MINUTE }
const PORTAL = 'sms-portal'
/** Purposes that only make sense for the number of an account; to other numbers nothing is sent. */
const FOR_ACCOUNTS = new Set<SmsPurpose>(['login', 'reset'])

export interface SmsChannel {
  /** Null where no way is set up. */
  readonly sender: SmsSender | null
  /** Text messages of the whole portal in a day, over all processes. */
  readonly mostPerDay: number
}

export async function sendSmsCode(
  call: Call,
  { sender, mostPerDay }: SmsChannel,
  mobile: string,
  purpose: SmsPurpose,
): Promise<{ wait: number; lives: number; demoCode?: string }> {
  const { services } = call
  if (!sender) throw new Failure('UNAVAILABLE', { message: '短信服务尚未开通，请使用其他方式或联系我们' })
  await requireCaptcha(call)
  await requireSmsQuota(call, mobile, purpose, mostPerDay)
  const code = await newSmsCode(services.db, mobile, purpose, services.clock())
  const isMeant = !FOR_ACCOUNTS.has(purpose) || (await hasAccount(call, mobile))
  const text = `您的验证码是 ${code}，5 分钟内有效。如非本人操作，请忽略。`
  // Not waited for: the time it takes would tell who has an account.
  if (isMeant)
    void sender
      .send({ to: mobile, text, code, kind: 'code' })
      .catch((error: unknown) => complain(call, error))
  return { wait: 60, lives: 300, ...(sender.isDemo ? { demoCode: code } : {}) }
}

/** The narrowest limit comes first: what it refuses counts for none of the wider ones. */
async function requireSmsQuota(
  call: Call,
  mobile: string,
  purpose: SmsPurpose,
  mostPerDay: number,
): Promise<void> {
  const network = networkOf(call.request.address)
  // Limits outlive accounts, so that their keys hold no number.
  const recipient = digestOf(mobile)
  const number = `${purpose}:${recipient}`
  await requireQuota(call, `sms-address-minute:${network}`, ADDRESS_MINUTE)
  await requireQuota(call, `sms-address:${network}`, ADDRESS_HOUR)
  await requireQuota(call, `sms-minute:${recipient}:${network}`, OWN_MINUTE)
  await requireQuota(call, `sms-day:${number}:${network}`, OWN_DAY)
  await requireQuota(call, `sms-minute:${recipient}`, NUMBER_MINUTE)
  await requireQuota(call, `sms-day:${number}`, ALL_DAY)
  await requireQuota(call, `sms-day:${recipient}`, NUMBER_DAY)
  const { services } = call
  const wait = await takeQuota(services.db, PORTAL, { most: mostPerDay, span: DAY }, services.clock())
  if (wait > 0)
    throw new Failure('UNAVAILABLE', { message: '今天可发送的短信已用完，请改用账号密码登录，或明天再试' })
}

const digestOf = (mobile: string): string => createHash('sha256').update(`sms\n${mobile}`).digest('base64url')

async function hasAccount({ services }: Call, mobile: string): Promise<boolean> {
  const query = services.db.selectFrom('account').select('id').where('mobile', '=', mobile)
  return (await query.executeTakeFirst()) !== undefined
}

async function complain({ services, request }: Call, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : 'unknown'
  const entry = { actor: null, action: 'sms.send', result: 'failed', requestId: request.id } as const
  await services.audit({ ...entry, detail: { reason } }).catch(() => undefined)
}

interface CaptchaInput {
  readonly mobile: string
  readonly ticket?: string
  readonly uuid?: string
  readonly captcha?: string
}

/** Refuses pictures, links and other sites. A ticket was given for a captcha; without one the captcha comes along. */
async function requireCaptcha({ request, params, services }: Call): Promise<void> {
  if (request.sender === 'foreign')
    throw new Failure('FORBIDDEN', { message: '短信验证码只能在本站的表单中获取，请打开表单后重试' })
  const { mobile, ticket, uuid, captcha } = params as unknown as CaptchaInput // by the operation's schema
  const { db } = services
  const now = services.clock()
  if (ticket && (await spendFormTicket(db, networkOf(request.address), mobile, ticket, now))) return
  if (!uuid || !captcha)
    throw new Failure('CAPTCHA_REQUIRED', {
      message: ticket ? '表单凭证已使用或已过期，请重新获取验证码' : '获取短信验证码前请输入图形验证码',
      errors: [{ path: '/captcha', message: '请输入图形验证码' }],
    })
  if (!(await spendCaptcha(db, uuid, captcha, now))) throw new Failure('CAPTCHA_WRONG')
}
