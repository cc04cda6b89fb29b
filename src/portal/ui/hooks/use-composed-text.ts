// Delays a text while an input method composes it: letters of pinyin are not a search term.
import { useRef, useState } from 'react'

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
