// Sends text messages by Alibaba Cloud (dysmsapi, SendSms).
import { randomUUID } from 'node:crypto'
import type { SmsSettings } from '#server/platform/sms-settings.ts'
import { postSms, SmsError } from './post-sms.ts'
import { signAcs3 } from './sign-acs3.ts'
import type { SmsMessage } from './sms-message.ts'
import { templateOf } from './template-of.ts'

const PROVIDER = 'aliyun'

/** Throws `SmsError` with the provider's code, such as `isv.BUSINESS_LIMIT_CONTROL`. */
export async function sendByAliyun(
  settings: Extract<SmsSettings, { readonly provider: 'aliyun' }>,
  message: SmsMessage,
): Promise<void> {
  const { template, variables } = templateOf(PROVIDER, settings, message)
  const { origin, host } = new URL(settings.url)
  const { query, headers } = signAcs3({
    host,
    action: 'SendSms',
    version: '2017-05-25',
    query: {
      PhoneNumbers: message.to,
      SignName: settings.signature,
      TemplateCode: template,
      ...(variables.length > 0 ? { TemplateParam: JSON.stringify({ code: variables[0] }) } : {}),
    },
    keyId: settings.keyId,
    key: settings.key,
    at: new Date(),
    nonce: randomUUID(),
  })
  const { data } = await postSms(`${origin}/?${query}`, headers, '')
  if (data?.Code !== 'OK') throw new SmsError(PROVIDER, data?.Code, data?.RequestId)
}
