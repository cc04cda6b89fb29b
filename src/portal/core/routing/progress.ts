// Stores the state of the progress bar, which runs from a change of page until nothing of the page loads any more.
import { type ReactNode, useEffect } from 'react'
import { createStore } from '#portal/core/state/store.ts'

/** NAV-11, milliseconds: the least time that the bar takes, and the time of its end. */
export const PROGRESS_SPEED = 500

export type Progress = 'idle' | 'running' | 'ending'

const store = createStore<Progress>('idle')
let loading = 0
let startedAt = 0
let timer: ReturnType<typeof setTimeout> | undefined

function endWhenQuiet(): void {
  clearTimeout(timer)
  if (store.get() !== 'running' || loading > 0) return
  const rest = Math.max(0, startedAt + PROGRESS_SPEED - performance.now())
  timer = setTimeout(() => {
    store.set('ending')
    timer = setTimeout(() => store.set('idle'), PROGRESS_SPEED)
  }, rest)
}

export function startProgress(): void {
  startedAt = performance.now()
  store.set('running')
  endWhenQuiet()
}

/** Call while something of the new page loads; answers how to end it. */
export function beginLoading(): () => void {
  loading += 1
  clearTimeout(timer)
  if (store.get() === 'ending') store.set('running')
  return () => {
    loading -= 1
    endWhenQuiet()
  }
}

export const useProgress = (): Progress => store.use()

/** Stands where a part of the page is missing, and keeps the bar running as long as it is. */
export function Loading({ children }: { readonly children: ReactNode }) {
  useEffect(beginLoading, [])
  return children
}
