// Owns the dictionaries in the browser, loaded once at start.
import type { DictionaryItem } from '../../shared/model.ts'
import { get } from '../api/client.ts'

type Entries = readonly DictionaryItem[]

let dictionaries: Readonly<Record<string, Entries>> = {}
const NONE: Entries = []

export async function loadDictionaries(): Promise<void> {
  dictionaries = await get<Record<string, Entries>>('/newapi/api/dict/all')
}

export function useDictionary(name: string): Entries {
  return dictionaries[name] ?? NONE
}

/** The label of a value; the value itself where the dictionary does not know it. */
export function labelOf(name: string, value: string): string {
  return dictionaries[name]?.find((item) => item.value === value)?.label ?? value
}
