// Provides the viewer's earlier searches: of the account if signed in, else of this browser.
import { post } from '#portal/core/api/client.ts'
import { useRead } from '#portal/core/api/use-read.ts'
import { currentSession, useSession } from '#portal/core/session/session.ts'
import { calls, site } from '#portal/core/site.ts'
import { readStored, storeJson } from '#portal/core/state/browser-storage.ts'
import { createStore } from '#portal/core/state/store.ts'
import { cutLetters } from '#shared/formats/text-length.ts'

export const MAX_SEARCH_LENGTH = 60

/** Undefined where the portal has no page that shows what is found. */
export const SEARCH_PATH: string | undefined = site.pages.search

export const searchAddress = (path: string, keyWord: string): string =>
  `${path}?${new URLSearchParams({ keyWord: cutLetters(keyWord, MAX_SEARCH_LENGTH) })}`

/** The server keeps the searches of accounts by itself. */
export function noteSearch(keyWord: string): void {
  if (currentSession().user === null) rememberSearch(cutLetters(keyWord, MAX_SEARCH_LENGTH))
}

const SEARCHES = 'searches'
const MAX_SEARCHES = 10
const store = createStore<readonly string[]>(restore())

export const useLocalSearches = store.use

function restore(): readonly string[] {
  const toWords = (saved: unknown) =>
    Array.isArray(saved) ? saved.filter((word) => typeof word === 'string').slice(0, MAX_SEARCHES) : []
  return readStored('local', SEARCHES, toWords, [])
}

function keep(words: readonly string[]): void {
  store.set(words)
  storeJson('local', SEARCHES, words)
}

export function rememberSearch(word: string): void {
  keep([word, ...store.get().filter((known) => known !== word)].slice(0, MAX_SEARCHES))
}

export function forgetSearches(): void {
  keep([])
}

const PATH = calls['search.records']
const RECORDS = PATH === undefined ? null : { path: PATH, params: { limit: 10 } }
const FORGET = calls['search.forget']

export interface SearchHistory {
  readonly words: readonly string[]
  clear(): Promise<void>
}

/** Reads nothing while `wanted` is false. */
export function useSearchHistory(wanted = true): SearchHistory {
  const { user } = useSession()
  const local = useLocalSearches()
  const { data, retry } = useRead<{ readonly list?: readonly { readonly keyWord?: unknown }[] }>(
    user && wanted ? RECORDS : null,
  )
  const own = (Array.isArray(data?.list) ? data.list : []).flatMap(({ keyWord }) =>
    typeof keyWord === 'string' ? [keyWord] : [],
  )
  const clear = async () => {
    if (user) {
      if (FORGET === undefined) return
      await post(FORGET, {}, {}, { showError: true })
      retry()
    } else forgetSearches()
  }
  return { words: user ? own : local, clear }
}
