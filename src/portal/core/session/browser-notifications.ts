// Shows browser notifications of notices and chat messages, if the user enabled them and is elsewhere.

import { site } from '#portal/core/site.ts'
import { readText, storeText } from '#portal/core/state/browser-storage.ts'
import { createStore } from '#portal/core/state/store.ts'
import { shortenText } from '#shared/formats/text-length.ts'
import { type LiveEvent, onLiveEvent } from './live-events.ts'
import { currentSession, subscribeSession } from './session.ts'

export type BrowserNotificationState = 'on' | 'off' | 'denied' | 'missing'

const CHOICE = 'browser-notices'
/** Milliseconds to wait, so that a user who reads the message in another tab meanwhile is not notified. */
const WAIT = 1_000
const MAX_TEXT_LENGTH = 60

const store = createStore<BrowserNotificationState>(restore())
const readSeqs = new Map<string, number>()
let unread: number | undefined

export const useBrowserNotifications = store.use

function restore(): BrowserNotificationState {
  if (typeof Notification === 'undefined') return 'missing'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && readText('local', CHOICE) === 'on' ? 'on' : 'off'
}

function choose(next: 'on' | 'off'): void {
  storeText('local', CHOICE, next)
  store.set(next)
}

/** The browser is asked only here, by the press of a button; answers what holds then. */
export async function toggleBrowserNotifications(): Promise<BrowserNotificationState> {
  if (store.get() === 'missing') return 'missing'
  if (store.get() === 'on') choose('off')
  else if ((await Notification.requestPermission()) === 'granted') choose('on')
  else store.set('denied')
  return store.get()
}

function pop(title: string, body: string, tag: string): void {
  if (store.get() !== 'on' || !document.hidden) return
  // The same from several tabs is one.
  const notice = new Notification(title, { body, tag })
  notice.onclick = () => {
    window.focus()
    if (site.pages.notices) window.location.hash = site.pages.notices
    notice.close()
  }
}

/** `notices` and `messages` wait together; the first count of a page is no news. */
export function showUnreadNotification(count: number): void {
  const before = unread
  unread = count
  if (before !== undefined && count > before) pop(site.name, '您有新的通知', 'notices')
}

export function notifyChat(event: LiveEvent): void {
  const ownId = currentSession().user?.id
  if (event.type === 'chat-read' && event.by === ownId) readSeqs.set(event.of, event.seq)
  if (event.type !== 'chat' || event.message.toId !== ownId) return
  const { fromId, seq, content } = event.message
  setTimeout(() => {
    if ((readSeqs.get(fromId) ?? 0) >= seq) return
    const words = shortenText(content, MAX_TEXT_LENGTH)
    pop('您有新的消息', words || '对方发来了图片或文件', `chat-${fromId}`)
  }, WAIT)
}

onLiveEvent(notifyChat)
/** Another person has other counts. */
subscribeSession(() => {
  unread = undefined
})
