// Loads the data of the start: manifest, menu, dictionaries, signed-in user, blacklist state (NAV-10, NAV-12).

import { loadBlacklistStatus } from '#portal/core/access/blacklist-status.ts'
import { ApiError } from '#portal/core/api/api-error.ts'
import { get, transport } from '#portal/core/api/client.ts'
import { adoptPreloaded } from '#portal/core/api/use-read.ts'
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
  subscribeSession,
} from '#portal/core/session/session.ts'
import { calls, site } from '#portal/core/site.ts'
import { forgetCompareSets } from '#portal/features/comparison/comparison-set.ts'

/** Milliseconds. */
const MAX_WAIT_MS = 400

/** Clears a session that has ended meanwhile without a message: the user has not requested anything yet. */
async function verifySession(): Promise<void> {
  const path = calls['auth.token']
  if (currentSession().token === null || path === undefined) return
  try {
    const user = await get<SessionUser | null>(path, {}, { quiet: true })
    if (user) refreshUser(user)
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.code === 403)) endSession()
  }
}

/** Reloads the menu and the blacklist state when the signed-in user changes. */
function followSession(): void {
  let token = currentSession().token
  subscribeSession(() => {
    if (currentSession().token === token) return
    token = currentSession().token
    if (token === null) forgetCompareSets()
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
  if (currentSession().token !== null) void loadBlacklistStatus()
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
  if (currentSession().token === null) void loadBlacklistStatus()
  if (site.websocket)
    import('./on-demand/watch-configuration.ts')
      .then(({ watchConfiguration }) => watchConfiguration())
      .catch(() => undefined)
  // A signed-in user will probably send something, so the library that sends bodies is loaded.
  if (currentSession().token !== null) void transport().catch(() => undefined)
}
