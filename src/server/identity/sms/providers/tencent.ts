// Sends text messages by Tencent Cloud (sms, SendSms).
import type { SmsSettings } from '#server/platform/sms-settings.ts'
import { postSms, SmsError } from './post-sms.ts'
import { signTc3 } from './sign-tc3.ts'
import type { SmsMessage } from './sms-message.ts'
import { templateOf } from './template-of.ts'

const PROVIDER = 'tencent'
const ACTION = 'SendSms'

interface TencentAnswer {
  readonly RequestId?: unknown
  readonly Error?: { readonly Code?: unknown }
  readonly SendStatusSet?: readonly { readonly Code?: unknown }[]
}

/** Throws `SmsError` with the provider's code, such as `LimitExceeded.PhoneNumberDailyLimit`. */
export async function sendByTencent(
  settings: Extract<SmsSettings, { readonly provider: 'tencent' }>,
  message: SmsMessage,
): Promise<void> {
  const { template, variables } = templateOf(PROVIDER, settings, message)
  const { origin, host } = new URL(settings.url)
  const body = JSON.stringify({
    PhoneNumberSet: [message.to.startsWith('+') ? message.to : `+86${message.to}`],
    SmsSdkAppId: settings.app,
    SignName: settings.signature,
    TemplateId: template,
    TemplateParamSet: variables,
  })
  const at = new Date()
  const signed = { 'content-type': 'application/json; charset=utf-8', 'x-tc-action': ACTION }
  const { keyId, key, region } = settings
  const authorization = signTc3({ service: 'sms', headers: { ...signed, host }, body, keyId, key, at })
  const headers = {
    ...signed,
    authorization,
    'x-tc-version': '2021-01-11',
    'x-tc-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'x-tc-region': region,
  }
  const { data } = await postSms(`${origin}/`, headers, body)
  const { Error: refusal, SendStatusSet: sent, RequestId } = (data?.Response ?? {}) as TencentAnswer
  const code = refusal ? refusal.Code : sent?.[0]?.Code
  if (code !== 'Ok') throw new SmsError(PROVIDER, code, RequestId)
}
