// Stores the dictionaries in the browser, loaded once at start (NAV-12).

import { get } from '#portal/core/api/client.ts'
import { calls } from '#portal/core/site.ts'
import { createStore } from '#portal/core/state/store.ts'
import type { DictionaryItem } from '#shared/model/content-model.ts'

type Entries = readonly DictionaryItem[]
type Dictionaries = Readonly<Record<string, Entries>>

const NONE: Entries = []
const FIRST_WAIT = 2_000
const MAX_WAIT_MS = 60_000
/** Null until they are here. */
const store = createStore<Dictionaries | null>(null)

/** Never rejects: values show without their labels until a later attempt succeeds. */
export async function loadDictionaries(wait = FIRST_WAIT): Promise<void> {
  const path = calls['dict.all']
  if (path === undefined) return store.set({})
  try {
    store.set(await get<Dictionaries>(path, {}, { quiet: true }))
  } catch {
    if (store.get() === null) store.set({})
    setTimeout(() => void loadDictionaries(Math.min(wait * 2, MAX_WAIT_MS)), wait)
  }
}

/** Returns true if labels can be drawn. A failed first attempt counts, so that the page does not wait for ever. */
export const useDictionariesReady = (): boolean => store.use() !== null

const entriesOf = (name: string): Entries => {
  const all = store.get()
  return all !== null && Object.hasOwn(all, name) ? (all[name] ?? NONE) : NONE
}

export function useDictionary(name: string): Entries {
  store.use()
  return entriesOf(name)
}

export function useDictionaries(names: readonly string[]): readonly Entries[] {
  store.use()
  return names.map(entriesOf)
}

/** The label of a value; the value itself where the dictionary does not know it. */
export function dictionaryLabel(name: string, value: string): string {
  return entriesOf(name).find((item) => item.value === value)?.label ?? value
}
