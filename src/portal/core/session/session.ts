// Stores the session of this browser, and notifies listeners in every tab of its changes.

import { appHistory } from '#portal/core/routing/hash-history.ts'
import { calls, isShownAs, LOGIN, preview } from '#portal/core/site.ts'
import { createStore } from '#portal/core/state/store.ts'
import { toast } from '#portal/core/state/toast.ts'
import {
  NO_SESSION,
  restoreSession,
  type Session,
  type SessionUser,
  saveSession,
  sessionIn,
  USER_KEY,
} from './saved-session.ts'
import { forgetSessionId, readSessionId } from './session-id.ts'
import {
  currentInterruption,
  endInterruption,
  type Interruption,
  interrupt,
  waitForSignIn,
} from './session-interruption.ts'
import { leaveSignInAddress, leaveSignInNote, takeSignInAddress } from './sign-in-redirects.ts'
import { discardUnsavedInput, hasUnsavedInput, onUnsavedInputCleared } from './unsaved-input.ts'

export type { Session, SessionUser }
export { readSessionId }

/** The token that answers bring too is for other programs: the server has put it into a cookie. */
export interface SignInAnswer {
  readonly user: SessionUser
  readonly ticket?: string
  /** The password is a temporary one, to be changed first. */
  readonly passwordDue?: true
}

const SSO_LOGOUT = calls['auth.ssoLogout']
const store = createStore<Session>(
  isShownAs ? { ...NO_SESSION, user: preview?.user ?? null } : restoreSession(readSessionId()),
)

export const currentSession = store.get
export const subscribeSession = store.subscribe
/**
 * Returns the session of this browser, and renders the component again when it changes, also from another tab.
 * `user` and `id` are null for a visitor.
 *
 * @example
 * const { user } = useSession()
 * return <p>{user ? `您好，${user.name}` : '您好，请登录'}</p>
 */
export const useSession = store.use

function replace(next: Session): void {
  saveSession(next)
  store.set(next)
}

export function startSession(answer: SignInAnswer): void {
  const next = toSession(answer)
  if (next.id === null) toast.error('登录需要浏览器的 Cookie，请在浏览器设置中允许本站使用 Cookie 后重新登录')
  else replace(next)
}

function toSession({ user, ticket, passwordDue }: SignInAnswer): Session {
  return { id: readSessionId(), user: passwordDue ? { ...user, passwordDue } : user, ticket: ticket ?? null }
}

/** Takes the user as the server knows it, without touching the session; a password that is due stays so until signing in anew. */
export function refreshUser(known: SessionUser | null): void {
  const session = store.get()
  const user = known && session.user?.passwordDue ? { ...known, passwordDue: true as const } : known
  if (session.id === null || JSON.stringify(user) === JSON.stringify(session.user)) return
  replace({ ...session, user })
}

export interface EndOptions {
  readonly goTo?: string
  readonly expired?: boolean
  /** True if the user has finished with the page: the next sign-in does not lead back to it. */
  readonly isDone?: boolean
  /** The message of the sign-in page after the redirect through single sign-on's logout, which no toast survives. */
  readonly note?: string
}

/**
 * Ends the session in this browser. With `goTo`, the visitor goes there, and after the sign-in back here unless `isDone`; a
 * session that began with a ticket is also ended at single sign-on (ERR-01).
 */
export function endSession({ goTo, expired, isDone, note }: EndOptions = {}): void {
  const { id, ticket } = store.get()
  forgetSaved(id)
  store.set(NO_SESSION)
  const next = goTo === undefined || isDone ? goTo : comingBack(goTo, expired ?? false)
  if (ticket !== null && SSO_LOGOUT !== undefined) leaveSingleSignOn(SSO_LOGOUT, next ?? LOGIN, note)
  else if (next !== undefined) appHistory.push(next)
}

/** What another tab has saved of a session that it has begun meanwhile stays. */
function forgetSaved(id: string | null): void {
  forgetSessionId(id)
  if (readSessionId() === null) saveSession(NO_SESSION)
}

/** Undefined where the page is there already. */
function comingBack(goTo: string, expired: boolean): string | undefined {
  const { pathname, search } = appHistory.position().location
  if (pathname === goTo) return undefined
  const query = new URLSearchParams({ ...(expired ? { expired: '1' } : {}), from: pathname + search })
  return `${goTo}?${query}`
}

/** The way back is kept here: an identity provider may know the portal by its very address alone. */
function leaveSingleSignOn(path: string, next: string, note: string | undefined): void {
  if (note !== undefined) leaveSignInNote(note)
  const service = `${window.location.origin}/#${next}`
  const isKept = leaveSignInAddress(next)
  window.location.assign(isKept ? path : `${path}?${new URLSearchParams({ service })}`)
}

/**
 * Opens the saved address after single sign-on's logout; an address that the user chose meanwhile takes precedence.
 */
export function arriveFromSingleSignOn(): void {
  const next = takeSignInAddress()
  if (next !== undefined && appHistory.position().location.pathname === '/') appHistory.replace(next)
}

const isSame = (one: Session['user'], other: Session['user']): boolean => one?.id === other?.id

/**
 * The session of who has typed text on the page is over: the saved session is cleared, the text and whose it is stay.
 * Resolves with true when the same person has signed in again. False at once where nothing is typed.
 */
export async function reauthenticate(message: string, isRequested: boolean): Promise<boolean> {
  const { user, id } = store.get()
  const pending = currentInterruption()
  // A user who has closed the dialog is asked again only by a call that the user requested.
  if (pending && !pending.isAsking && !isRequested) return false
  if (user === null || (!pending && !hasUnsavedInput())) return false
  forgetSaved(id)
  interrupt(user, message, {}, isRequested)
  return waitForSignIn()
}

/** Signing in from the dialog above typed text; somebody else's session begins only once the text is given up. */
export function signInAgain(answer: SignInAnswer): void {
  const next = toSession(answer)
  const pending = currentInterruption()
  if (pending && isSame(next.user, pending.user)) saveSession(next)
  follow(next)
}

/** The text is given up for who has signed in instead; nothing of it stays in the page, which is loaded anew. */
export function giveUpInput({ other }: Interruption): void {
  discardUnsavedInput()
  if (other) {
    // Also in the page: a call that still waits would else end the session that has just begun.
    replace(other)
  }
  endInterruption(false)
  window.location.reload()
}

const CHANGED_ELSEWHERE = '您已在其他窗口退出登录'

/** Takes who is signed in now, unless the page holds text that somebody else has typed. */
function follow(next: Session): void {
  const { user } = store.get()
  const pending = currentInterruption()
  if (user === null || (!pending && !hasUnsavedInput())) store.set(next)
  else if (next.user === null) {
    // Ended already where it is interrupted.
    if (!pending) interrupt(user, CHANGED_ELSEWHERE)
  } else if (!isSame(next.user, user)) interrupt(user, CHANGED_ELSEWHERE, { other: next })
  else if (next.user.passwordDue) interrupt(user, CHANGED_ELSEWHERE, { other: null, isPasswordDue: true })
  else {
    store.set(next)
    endInterruption(true)
  }
}

/** The user has left the page without signing in again. */
onUnsavedInputCleared(() => {
  const pending = currentInterruption()
  if (!pending) return
  endInterruption(false)
  if (!pending.other) return endSession()
  replace(pending.other)
})

/** SES-03. A session that another tab has ended meanwhile is not saved again. */
window.addEventListener('pagehide', () => {
  if (store.get().id === readSessionId()) saveSession(store.get())
})
/** True where another window has begun the session, and not the dialog above typed text. */
export const isOfOtherWindow = ({ user }: Session): boolean =>
  user !== null && isSame(restoreSession(readSessionId()).user, user)

/** Takes the session of the browser where another tab has changed it and this one has not heard of it yet. */
export function followBrowser(): void {
  const id = readSessionId()
  if (isShownAs || id === null || id === store.get().id) return
  const saved = restoreSession(id)
  if (saved.user !== null) follow(saved)
}

/** Another tab has signed in or out. Its cookie may be known here only a moment later, so that it is not asked. */
window.addEventListener('storage', (event) => {
  if (event.key === USER_KEY && !isShownAs) follow(sessionIn(event.newValue))
})
