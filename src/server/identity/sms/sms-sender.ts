// Sends text messages: by a gateway of one's own or a provider, or in demo mode to a file and the terminal.
import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '#server/platform/settings.ts'
import type { SmsSettings } from '#server/platform/sms-settings.ts'
import { sendByAliyun } from './providers/aliyun.ts'
import { postSms, SmsError } from './providers/post-sms.ts'
import type { SmsMessage } from './providers/sms-message.ts'
import { sendByTencent } from './providers/tencent.ts'

export type { SmsMessage }

export interface SmsSender {
  /** True where the response may show the code to the caller, because no message reaches a phone. */
  readonly isDemo: boolean
  send(message: SmsMessage): Promise<void>
}

/**
 * Returns null where no sender is configured; asking for a code is then refused. `sign` returns the portal's
 * signature, which a setting replaces.
 */
export function buildSmsSender(settings: Settings, sign: () => string): SmsSender | null {
  if (settings.sms) return { isDemo: false, send: senderBy(settings.sms, sign) }
  return settings.demo ? new DemoSender(join(settings.dataDir, 'outbox.jsonl')) : null
}

function senderBy(sms: NonNullable<Settings['sms']>, sign: () => string): SmsSender['send'] {
  if (sms.provider === 'aliyun') return (message) => sendByAliyun(sms, message)
  if (sms.provider === 'tencent') return (message) => sendByTencent(sms, message)
  return (message) => sendByGateway(sms, sign(), message)
}

async function sendByGateway(
  { url, key, signature }: Extract<SmsSettings, { readonly provider: 'http' }>,
  sign: string,
  { to, text, code }: SmsMessage,
): Promise<void> {
  const { status } = await postSms(
    url,
    { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
    JSON.stringify({ mobile: to, content: `${signature ?? sign}${text}`, code }),
  )
  if (status < 200 || status > 299) throw new SmsError('SMS gateway', String(status))
}

class DemoSender implements SmsSender {
  readonly isDemo = true
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  async send({ to, text, code }: SmsMessage): Promise<void> {
    console.log(`演示短信 → ${to}：${text}`)
    await mkdir(join(this.#file, '..'), { recursive: true })
    const line = { time: new Date().toISOString(), channel: 'sms', to, text, code }
    await appendFile(this.#file, `${JSON.stringify(line)}\n`, { mode: 0o600 })
  }
}
