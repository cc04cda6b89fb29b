// Owns session tokens: random, and stored as a hash only.
import { createHash, randomBytes } from 'node:crypto'

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Milliseconds. */
export const IDLE_LIMIT = 30 * 60_000
export const ABSOLUTE_LIMIT = 12 * 3_600_000
export const TOUCH_INTERVAL = 60_000
