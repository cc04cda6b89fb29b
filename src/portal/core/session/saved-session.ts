// Saves who is signed in in the browser's storage when the page unloads, and restores it at start (SES-03).

import { toStorageKey } from '#portal/core/site.ts'
import { readText, storeText } from '#portal/core/state/browser-storage.ts'
import type { Role } from '#shared/access/roles.ts'

export interface SessionUser {
  readonly id: string
  readonly userName: string
  readonly name: string
  readonly role: Role
  readonly black: boolean
  /** The roles that it has beside its own. */
  readonly assigned?: readonly Role[]
  /** The password is a one-time one: another has to be chosen before anything else. */
  readonly passwordDue?: true
}

export interface Session {
  readonly user: SessionUser | null
  /** Names the session, and opens nothing: the token is in a cookie that scripts cannot read. Null for a visitor. */
  readonly id: string | null
  readonly ticket: string | null
}

export const NO_SESSION: Session = { user: null, id: null, ticket: null }
const USER = 'user'
export const USER_KEY = toStorageKey(USER)

/** SES-05: the user object is stored with its session and ticket. */
export function saveSession({ user, id, ticket }: Session): void {
  // Without storage the session is asked for its user at the next start.
  storeText('local', USER, id === null ? null : JSON.stringify({ ...user, session: id, ticket }))
}

/** Restores the saved session, which counts only together with the cookie of its id. */
export function restoreSession(id: string | null): Session {
  const saved = parse(readText('local', USER))
  const isEarlier = typeof saved.token === 'string'
  const restored =
    id !== null && (isEarlier || saved.session === id) ? toSession(saved, id) : { ...NO_SESSION, id }
  // Version 0.1.0 stored the token here; the server has moved it into its cookie.
  if (isEarlier) saveSession(restored)
  return restored
}

/** The session as another tab has saved it; null when it has ended it. */
export function sessionIn(text: string | null): Session {
  const saved = parse(text)
  return typeof saved.session === 'string' ? toSession(saved, saved.session) : NO_SESSION
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const saved: unknown = JSON.parse(text ?? '{}')
    return saved !== null && typeof saved === 'object' ? (saved as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function toSession(saved: Record<string, unknown>, id: string): Session {
  return { user: toUser(saved), id, ticket: typeof saved.ticket === 'string' ? saved.ticket : null }
}

function toUser({
  id,
  userName,
  name,
  role,
  black,
  assigned,
  passwordDue,
}: Record<string, unknown>): SessionUser | null {
  if (typeof id !== 'string' || typeof userName !== 'string') return null
  if (typeof role !== 'string') return null
  return {
    id,
    userName,
    name: typeof name === 'string' ? name : userName,
    role,
    black: black === true,
    ...(Array.isArray(assigned) ? { assigned: assigned.filter((one) => typeof one === 'string') } : {}),
    ...(passwordDue === true ? { passwordDue } : {}),
  }
}
