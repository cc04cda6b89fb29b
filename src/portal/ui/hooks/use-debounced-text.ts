// Delays a text until typing pauses, so that not every letter starts a search.
import { useEffect, useState } from 'react'

const PAUSE_MS = 200

/** Changes only after the typing has paused; an emptied text counts at once. */
export function useDebouncedText(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), text ? PAUSE_MS : 0)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
