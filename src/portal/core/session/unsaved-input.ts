// Registers what people have typed and not yet handed in, so that the end of a session does not throw it away.
import { useEffect, useRef } from 'react'

/** Answers the typed text, for copying; empty where nothing is typed. */
type Holder = () => string

const holders = new Set<Holder>()
const listeners = new Set<() => void>()
let isDropped = false

export function typedInput(): string {
  return isDropped
    ? ''
    : [...holders]
        .map((read) => read())
        .filter((text) => text !== '')
        .join('\n\n')
}

export const hasTypedInput = (): boolean => !isDropped && [...holders].some((read) => read() !== '')

/** What is typed counts no more, and nobody is asked about it: the page is about to be loaded anew. */
export function dropTypedInput(): void {
  isDropped = true
}

export const isInputDropped = (): boolean => isDropped

/** Hears when the last place that could hold input has left the screen. */
export function onInputGone(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Answers how to stop. A component that is drawn anew in the same turn takes over in between. */
export function holdInput(read: Holder): () => void {
  holders.add(read)
  return () => {
    holders.delete(read)
    setTimeout(() => {
      if (holders.size === 0) for (const listener of [...listeners]) listener()
    })
  }
}

/**
 * Every component in which something is typed that a call hands in uses it:
 * `useTypedInput(() => text)`. Answer '' once the text was taken.
 */
export function useTypedInput(read: Holder): void {
  const current = useRef(read)
  useEffect(() => {
    current.current = read
  })
  useEffect(() => holdInput(() => current.current()), [])
}
