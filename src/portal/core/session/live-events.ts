// Passes the websocket's events for this user to listeners, and sends messages over it.
import type { ChatNews } from '#shared/calls/chat-answers.ts'
import type { EditingNews } from '#shared/calls/editing-news.ts'

export type LiveEvent =
  | ChatNews
  | EditingNews
  /** Something may not have been heard: what is shown has to be read again. */
  | { readonly type: 'missed' }
  /** Something of a content type that this person may list. */
  | { readonly type: 'content'; readonly of: string }
  | { readonly type: 'session'; readonly state: 'open' | 'ended' }

type Listener = (event: LiveEvent) => void
type Sender = (message: object) => unknown

const listeners = new Set<Listener>()
let sender: Sender = () => undefined

/** Answers how to stop. */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function emitLiveEvent(event: LiveEvent): void {
  for (const listener of [...listeners]) listener(event)
}

/** Returns true if events may have been missed because the connection was interrupted. */
export const mayHaveMissedEvents = (event: LiveEvent): boolean =>
  event.type === 'missed' || (event.type === 'session' && event.state === 'open')

export const setLiveSender = (next: Sender): void => {
  sender = next
}

/** A hint that may be lost: nothing is said while the connection is away. */
export const sendLiveMessage = (message: object): void => void sender(message)
