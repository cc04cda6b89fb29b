// Registers typed text that is not submitted yet, so that the end of a session does not discard it.
import { useEffect, useRef } from 'react'

/** Answers the typed text, for copying; empty where nothing is typed. */
type InputReader = () => string

const readers = new Set<InputReader>()
const listeners = new Set<() => void>()
let isDiscarded = false

export function readUnsavedInput(): string {
  return isDiscarded
    ? ''
    : [...readers]
        .map((read) => read())
        .filter((text) => text !== '')
        .join('\n\n')
}

export const hasUnsavedInput = (): boolean => !isDiscarded && [...readers].some((read) => read() !== '')

/** Discards the typed text without a question: the page is about to be loaded anew. */
export function discardUnsavedInput(): void {
  isDiscarded = true
}

export const isUnsavedInputDiscarded = (): boolean => isDiscarded

/** Hears when the last place that could hold input has left the screen. */
export function onUnsavedInputCleared(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Answers how to stop. A component that is drawn anew in the same turn takes over in between. */
export function registerUnsavedInput(read: InputReader): () => void {
  readers.add(read)
  return () => {
    readers.delete(read)
    setTimeout(() => {
      if (readers.size === 0) for (const listener of [...listeners]) listener()
    })
  }
}

/**
 * Registers the typed text of a component. Every component with text that a call will submit uses it:
 * `useUnsavedInput(() => text)`. The function returns '' once the text was accepted.
 */
export function useUnsavedInput(read: InputReader): void {
  const current = useRef(read)
  useEffect(() => {
    current.current = read
  })
  useEffect(() => registerUnsavedInput(() => current.current()), [])
}
