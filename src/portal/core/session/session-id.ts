// Reads the id of the browser's session. The server writes it beside the token, which no script can read (SES-04).
import { toStorageKey } from '#portal/core/site.ts'

const SESSION_KEY = toStorageKey('session')

/** Null for a visitor. */
export function readSessionId(): string | null {
  const prefix = `${SESSION_KEY}=`
  const part = document.cookie.split('; ').find((entry) => entry.startsWith(prefix))
  return part?.slice(prefix.length) || null
}

/** Without its id the token counts no longer. The session that another tab has begun meanwhile stays. */
export function forgetSessionId(id: string | null): void {
  if (id === null || id !== readSessionId()) return
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
  document.cookie = `${SESSION_KEY}=; Path=/; SameSite=Lax; Max-Age=0${secure}`
}
