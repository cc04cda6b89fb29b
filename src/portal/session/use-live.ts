// Owns reading again what is on the screen as soon as the server tells that it changed.
import { useEffect } from 'react'
import { revalidateAll } from '../api/use-read.ts'
import { hearNews, mayHaveMissed } from './news.ts'

/** Milliseconds: news that come together are followed by one look, and not by all browsers at once. */
const GATHER = 120
const SPREAD = 240

/** `types` are content types; nothing is heard where none is named. */
export function useLive(types: readonly string[] | undefined): void {
  const followed = types?.join(',') ?? ''
  useEffect(() => {
    if (followed === '') return undefined
    const names = new Set(followed.split(','))
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = hearNews((news) => {
      const concerns = news.type === 'content' ? names.has(news.of) : mayHaveMissed(news)
      if (!concerns) return
      timer ??= setTimeout(
        () => {
          timer = undefined
          revalidateAll()
        },
        GATHER + Math.random() * SPREAD,
      )
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [followed])
}
