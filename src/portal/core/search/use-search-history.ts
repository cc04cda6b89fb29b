// Provides the viewer's earlier searches: of the account if signed in, else of this browser.
import { post } from '#portal/core/api/client.ts'
import { useRead } from '#portal/core/api/use-read.ts'
import { useSession } from '#portal/core/session/session.ts'
import { calls } from '#portal/core/site.ts'
import { forgetSearches, useLocalSearches } from './local-search-history.ts'

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
