// Owns the covers that the portal has for its categories, zones and types: a dictionary that its site.json names.

import { site } from '#portal/core/site.ts'
import type { DictionaryItem } from '#shared/model/content-model.ts'
import { useDictionary } from './dictionaries.ts'

export const useCovers = (): readonly DictionaryItem[] => useDictionary(site.covers ?? '')
