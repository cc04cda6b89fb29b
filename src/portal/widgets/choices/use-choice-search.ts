// Finds choices by words typed: by what their labels hold, and where none holds them, by how they are spelled.
import { useEffect } from 'react'
import { createStore } from '#portal/core/state/store.ts'

export type LabelTest = (label: string, words: string) => boolean

const spelling = createStore<LabelTest | null>(null)
let isRequested = false

/** Fails silently, and is tried again at the next search: what is found by spelling comes in addition. */
async function loadSpelling(): Promise<void> {
  if (isRequested) return
  isRequested = true
  try {
    spelling.set((await import('./label-spelling.ts')).matchesSpelling)
  } catch {
    isRequested = false
  }
}

export const labelContains: LabelTest = (label, words) =>
  label.toLowerCase().includes(words.trim().toLowerCase())

/** What `find` finds. It is called with one test of a label, and where nothing passes, with a more generous one. */
export function useChoiceSearch<T>(words: string, find: (test: LabelTest) => readonly T[]): readonly T[] {
  const test = spelling.use()
  const found = find(labelContains)
  const isMissed = words.trim() !== '' && found.length === 0
  useEffect(() => {
    if (isMissed) void loadSpelling()
  }, [isMissed])
  return isMissed && test ? find(test) : found
}
