// Owns the session of this browser: who is signed in, told to whoever listens, in every tab.

import { appHistory } from '../routing/hash-history.ts'
import { calls, LOGIN } from '../site/site.ts'
import { createStore } from '../state/store.ts'
import {
  NO_SESSION,
  restoreSession,
  type Session,
  type SessionUser,
  saveSession,
  sessionIn,
  USER_KEY,
} from './saved-session.ts'
import { readToken, writeToken } from './token-cookie.ts'

export type { Session, SessionUser }
export { readToken }

export interface SignInAnswer {
  readonly token: string
  readonly user: SessionUser
  readonly ticket?: string
  /** The password is a temporary one, to be changed first. */
  readonly passwordDue?: true
}

const SSO_LOGOUT = calls['auth.ssoLogout']
const store = createStore<Session>(restoreSession(readToken()))

export const currentSession = store.get
export const subscribeSession = store.subscribe
export const useSession = store.use

function replace(next: Session): void {
  saveSession(next)
  store.set(next)
}

export function signIn({ token, user, ticket, passwordDue }: SignInAnswer): void {
  writeToken(token)
  replace({ token, user: passwordDue ? { ...user, passwordDue } : user, ticket: ticket ?? null })
}

/** Takes the user as the server knows it, without touching the token; a password that is due stays so until signing in anew. */
export function refreshUser(known: SessionUser | null): void {
  const session = store.get()
  const user = known && session.user?.passwordDue ? { ...known, passwordDue: true as const } : known
  if (session.token === null || JSON.stringify(user) === JSON.stringify(session.user)) return
  replace({ ...session, user })
}

export interface EndOptions {
  readonly goTo?: string
  readonly expired?: boolean
  /** The person has done with the page: whoever signs in next is not led back to it. */
  readonly isDone?: boolean
}

/**
 * Forgets user and token. With `goTo`, the visitor goes there, and from there back here unless he is done here;
 * a session that began with a ticket leaves single sign-on on the way (ERR-01).
 */
export function endSession({ goTo, expired, isDone }: EndOptions = {}): void {
  const { ticket } = store.get()
  writeToken(null)
  replace(NO_SESSION)
  if (ticket !== null && SSO_LOGOUT !== undefined) leaveSingleSignOn(SSO_LOGOUT)
  else if (goTo !== undefined && isDone) appHistory.push(goTo)
  else if (goTo !== undefined) goAndComeBack(goTo, expired ?? false)
}

function goAndComeBack(goTo: string, expired: boolean): void {
  const { pathname, search } = appHistory.position().location
  if (pathname === goTo) return
  const query = new URLSearchParams({ ...(expired ? { expired: '1' } : {}), from: pathname + search })
  appHistory.push(`${goTo}?${query}`)
}

function leaveSingleSignOn(path: string): void {
  const service = `${window.location.origin}/#${LOGIN}`
  window.location.assign(`${path}?${new URLSearchParams({ service })}`)
}

/** SES-03. A session that another tab has ended meanwhile is not saved again. */
window.addEventListener('pagehide', () => {
  if (store.get().token === readToken()) saveSession(store.get())
})
/** Another tab has signed in or out. Its cookie may be known here only a moment later, so that it is not asked. */
window.addEventListener('storage', (event) => {
  if (event.key === USER_KEY) store.set(sessionIn(event.newValue))
})
