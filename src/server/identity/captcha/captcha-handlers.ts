// Handles the calls that return a captcha as a picture or as sound.

import type { Call, Handlers } from '#server/platform/call.ts'
import { BytesAnswer } from '#server/platform/http/direct-answer.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import { requireQuota } from '#server/platform/limits/require-quota.ts'
import { newCaptchaDigits, newCaptchaText, storeCaptcha } from './captchas.ts'
import { drawCaptcha } from './draw-captcha.ts'
import { speakCaptcha } from './speak-captcha.ts'

const PER_ADDRESS = { most: 120, span: 10 * 60_000 }

async function store(call: Call, text: string): Promise<void> {
  const { services, params, request } = call
  await requireQuota(call, `captcha:${networkOf(request.address)}`, PER_ADDRESS)
  await storeCaptcha(services.db, String(params.uuid), text, services.clock())
}

export const captchaHandlers: Handlers = {
  'auth.captcha': async (call) => {
    const text = newCaptchaText()
    await store(call, text)
    return new BytesAnswer('image/jpeg', await drawCaptcha(text))
  },
  'auth.captchaSound': async (call) => {
    const digits = newCaptchaDigits()
    await store(call, digits)
    return new BytesAnswer('audio/wav', speakCaptcha(digits))
  },
}
