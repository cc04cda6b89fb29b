// Owns the covers that the portal has for its categories, zones and types: a dictionary that its site.json names.
import type { DictionaryItem } from '../../shared/content-model.ts'
import { site } from '../site/site.ts'
import { useDictionary } from './dictionaries.ts'

export const useCovers = (): readonly DictionaryItem[] => useDictionary(site.covers ?? '')
