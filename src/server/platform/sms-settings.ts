// Reads the settings of what sends text messages.
import { type Environment, readUrl, SettingError } from './setting-values.ts'

/** A gateway of one's own, or a provider whose messages are templates that it has approved. */
export type SmsSettings =
  | {
      readonly provider: 'http'
      readonly url: string
      readonly key: string | null
      /** Without one of its own the portal's stands before the texts. */
      readonly signature: string | null
    }
  | (SmsTemplates & { readonly provider: 'aliyun' })
  | (SmsTemplates & { readonly provider: 'tencent'; readonly app: string; readonly region: string })

export interface SmsTemplates {
  readonly url: string
  readonly keyId: string
  readonly key: string
  /** The approved signature, without brackets. */
  readonly signature: string
  /** By what is sent: a code, a temporary password, the fact that there is a notice. Null is not sent. */
  readonly templates: {
    readonly code: string
    readonly password: string | null
    readonly notice: string | null
  }
}

const SMS_ADDRESSES = { aliyun: 'https://dysmsapi.aliyuncs.com', tencent: 'https://sms.tencentcloudapi.com' }

export function readSms(env: Environment): SmsSettings | null {
  const url = readUrl(env, 'SMS_URL', ['http:', 'https:'])
  const provider = env.SMS_PROVIDER || 'http'
  if (provider === 'http')
    return url ? { provider, url, key: env.SMS_KEY || null, signature: env.SMS_SIGN || null } : null
  if (provider !== 'aliyun' && provider !== 'tencent')
    throw new SettingError(`设置 SMS_PROVIDER 应为 http、aliyun 或 tencent，现为“${provider}”`)
  const require = (name: string, what: string): string => {
    const text = env[name]
    if (text) return text
    throw new SettingError(`设置 ${name} 应为${what}，因为 SMS_PROVIDER 是 ${provider}`)
  }
  const templates: SmsTemplates = {
    url: url ?? SMS_ADDRESSES[provider],
    keyId: require('SMS_KEY_ID', provider === 'aliyun' ? ' AccessKey ID' : ' SecretId'),
    key: require('SMS_KEY', provider === 'aliyun' ? ' AccessKey Secret' : ' SecretKey'),
    signature: require('SMS_SIGN', '已审核的短信签名，不带【】'),
    templates: {
      code: require('SMS_TEMPLATE', '已审核的验证码模板的编号'),
      password: env.SMS_TEMPLATE_PASSWORD || null,
      notice: env.SMS_TEMPLATE_NOTICE || null,
    },
  }
  if (provider === 'aliyun') return { provider, ...templates }
  return {
    provider,
    ...templates,
    app: require('SMS_APP_ID', '短信应用的 SdkAppId'),
    region: env.SMS_REGION || 'ap-guangzhou',
  }
}
