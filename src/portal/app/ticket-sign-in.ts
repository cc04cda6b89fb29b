// Signs in by a ticket in the address (SES-01, SES-02).
import { ApiError } from '#portal/core/api/api-error.ts'
import { post } from '#portal/core/api/client.ts'
import { appHistory } from '#portal/core/routing/hash-history.ts'
import { currentSession, type SignInAnswer, startSession } from '#portal/core/session/session.ts'
import { isTicketSignInStartedHere } from '#portal/core/session/ticket-state.ts'
import { calls, LOGIN, toStorageKey } from '#portal/core/site.ts'
import { toast } from '#portal/core/state/toast.ts'

const WELCOME = toStorageKey('welcome')

interface Arrival {
  readonly ticket: string
  /** The state that this browser sent when it began the sign-in; null if it sent none. */
  readonly state: string | null
}

/** Single sign-on puts both before the hash, or into it where the hash was part of its address. */
function takeTicket(): Arrival | null {
  const url = new URL(window.location.href)
  const before = takeFrom(url.searchParams)
  if (before) {
    window.history.replaceState(window.history.state, '', url)
    return before
  }
  const { pathname, search } = appHistory.position().location
  const inside = new URLSearchParams(search)
  const arrival = takeFrom(inside)
  if (arrival) appHistory.replace(inside.size ? `${pathname}?${inside}` : pathname)
  return arrival
}

function takeFrom(params: URLSearchParams): Arrival | null {
  const ticket = params.get('ticket')
  if (!ticket) return null
  const state = params.get('state')
  params.delete('ticket')
  params.delete('state')
  return { ticket, state }
}

/** Asked before a sign-in that this browser did not begin, or that would replace a session; `name` is who is signed in. */
export type AskTicket = (name: string | null) => Promise<boolean>

/** Says 登录成功 on the page that was loaded anew for it. */
export function welcome(): void {
  try {
    if (sessionStorage.getItem(WELCOME) === null) return
    sessionStorage.removeItem(WELCOME)
  } catch {
    return
  }
  toast.success('登录成功')
}

/** True where the page is about to be loaded anew at the site's root. */
export async function signInWithTicket(ask: AskTicket): Promise<boolean> {
  const path = calls['auth.ssoLogin']
  const arrival = path === undefined ? null : takeTicket()
  if (path === undefined || arrival === null) return false
  const { ticket, state } = arrival
  const { user } = currentSession()
  const isOwn = isTicketSignInStartedHere(state)
  if ((user !== null || !isOwn) && !(await ask(user?.name ?? null))) return false
  try {
    const given = state === null ? { ticket } : { ticket, state }
    const answer = await post<SignInAnswer>(path, given, {}, { quiet: true })
    startSession({ ...answer, ticket })
    try {
      sessionStorage.setItem(WELCOME, '1')
    } catch {
      // Without it nothing is said; the session is there all the same.
    }
    window.location.replace('/')
    return true
  } catch (error) {
    const words = error instanceof ApiError && error.status > 0 ? error.message : ''
    toast.error(words || '登录失败，请重新尝试！')
    appHistory.replace(LOGIN)
    return false
  }
}
