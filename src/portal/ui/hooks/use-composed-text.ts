// Delays a text while an input method composes it: letters of pinyin are not a search term.
import { useEffect, useRef, useState } from 'react'

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

/** The text as it was before the composition, and what the field that it is typed in needs. */
export function useComposedText(text: string) {
  const [composing, setComposing] = useState(false)
  const settled = useRef(text)
  if (!composing) settled.current = text
  return {
    settled: settled.current,
    composition: {
      onCompositionStart: () => setComposing(true),
      onCompositionEnd: () => setComposing(false),
    },
  }
}
