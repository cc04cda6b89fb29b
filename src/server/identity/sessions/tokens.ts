// Creates random session tokens and hashes them; only the hash is stored.
import { createHash, randomBytes } from 'node:crypto'

const TOKEN = /^[\w-]{43}$/

/** 256 bits as 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function isToken(text: string): boolean {
  return TOKEN.test(text)
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
