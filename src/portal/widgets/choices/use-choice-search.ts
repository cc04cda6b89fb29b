// Finds choices by typed words: by the text of their labels, and if none matches, by how the labels are spelled.
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

/**
 * Returns the result of `find`. It is called with one test of a label, and if nothing passes, with a more tolerant
 * one.
 */
export function useChoiceSearch<T>(words: string, find: (test: LabelTest) => readonly T[]): readonly T[] {
  const test = spelling.use()
  const found = find(labelContains)
  const isMissed = words.trim() !== '' && found.length === 0
  useEffect(() => {
    if (isMissed) void loadSpelling()
  }, [isMissed])
  return isMissed && test ? find(test) : found
}
