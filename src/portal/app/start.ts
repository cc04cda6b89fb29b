// Loads the data of the start: manifest, menu, dictionaries, signed-in user, blacklist state (NAV-10, NAV-12).
import { loadBlacklistStatus } from '#portal/core/access/blacklist-status.ts'
import { ApiError } from '#portal/core/api/api-error.ts'
import { get, loadAxios, post } from '#portal/core/api/client.ts'
import { adoptPreloaded, forgetReads } from '#portal/core/api/use-read.ts'
import { loadDictionaries } from '#portal/core/configuration/dictionaries.ts'
import { loadManifest } from '#portal/core/configuration/manifest.ts'
import { loadMenu } from '#portal/core/configuration/menu.ts'
import { loadPath } from '#portal/core/pages/use-page.ts'
import { appHistory } from '#portal/core/routing/hash-history.ts'
import {
  currentSession,
  endSession,
  refreshUser,
  type SessionUser,
  type SignInAnswer,
  startSession,
  subscribeSession,
} from '#portal/core/session/session.ts'
import { endTicketSignIn } from '#portal/core/session/sign-in-redirects.ts'
import { calls, LOGIN, site } from '#portal/core/site.ts'
import { storeText, takeText } from '#portal/core/state/browser-storage.ts'
import { toast } from '#portal/core/state/toast.ts'
import { forgetCompareSets } from '#portal/features/comparison/comparison-set.ts'

const WELCOME = 'welcome'

interface Arrival {
  /** Null where single sign-on has not signed anybody in. */
  readonly ticket: string | null
  /** The state that this browser sent when it began the sign-in; null if it sent none. */
  readonly state: string | null
}

/** Single sign-on puts both before the hash, or into it where the hash was part of its address. */
function takeTicket(): Arrival | null {
  const url = new URL(window.location.href)
  const before = takeFrom(url.searchParams) ?? takeCode(url.searchParams)
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

/** Of OpenID Connect, which always answers with the state. */
function takeCode(params: URLSearchParams): Arrival | null {
  const [code, state] = [params.get('code'), params.get('state')]
  if (state === null || (code === null && !params.has('error'))) return null
  for (const name of ['code', 'state', 'iss', 'session_state', 'error', 'error_description', 'error_uri'])
    params.delete(name)
  return { ticket: code, state }
}

/** Asked before a sign-in that this browser did not begin, or that would replace a session; `name` is who is signed in. */
type AskTicket = (name: string | null) => Promise<boolean>

/** Says 登录成功 on the page that was loaded anew for it. */
export function welcome(): void {
  if (takeText('session', WELCOME) !== null) toast.success('登录成功')
}

/** True where the page is about to be loaded anew. */
export async function signInWithTicket(ask: AskTicket): Promise<boolean> {
  const path = calls['auth.ssoLogin']
  const arrival = path === undefined ? null : takeTicket()
  if (path === undefined || arrival === null) return false
  const { ticket, state } = arrival
  const { user } = currentSession()
  const address = endTicketSignIn(state)
  if (ticket === null) {
    if (address !== undefined) failSignIn('统一认证登录没有完成，请重新登录', address)
    return false
  }
  if ((user !== null || address === undefined) && !(await ask(user?.name ?? null))) return false
  try {
    const given = state === null ? { ticket } : { ticket, state }
    const answer = await post<SignInAnswer>(path, given, {}, { quiet: true })
    startSession({ ...answer, ticket })
    storeText('session', WELCOME, '1')
    // The sign-in page leads on to the page that asked for it.
    window.history.replaceState(null, '', `/#${address ?? '/'}`)
    window.location.reload()
    return true
  } catch (error) {
    const words = error instanceof ApiError && error.status > 0 ? error.message : ''
    failSignIn(words || '登录失败，请重新尝试！', address)
    return false
  }
}

function failSignIn(message: string, address = LOGIN): void {
  toast.error(message)
  appHistory.replace(address)
}

/** Milliseconds. */
const MAX_WAIT_MS = 400

/** Clears a session that has ended meanwhile without a message: the user has not requested anything yet. */
async function verifySession(): Promise<void> {
  const path = calls['auth.token']
  if (currentSession().id === null || path === undefined) return
  try {
    const user = await get<SessionUser | null>(path, {}, { quiet: true })
    if (user) refreshUser(user)
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.code === 403)) endSession()
  }
}

/** Reloads the menu and the blacklist state when the signed-in user changes; a second account sees no data of the first. */
function followSession(): void {
  let known = currentSession().id
  let lastUser = currentSession().user?.id
  subscribeSession(() => {
    const { id, user } = currentSession()
    if (id === known) return
    known = id
    if (known === null) forgetCompareSets()
    if (user && lastUser !== undefined && user.id !== lastUser) forgetReads()
    lastUser = user?.id ?? lastUser
    void loadMenu()
    void loadBlacklistStatus()
  })
}

/**
 * Loads the data that the first page needs: manifest, menu, dictionaries, and the page of the current address.
 * Resolves when the first page can be rendered completely, at the latest 400 ms after the manifest has arrived;
 * missing data then arrive later. Rejects if the manifest cannot be loaded.
 *
 * @example
 * await loadAtStart()
 * root.render(<App />)
 */
export async function loadAtStart(): Promise<void> {
  await loadManifest()
  followSession()
  if (currentSession().id !== null) void loadBlacklistStatus()
  const { pathname } = appHistory.position().location
  const whole = Promise.all([
    adoptPreloaded().then(() => Promise.all([loadMenu(), loadDictionaries()])),
    loadPath(pathname === '/' ? site.pages.home : pathname),
  ])
  await Promise.race([whole, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))])
}

/**
 * Starts the loads that the first page does not need: it verifies the session, loads the blacklist status of a
 * visitor, follows changes of the configuration if the portal uses a websocket, and loads the library that sends
 * bodies if a user is signed in. Failures are ignored.
 *
 * @example
 * void whenPainted.then(loadAfterStart)
 */
export function loadAfterStart(): void {
  void verifySession()
  // A visitor is asked after as well, but nothing is drawn by the answer.
  if (currentSession().id === null) void loadBlacklistStatus()
  if (site.websocket)
    import('./on-demand/watch-configuration.ts')
      .then(({ watchConfiguration }) => watchConfiguration())
      .catch(() => undefined)
  // A signed-in user will probably send something, so the library that sends bodies is loaded.
  if (currentSession().id !== null) void loadAxios().catch(() => undefined)
}
