// Makes secrets of webhooks, and signs messages with them as Standard Webhooks says.
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

export interface WebhookMessage {
  readonly id: string
  /** The time of the attempt. */
  readonly at: Date
  readonly body: string
}

/**
 * Returns the headers of Standard Webhooks: `webhook-id`, `webhook-timestamp` in seconds, and `webhook-signature` with
 * one signature `v1,…` for each secret.
 *
 * @example
 * signWebhook({ id: 'm1', at: new Date(0), body: '{}' }, [secret])['webhook-timestamp'] // → '0'
 */
export function signWebhook({ id, at, body }: WebhookMessage, secrets: readonly string[]) {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const sign = (secret: string) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  }
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(sign).join(' '),
  } as const
}
