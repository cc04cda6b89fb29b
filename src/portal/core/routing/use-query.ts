// Reads and writes the query of the address: the only state of a list.
import { useCallback, useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'

export type Query = Readonly<Record<string, string>>

export interface AddressState {
  readonly query: Query
  readonly params: Query
  /** Undefined and empty values take a parameter away; `replace` leaves no entry in the history. */
  setQuery(changes: Readonly<Record<string, string | undefined>>, replace?: boolean): void
}

export function useQuery(): AddressState {
  const [search, setSearch] = useSearchParams()
  const routeParams = useParams()
  const query = useMemo(() => Object.fromEntries(search), [search])
  const params = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(routeParams).flatMap(([name, value]) =>
          value && name !== '*' ? [[name, value]] : [],
        ),
      ),
    [routeParams],
  )
  const setQuery = useCallback<AddressState['setQuery']>(
    (changes, replace = false) => {
      setSearch(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [name, value] of Object.entries(changes)) {
            if (value === undefined || value === '') next.delete(name)
            else next.set(name, value)
          }
          return next
        },
        { replace },
      )
    },
    [setSearch],
  )
  return { query, params, setQuery }
}
