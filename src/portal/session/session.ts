// Owns the session of this browser: token in a cookie, user and ticket in storage, told to whoever listens.
import { useSyncExternalStore } from 'react'
import type { Role } from '../../shared/roles.ts'

export const TOKEN_KEY = 'equipnet-token'
const USER_KEY = 'equipnet-user'

export interface SessionUser {
  readonly id: string
  readonly userName: string
  readonly name: string
  readonly role: Role
  readonly black: boolean
}

export interface Session {
  readonly user: SessionUser | null
  readonly token: string | null
  readonly ticket: string | null
}

export interface SignInAnswer {
  readonly token: string
  readonly user: SessionUser
  readonly ticket?: string
}

const listeners = new Set<() => void>()
let session: Session = restore()

export function readToken(): string | null {
  const prefix = `${TOKEN_KEY}=`
  const part = document.cookie.split('; ').find((entry) => entry.startsWith(prefix))
  return part ? decodeURIComponent(part.slice(prefix.length)) : null
}

function writeToken(token: string | null): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = token
    ? `${TOKEN_KEY}=${encodeURIComponent(token)}; Path=/; SameSite=Strict; Max-Age=43200${secure}`
    : `${TOKEN_KEY}=; Path=/; SameSite=Strict; Max-Age=0${secure}`
}

/** SES-03: what was saved when the page unloaded; nothing without a token. */
function restore(): Session {
  const token = readToken()
  if (!token) return { user: null, token: null, ticket: null }
  try {
    const saved = JSON.parse(localStorage.getItem(USER_KEY) ?? 'null') as Pick<Session, 'user' | 'ticket'> | null
    return { token, user: saved?.user ?? null, ticket: saved?.ticket ?? null }
  } catch {
    return { token, user: null, ticket: null }
  }
}

export function saveSession(): void {
  if (session.token) localStorage.setItem(USER_KEY, JSON.stringify({ user: session.user, ticket: session.ticket }))
  else localStorage.removeItem(USER_KEY)
}

function replace(next: Session): void {
  session = next
  saveSession()
  for (const listener of listeners) listener()
}

export function currentSession(): Session {
  return session
}

export function signIn({ token, user, ticket }: SignInAnswer): void {
  writeToken(token)
  replace({ token, user, ticket: ticket ?? null })
}

/** Takes the user as the server knows it, without touching the token. */
export function refreshUser(user: SessionUser | null): void {
  if (session.token) replace({ ...session, user })
}

export interface EndOptions {
  readonly goTo?: string
  readonly expired?: boolean
}

/** Forgets user and token; with a ticket, single sign-on is left too (ERR-01). */
export function endSession({ goTo, expired }: EndOptions = {}): void {
  const { ticket } = session
  const from = location.hash.replace(/^#/, '')
  writeToken(null)
  replace({ user: null, token: null, ticket: null })
  if (ticket) {
    location.assign('/newapi/api/ssoLogout')
    return
  }
  if (!goTo || from.startsWith(goTo)) return
  const query = new URLSearchParams({ ...(expired ? { expired: '1' } : {}), ...(from.length > 1 ? { from } : {}) })
  location.hash = query.size ? `${goTo}?${query}` : goTo
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession)
}

addEventListener('pagehide', saveSession)
