// Finds choices by typed words: by the text of their labels, and if none matches, by how the labels are spelled.
import { once, useOnce } from '#portal/core/state/once.ts'

export type LabelTest = (label: string, words: string) => boolean

/** Matches by spelling are added to the others; if they cannot be loaded, no error is shown. */
const SPELLING = once(async () => (await import('./label-spelling.ts')).matchesSpelling)

export const labelContains: LabelTest = (label, words) =>
  label.toLowerCase().includes(words.trim().toLowerCase())

/**
 * Returns the result of `find`. It is called with one test of a label, and if nothing passes, with a more tolerant
 * one.
 */
export function useChoiceSearch<T>(words: string, find: (test: LabelTest) => readonly T[]): readonly T[] {
  const found = find(labelContains)
  const isMissed = words.trim() !== '' && found.length === 0
  const { value: test } = useOnce(isMissed ? SPELLING : null)
  return test ? find(test) : found
}
