// Finds blocked words in user content, regardless of spacing and spelling.

import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'

/** Full-width forms, case, blanks, marks and invisible characters between the letters make no other word. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

const labelsOf = ({ dictionaries }: Model): string[] =>
  dictionaries.find(({ name }) => name === DICTIONARY.blockedWords)?.items.map(({ label }) => label) ?? []

const blockedWordsOf = perModel((model: Model) =>
  labelsOf(model)
    .map(fold)
    .filter((word) => word !== ''),
)

export function containsBlockedWord(model: Model, text: string): boolean {
  const folded = fold(text)
  return blockedWordsOf(model).some((word) => folded.includes(word))
}

/** The words that a text contains, as they are listed. */
export function findBlockedIn(model: Model, text: string): string[] {
  const folded = fold(text)
  return labelsOf(model).filter((word) => fold(word) !== '' && folded.includes(fold(word)))
}

/** As they are written; only those that `part` is found in, compared as comments are. */
export function listBlockedWords(model: Model, part = ''): string[] {
  return labelsOf(model).filter((word) => fold(word).includes(fold(part)))
}
