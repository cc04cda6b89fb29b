// Stores the searches of a visitor without an account: in this browser only, newest first.

import { toStorageKey } from '#portal/core/site.ts'
import { createStore } from '#portal/core/state/store.ts'

const KEY = toStorageKey('searches')
const MAX_SEARCHES = 10
const store = createStore<readonly string[]>(restore())

export const useLocalSearches = store.use

function restore(): readonly string[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(saved) ? saved.filter((word) => typeof word === 'string').slice(0, MAX_SEARCHES) : []
  } catch {
    return []
  }
}

function keep(words: readonly string[]): void {
  store.set(words)
  try {
    localStorage.setItem(KEY, JSON.stringify(words))
  } catch {
    // Without storage the words last as long as the page.
  }
}

export function rememberSearch(word: string): void {
  keep([word, ...store.get().filter((known) => known !== word)].slice(0, MAX_SEARCHES))
}

export function forgetSearches(): void {
  keep([])
}
