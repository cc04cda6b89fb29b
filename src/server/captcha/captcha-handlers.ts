// Owns the call that draws a captcha.

import { requireQuota } from '../accounts/require-quota.ts'
import type { Handlers } from '../call.ts'
import { PictureAnswer } from '../http/direct-answer.ts'
import { networkOf } from '../http/network-of.ts'
import { newCaptchaText, storeCaptcha } from './captchas.ts'
import { drawCaptcha } from './draw-captcha.ts'

const PER_ADDRESS = { most: 120, span: 10 * 60_000 }

export const captchaHandlers: Handlers = {
  'auth.captcha': async (call) => {
    const { services, params, request } = call
    await requireQuota(call, `captcha:${networkOf(request.address)}`, PER_ADDRESS)
    const text = newCaptchaText()
    await storeCaptcha(services.db, String(params.uuid), text, services.clock())
    return new PictureAnswer(drawCaptcha(text))
  },
}
