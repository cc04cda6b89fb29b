// Saves the session in the browser's storage when the page unloads, and restores it at start (SES-03).

import { toStorageKey } from '#portal/core/site.ts'
import { readText, storeText } from '#portal/core/state/browser-storage.ts'
import type { Role } from '#shared/access/roles.ts'

export interface SessionUser {
  readonly id: string
  readonly userName: string
  readonly name: string
  readonly role: Role
  readonly black: boolean
  /** The password is a one-time one: another has to be chosen before anything else. */
  readonly passwordDue?: true
}

export interface Session {
  readonly user: SessionUser | null
  readonly token: string | null
  readonly ticket: string | null
}

export const NO_SESSION: Session = { user: null, token: null, ticket: null }
const USER = 'user'
export const USER_KEY = toStorageKey(USER)

/** SES-05: the user object is stored with its token and ticket. */
export function saveSession({ user, token, ticket }: Session): void {
  // Without storage the session lasts as long as the page; the cookie still holds the token.
  storeText('local', USER, token === null ? null : JSON.stringify({ ...user, token, ticket }))
}

/** Restores the saved session, which counts only together with the cookie's token. */
export function restoreSession(token: string | null): Session {
  if (token === null) return NO_SESSION
  const saved = parse(readText('local', USER))
  return saved.token === token ? toSession(saved, token) : { ...NO_SESSION, token }
}

/** The session as another tab has saved it; null when it has ended it. */
export function sessionIn(text: string | null): Session {
  const saved = parse(text)
  return typeof saved.token === 'string' ? toSession(saved, saved.token) : NO_SESSION
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const saved: unknown = JSON.parse(text ?? '{}')
    return saved !== null && typeof saved === 'object' ? (saved as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function toSession(saved: Record<string, unknown>, token: string): Session {
  return { user: toUser(saved), token, ticket: typeof saved.ticket === 'string' ? saved.ticket : null }
}

function toUser({
  id,
  userName,
  name,
  role,
  black,
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
    ...(passwordDue === true ? { passwordDue } : {}),
  }
}
