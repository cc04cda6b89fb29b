// Stores the dictionaries in the browser, loaded once at start (NAV-12).
import { get } from '#portal/core/api/client.ts'
import { sharedRead } from '#portal/core/api/shared-read.ts'
import { calls, site } from '#portal/core/site.ts'
import type { DictionaryItem } from '#shared/model/content-model.ts'

/** Provides the covers of categories, zones and types: a dictionary that site.json names. */
export const useCovers = (): readonly DictionaryItem[] => useDictionary(site.covers ?? '')

type Entries = readonly DictionaryItem[]
type Dictionaries = Readonly<Record<string, Entries>>

const NONE: Entries = []
const FIRST_WAIT = 2_000
const MAX_WAIT_MS = 60_000
const path = calls['dict.all']
const dictionaries = sharedRead<Dictionaries>(path ?? 'dictionaries')

/**
 * Never rejects: values show without their labels until a later attempt succeeds. SWR retries only for components, and
 * this begins before there are any.
 */
export function loadDictionaries(wait = FIRST_WAIT): Promise<void> {
  if (path === undefined) return dictionaries.load({})
  const retryLater = (): Dictionaries => {
    setTimeout(() => void loadDictionaries(Math.min(wait * 2, MAX_WAIT_MS)), wait)
    return dictionaries.get() ?? {}
  }
  return dictionaries.load(get<Dictionaries>(path, {}, { quiet: true }).catch(retryLater))
}

/** Returns true if labels can be drawn. A failed first attempt counts, so that the page does not wait for ever. */
export const useDictionariesReady = (): boolean => dictionaries.use() !== undefined

const entriesOf = (name: string): Entries => {
  const all = dictionaries.get() ?? {}
  return Object.hasOwn(all, name) ? (all[name] ?? NONE) : NONE
}

/**
 * Returns the entries of a dictionary, in its order. The list is empty until the dictionaries are loaded, and for a
 * name that does not exist or that the user may not read. The component renders again when the dictionaries change.
 *
 * @example
 * const subjects = useDictionary('subject')
 * return <ul>{subjects.map(({ value, label }) => <li key={value}>{label}</li>)}</ul>
 */
export function useDictionary(name: string): Entries {
  dictionaries.use()
  return entriesOf(name)
}

export function useDictionaries(names: readonly string[]): readonly Entries[] {
  dictionaries.use()
  return names.map(entriesOf)
}

/**
 * Returns the label of a value in a dictionary; the value itself if the dictionary has no such entry or is not
 * loaded yet. It does not render the component again when the dictionaries arrive: use `useDictionary` for that.
 * Widgets import it as `labelOf`.
 *
 * @example
 * labelOf('contentStatus', 'online') // → '已上线'
 * labelOf('contentStatus', 'unknown') // → 'unknown'
 */
export function dictionaryLabel(name: string, value: string): string {
  return entriesOf(name).find((item) => item.value === value)?.label ?? value
}
