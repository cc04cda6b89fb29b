// Stores the short messages of the page: `toast.success('已保存')` shows one.
import { createStore } from './store.ts'

export interface ToastMessage {
  readonly id: number
  readonly kind: 'success' | 'error' | 'info'
  readonly text: string
  /** When it was said, in milliseconds since the page began. */
  readonly at: number
}

/**
 * Milliseconds before a move within which a message counts as a message about the move, such as its target or reason.
 */
const SAID_WITH_MOVE = 1000
const SHOWN_FOR = { success: 4000, info: 4000, error: 8000 } as const

const store = createStore<readonly ToastMessage[]>([])
const externalHost = createStore(false)
let last = 0

export const useMessages = store.use
/** True while the console shows the messages with controls of its own. */
export const useExternalToastHost = externalHost.use
export const setExternalToastHost = externalHost.set

export function dismiss(id: number): void {
  store.set(store.get().filter((message) => message.id !== id))
}

/** The same text is not stacked twice. */
function show(kind: ToastMessage['kind'], text: string): void {
  const messages = store.get()
  if (messages.some((message) => message.text === text)) return
  last += 1
  const id = last
  store.set([...messages.slice(-2), { id, kind, text, at: performance.now() }])
  setTimeout(() => dismiss(id), SHOWN_FOR[kind])
}

/**
 * Displays a short message on the page: 4 seconds for success and information, 8 seconds for an error. A text that
 * is already visible is not repeated; at most three messages are visible at once.
 *
 * @example
 * toast.success('已保存')
 * toast.error('保存失败，请稍后重试')
 */
export const toast = {
  success: (text: string) => show('success', text),
  error: (text: string) => show('error', text),
  info: (text: string) => show('info', text),
}

/** A page was left: what was said about it goes with it. */
export function dismissEarlier(): void {
  const now = performance.now()
  const left = store.get().filter(({ at }) => now - at < SAID_WITH_MOVE)
  if (left.length < store.get().length) store.set(left)
}
