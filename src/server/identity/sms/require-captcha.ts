// Requires a solved captcha before a text message is sent.

import { spendCaptcha } from '#server/identity/captcha/captchas.ts'
import type { Call } from '#server/platform/call.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import { Failure } from '#shared/calls/errors.ts'
import { spendFormTicket } from './form-tickets.ts'

interface CaptchaInput {
  readonly mobile: string
  readonly ticket?: string
  readonly uuid?: string
  readonly captcha?: string
}

/** Refuses pictures, links and other sites. A ticket was given for a captcha; without one the captcha comes along. */
export async function requireCaptcha({ request, params, services }: Call): Promise<void> {
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
