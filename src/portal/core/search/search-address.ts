// Builds the address of the search over the whole site.

import { currentSession } from '#portal/core/session/session.ts'
import { site } from '#portal/core/site.ts'
import { cutLetters } from '#shared/formats/text-length.ts'
import { rememberSearch } from './local-search-history.ts'

export const MAX_SEARCH_LENGTH = 60

/** Undefined where the portal has no page that shows what is found. */
export const SEARCH_PATH: string | undefined = site.pages.search

export const searchAddress = (path: string, keyWord: string): string =>
  `${path}?${new URLSearchParams({ keyWord: cutLetters(keyWord, MAX_SEARCH_LENGTH) })}`

/** The server keeps the searches of accounts by itself. */
export function noteSearch(keyWord: string): void {
  if (currentSession().user === null) rememberSearch(cutLetters(keyWord, MAX_SEARCH_LENGTH))
}
