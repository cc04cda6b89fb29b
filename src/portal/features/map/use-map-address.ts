// Reads and writes the map's state in the address: area, filters, view, page of the list.
import { useMemo } from 'react'
import { useQuery } from '#portal/core/routing/use-query.ts'

export interface MapAddress {
  /** '' for the country; a code of two digits, four, or six for an area at the level of a city. */
  readonly region: string
  readonly kinds: readonly string[]
  readonly sysCategoryId: string
  readonly keyWord: string
  readonly isTable: boolean
  readonly page: number
  /** The parameters of the calls, without empty ones. */
  readonly params: Readonly<Record<string, string>>
  setRegion(code: string): void
  /** Filters; the list begins again. */
  choose(changes: Readonly<Record<string, string>>): void
  showTable(isTable: boolean): void
  turn(page: number): void
}

const PROVINCE = 2

export function useMapAddress(): MapAddress {
  const { query, setQuery } = useQuery()
  return useMemo(() => {
    const { provinceId = '', cityId = '', kinds = '', sysCategoryId = '', keyWord = '' } = query
    const filters = { provinceId: cityId ? '' : provinceId, cityId, kinds, sysCategoryId, keyWord }
    return {
      region: (cityId || provinceId).replace(/^(\d\d(?:\d\d)??)(?:00)+$/, '$1'),
      kinds: kinds.split(',').filter(Boolean),
      sysCategoryId,
      keyWord,
      isTable: query.view === 'table',
      page: Math.max(1, Math.trunc(Number(query.page)) || 1),
      params: Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
      setRegion: (code) =>
        setQuery({
          provinceId: code.slice(0, PROVINCE),
          cityId: code.length > PROVINCE ? code : undefined,
          page: undefined,
        }),
      choose: (changes) => setQuery({ ...changes, page: undefined }),
      showTable: (isTable) => setQuery({ view: isTable ? 'table' : undefined }, true),
      turn: (page) => setQuery({ page: page > 1 ? String(page) : undefined }),
    }
  }, [query, setQuery])
}
