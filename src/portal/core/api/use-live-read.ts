// Reads the data on the screen again as soon as the server notifies a change.
import { useEffect } from 'react'
import { mayHaveMissedEvents, onLiveEvent } from '#portal/core/session/live-events.ts'
import { revalidateAll } from './use-read.ts'

/** Milliseconds: news that come together are followed by one look, and not by all browsers at once. */
const DEBOUNCE_MS = 120
const SPREAD = 240
/** Milliseconds: what was read so shortly before is not read anew by the next page, and may be from before the news. */
const READS_ARE_SHARED = 5_000

/** When there was last news, by content type; on the clock of `performance.now()`. */
const lastEventAt = new Map<string, number>()
let missedAt = Number.NEGATIVE_INFINITY

// From the beginning: there is not always a page that listens.
onLiveEvent((event) => {
  if (event.type === 'content') lastEventAt.set(event.of, performance.now())
  else if (mayHaveMissedEvents(event)) missedAt = performance.now()
})

function wasThereNews(types: ReadonlySet<string>): boolean {
  const since = performance.now() - READS_ARE_SHARED
  if (types.has(EVERY_TYPE)) return Math.max(missedAt, ...lastEventAt.values()) > since
  return (
    missedAt > since || [...types].some((type) => (lastEventAt.get(type) ?? Number.NEGATIVE_INFINITY) > since)
  )
}

const EVERY_TYPE = '*'

/** `types` are content types, or `*` for all that the server tells of; nothing is heard where none is named. */
export function useLiveRead(types: readonly string[] | undefined): void {
  const followed = types?.join(',') ?? ''
  useEffect(() => {
    if (followed === '') return undefined
    const names = new Set(followed.split(','))
    let timer: ReturnType<typeof setTimeout> | undefined
    const readSoon = () => {
      timer ??= setTimeout(
        () => {
          timer = undefined
          revalidateAll()
        },
        DEBOUNCE_MS + Math.random() * SPREAD,
      )
    }
    if (wasThereNews(names)) readSoon()
    const stop = onLiveEvent((event) => {
      if (
        event.type === 'content' ? names.has(event.of) || names.has(EVERY_TYPE) : mayHaveMissedEvents(event)
      )
        readSoon()
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [followed])
}
