// Provides the covers of categories, zones and types: a dictionary that site.json names.

import { site } from '#portal/core/site.ts'
import type { DictionaryItem } from '#shared/model/content-model.ts'
import { useDictionary } from './dictionaries.ts'

export const useCovers = (): readonly DictionaryItem[] => useDictionary(site.covers ?? '')
