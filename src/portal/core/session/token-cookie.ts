// Reads and writes the cookie of the session token (SES-04). The server never reads it; calls carry a header.
import { toStorageKey } from '#portal/core/site.ts'

export const TOKEN_KEY = toStorageKey('token')
/** The server ends a session after 12 hours at the latest. */
const LIFETIME = 12 * 60 * 60

export function readToken(): string | null {
  const prefix = `${TOKEN_KEY}=`
  const part = document.cookie.split('; ').find((entry) => entry.startsWith(prefix))
  if (!part) return null
  try {
    return decodeURIComponent(part.slice(prefix.length)) || null
  } catch {
    return null
  }
}

export function writeToken(token: string | null): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const value = token === null ? '' : encodeURIComponent(token)
  const age = token === null ? 0 : LIFETIME
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
  document.cookie = `${TOKEN_KEY}=${value}; Path=/; SameSite=Strict; Max-Age=${age}${secure}`
}
