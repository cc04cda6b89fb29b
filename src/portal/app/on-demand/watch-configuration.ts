// Receives live messages by websocket: applies a new configuration, lists its problems, passes on the others.

import { revalidateAll } from '#portal/core/api/use-read.ts'
import { loadDictionaries } from '#portal/core/configuration/dictionaries.ts'
import {
  type ConfigurationProblem,
  currentManifest,
  dismissProblems,
  reloadManifest,
  showProblems,
} from '#portal/core/configuration/manifest.ts'
import { loadMenu } from '#portal/core/configuration/menu.ts'
import { showUnreadNotification } from '#portal/core/session/browser-notifications.ts'
import { emitLiveEvent, type LiveEvent, setLiveSender } from '#portal/core/session/live-events.ts'
import { currentSession, subscribeSession } from '#portal/core/session/session.ts'
import { setUnreadCount } from '#portal/core/session/unread-count.ts'

type Message =
  | { readonly type: 'config'; readonly hash: string }
  | { readonly type: 'unread'; readonly total: number; readonly notices: number; readonly messages: number }
  | { readonly type: 'config-problems'; readonly problems: readonly ConfigurationProblem[] }

/** The server closes a socket so when its session is over. */
const SESSION_OVER = 4401
const FIRST_WAIT = 1_000
const MAX_WAIT_MS = 30_000

/** Pages are swapped where they stand; nothing is remounted, so input, scroll and focus stay. */
async function showNewConfiguration(): Promise<void> {
  await reloadManifest()
  void loadMenu()
  void loadDictionaries()
  revalidateAll()
}

export function takeMessage(text: string): void {
  const message = JSON.parse(text) as Message | LiveEvent
  if (message.type === 'config-problems') showProblems(message.problems)
  else if (message.type === 'unread') {
    setUnreadCount(message.total)
    showUnreadNotification(message.notices + message.messages)
  } else if (message.type === 'config') {
    dismissProblems()
    if (message.hash !== currentManifest().hash) showNewConfiguration().catch(() => undefined)
  } else emitLiveEvent(message)
}

/** The session that the server says is over; the next call will show it to the user, a socket must not. */
let over: string | null = null

/** Connects for as long as the page lives, waiting longer after each failure; anew for each session, whose cookie goes along. */
export function watchConfiguration(wait = FIRST_WAIT): void {
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws'
  const socket = new WebSocket(`${scheme}://${window.location.host}/websocket`)
  let next = Math.min(wait * 2, MAX_WAIT_MS)
  const { id } = currentSession()
  let isLeft = false
  const follow = () => {
    if (currentSession().id === id || socket.readyState !== WebSocket.OPEN) return
    isLeft = true
    unsubscribe()
    socket.close()
    watchConfiguration()
  }
  const unsubscribe = subscribeSession(follow)
  socket.addEventListener('open', () => {
    next = FIRST_WAIT
    setLiveSender((message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message)))
    if (id !== null && id !== over) socket.send(JSON.stringify({ type: 'session', session: id }))
    follow()
  })
  socket.addEventListener('message', (event: MessageEvent<string>) => takeMessage(event.data))
  socket.addEventListener('close', ({ code }) => {
    unsubscribe()
    if (isLeft) return
    if (code === SESSION_OVER) over = id
    setTimeout(() => watchConfiguration(next), next * (0.75 + Math.random() / 2))
  })
}
