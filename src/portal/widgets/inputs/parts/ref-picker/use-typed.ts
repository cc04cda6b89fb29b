// Owns the words typed into a picker: shown at once, searched for when typing pauses.
import { useEffect, useState } from 'react'

const PAUSE = 250

/** What stands in the field, what is searched for, and the changing of it. */
export function useTyped(): readonly [string, string, (text: string) => void] {
  const [typed, setTyped] = useState('')
  const [word, setWord] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setWord(typed.trim()), typed ? PAUSE : 0)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, word, setTyped]
}
