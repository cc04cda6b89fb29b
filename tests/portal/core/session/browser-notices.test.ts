// Tests browser notifications: permission, hidden tabs, messages already read, the stored choice.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const popped: { title: string; body?: string | undefined }[] = []
let permission: NotificationPermission = 'default'
let answer: NotificationPermission = 'granted'
const asked = vi.fn()

class FakeNotification {
  static get permission() {
    return permission
  }
  static async requestPermission() {
    asked()
    permission = answer
    return answer
  }
  constructor(title: string, { body }: { body?: string } = {}) {
    popped.push({ title, body })
  }
  close() {}
}

const message = (seq: number) => ({
  type: 'chat' as const,
  message: {
    seq,
    fromId: 'other',
    toId: 'me',
    clientId: `client-${seq}`,
    msgType: 'text' as const,
    content: `第 ${seq} 句`,
    sendTime: '2026-01-01T00:00:00.000Z',
  },
})

async function load() {
  vi.resetModules()
  const { beginSession } = await import('../../support/begin-session.ts')
  beginSession('s1', { user: { id: 'me', name: '我', role: 'ordinary' } as never })
  const news = await import('#portal/core/session/live-events.ts')
  return { ...(await import('#portal/core/session/browser-notifications.ts')), ...news }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Notification', FakeNotification)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  popped.length = 0
  permission = 'default'
  answer = 'granted'
  localStorage.clear()
  asked.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('browser notifications neither request permission nor appear before the user enables them', async () => {
  const { emitLiveEvent: tellNews, showUnreadNotification: popUnread } = await load()
  popUnread(0)
  popUnread(1)
  tellNews(message(1))
  vi.advanceTimersByTime(2_000)
  expect([asked.mock.calls.length, popped.length]).toEqual([0, 0])
})

test('browser notifications show messages and notices once each, only while the tab is hidden', async () => {
  const {
    toggleBrowserNotifications: switchBrowserNotices,
    emitLiveEvent: tellNews,
    showUnreadNotification: popUnread,
  } = await load()
  expect(await switchBrowserNotices()).toBe('on')
  popUnread(3)
  popUnread(3)
  popUnread(2)
  expect(popped).toEqual([])
  popUnread(4)
  tellNews(message(1))
  vi.advanceTimersByTime(2_000)
  expect(popped.map(({ body }) => body)).toEqual(['您有新的通知', '第 1 句'])
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  tellNews(message(2))
  vi.advanceTimersByTime(2_000)
  expect(popped).toHaveLength(2)
})

test('browser notifications omit messages of the user and messages that another tab has read', async () => {
  const { toggleBrowserNotifications: switchBrowserNotices, emitLiveEvent: tellNews } = await load()
  await switchBrowserNotices()
  tellNews(message(5))
  tellNews({ type: 'chat-read', by: 'me', of: 'other', seq: 5 })
  const own = message(6)
  tellNews({ ...own, message: { ...own.message, fromId: 'me', toId: 'other' } })
  vi.advanceTimersByTime(2_000)
  expect(popped).toEqual([])
})

test('browser notifications store the choice, can be disabled again, and report a denied permission', async () => {
  const first = await load()
  await first.toggleBrowserNotifications()
  const again = await load()
  expect(await again.toggleBrowserNotifications()).toBe('off')
  expect(asked).toHaveBeenCalledTimes(1)
  permission = 'default'
  answer = 'denied'
  const refused = await load()
  expect(await refused.toggleBrowserNotifications()).toBe('denied')
})
