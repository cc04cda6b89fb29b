// Sends e-mails by an SMTP server, or in demo mode to a file and the terminal.
import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '#server/platform/settings.ts'

export interface MailMessage {
  readonly to: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
}

export interface MailSender {
  send(message: MailMessage): Promise<void>
}

const PATIENCE = 15_000

/** Returns the configured sender; null if none is configured. */
export function buildMailSender(settings: Settings): MailSender | null {
  if (settings.mail) return new SmtpSender(settings.mail)
  return settings.demo ? new DemoSender(join(settings.dataDir, 'outbox.jsonl')) : null
}

class SmtpSender implements MailSender {
  readonly #smtp: NonNullable<Settings['mail']>

  constructor(smtp: NonNullable<Settings['mail']>) {
    this.#smtp = smtp
  }

  async send({ to, subject, text }: MailMessage): Promise<void> {
    // A portal that sends no mail does not load it.
    const { createTransport } = await import('nodemailer')
    const limits = { connectionTimeout: PATIENCE, greetingTimeout: PATIENCE, socketTimeout: PATIENCE }
    const transport = createTransport({
      url: this.#smtp.url,
      ...limits,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      await transport.sendMail({ from: this.#smtp.from, to, subject, text })
    } finally {
      transport.close()
    }
  }
}

class DemoSender implements MailSender {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  async send({ to, subject, text }: MailMessage): Promise<void> {
    console.log(`演示邮件 → ${to}：${subject}`)
    await mkdir(join(this.#file, '..'), { recursive: true })
    const line = { time: new Date().toISOString(), channel: 'mail', to, subject, text }
    await appendFile(this.#file, `${JSON.stringify(line)}\n`, { mode: 0o600 })
  }
}
