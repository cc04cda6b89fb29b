// Owns the proof that somebody opened a form of ours before a text message is sent at his wish.
import { Failure } from '../../shared/errors.ts'
import type { Call } from '../call.ts'
import { spendCaptcha } from '../captcha/captchas.ts'

/** Refuses pictures, links and other sites; whoever is no script of ours reads a captcha. */
export async function proveSender({ request, params, services }: Call): Promise<void> {
  if (request.sender === 'foreign')
    throw new Failure('FORBIDDEN', { message: '短信验证码只能在本网站的表单中获取，请打开表单后重试' })
  if (request.sender === 'script') return
  const { uuid, captcha } = params as { readonly uuid?: string; readonly captcha?: string } // by the operation's schema
  if (!uuid || !captcha)
    throw new Failure('CAPTCHA_REQUIRED', {
      message: '获取短信验证码前请输入图形验证码，或在本网站的表单中获取',
      errors: [{ path: '/captcha', message: '请输入图形验证码' }],
    })
  if (!(await spendCaptcha(services.db, uuid, captcha, services.clock()))) throw new Failure('CAPTCHA_WRONG')
}
