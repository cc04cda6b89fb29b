// Finds blocked words in user content, regardless of spacing and spelling.

import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import type { Model } from '#shared/model/model.ts'

const BLOCKED_WORDS = DICTIONARY.blockedWords

/** Full-width forms, case, blanks, marks and invisible characters between the letters make no other word. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

const wordsByModel = new WeakMap<Model, readonly string[]>()

function blockedWordsOf(model: Model): readonly string[] {
  let words = wordsByModel.get(model)
  if (!words) {
    const items = model.dictionaries.find(({ name }) => name === BLOCKED_WORDS)?.items ?? []
    words = items.map(({ label }) => fold(label)).filter((word) => word !== '')
    wordsByModel.set(model, words)
  }
  return words
}

export function containsBlockedWord(model: Model, text: string): boolean {
  const folded = fold(text)
  return blockedWordsOf(model).some((word) => folded.includes(word))
}

/** As they are written; only those that `part` is found in, compared as comments are. */
export function listBlockedWords(model: Model, part = ''): string[] {
  const items = model.dictionaries.find(({ name }) => name === BLOCKED_WORDS)?.items ?? []
  return items.map(({ label }) => label).filter((word) => fold(word).includes(fold(part)))
}
