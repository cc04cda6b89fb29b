// Owns the short messages at the top of the page, spoken by screen readers.
import { useSyncExternalStore } from 'react'
import { Icon } from './icon.tsx'

interface Message {
  readonly id: number
  readonly kind: 'success' | 'error' | 'info'
  readonly text: string
  /** When it was said, in milliseconds since the page began. */
  readonly at: number
}

/** What is said so shortly before a move is said about it, such as where it leads and why. */
const SAID_WITH_MOVE = 1000
const SHOWN_FOR = { success: 4000, info: 4000, error: 8000 } as const

let messages: readonly Message[] = []
let last = 0
const listeners = new Set<() => void>()

function set(next: readonly Message[]): void {
  messages = next
  for (const listener of listeners) listener()
}

function dismiss(id: number): void {
  set(messages.filter((message) => message.id !== id))
}

/** The same text is not stacked twice. */
function show(kind: Message['kind'], text: string): void {
  if (messages.some((message) => message.text === text)) return
  last += 1
  const id = last
  set([...messages.slice(-2), { id, kind, text, at: performance.now() }])
  setTimeout(() => dismiss(id), SHOWN_FOR[kind])
}

export const toast = {
  success: (text: string) => show('success', text),
  error: (text: string) => show('error', text),
  info: (text: string) => show('info', text),
}

/** A page was left: what was said about it goes with it. */
export function dismissEarlier(): void {
  const now = performance.now()
  const left = messages.filter(({ at }) => now - at < SAID_WITH_MOVE)
  if (left.length < messages.length) set(left)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Mounted once, in the shell. */
export function ToastHost() {
  const shown = useSyncExternalStore(subscribe, () => messages)
  return (
    <div className="eq-toaster" aria-live="polite">
      {shown.map(({ id, kind, text }) => (
        <div key={id} className={`eq-toast eq-toast-${kind}`} role={kind === 'error' ? 'alert' : undefined}>
          <Icon name={kind === 'info' ? 'info' : kind} />
          <span>{text}</span>
          <button type="button" className="eq-icon-button" aria-label="关闭提示" onClick={() => dismiss(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  )
}
