// Sends text messages: by an HTTP gateway, or in demo mode to a file and the terminal.
import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '#server/platform/settings.ts'

export interface SmsMessage {
  readonly to: string
  readonly text: string
  readonly code: string
}

export interface SmsSender {
  /** True where the response may show the code to the caller, because no message reaches a phone. */
  readonly isDemo: boolean
  send(message: SmsMessage): Promise<void>
}

const PATIENCE = 10_000

/**
 * Returns null where no sender is configured; asking for a code is then refused. `sign` returns the portal's
 * signature, which a setting replaces.
 */
export function buildSmsSender(settings: Settings, sign: () => string): SmsSender | null {
  if (settings.sms) return new GatewaySender(settings.sms, sign)
  return settings.demo ? new DemoSender(join(settings.dataDir, 'outbox.jsonl')) : null
}

class GatewaySender implements SmsSender {
  readonly isDemo = false
  readonly #gateway: NonNullable<Settings['sms']>
  readonly #sign: () => string

  constructor(gateway: NonNullable<Settings['sms']>, sign: () => string) {
    this.#gateway = gateway
    this.#sign = sign
  }

  async send({ to, text, code }: SmsMessage): Promise<void> {
    const { url, key, signature } = this.#gateway
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
      body: JSON.stringify({ mobile: to, content: `${signature ?? this.#sign()}${text}`, code }),
      signal: AbortSignal.timeout(PATIENCE),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`SMS gateway answered ${answer.status}`)
  }
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
