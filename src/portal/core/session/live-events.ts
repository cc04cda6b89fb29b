// Owns what comes over the websocket for this person, handed to whoever listens, and what is said over it.
import type { ChatNews } from '#shared/calls/chat-answers.ts'

export type News =
  | ChatNews
  /** Something may not have been heard: what is shown has to be read again. */
  | { readonly type: 'missed' }
  /** Something of a content type that this person may list. */
  | { readonly type: 'content'; readonly of: string }
  | { readonly type: 'session'; readonly state: 'open' | 'ended' }

type Listener = (news: News) => void
type Speaker = (message: object) => unknown

const listeners = new Set<Listener>()
let speaker: Speaker = () => undefined

/** Answers how to stop. */
export function hearNews(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function tellNews(news: News): void {
  for (const listener of [...listeners]) listener(news)
}

/** Whether there may have been news that nobody heard: the connection was away. */
export const mayHaveMissed = (news: News): boolean =>
  news.type === 'missed' || (news.type === 'session' && news.state === 'open')

export const setSpeaker = (next: Speaker): void => {
  speaker = next
}

/** A hint that may be lost: nothing is said while the connection is away. */
export const say = (message: object): void => void speaker(message)
