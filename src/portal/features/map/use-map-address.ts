// Reads and writes the map's state in the address: area, filters, view, page of the list.
import { useMemo } from 'react'
import { useQuery } from '#portal/core/routing/use-query.ts'

export type MapAddress = ReturnType<typeof useMapAddress>

const PROVINCE = 2

export function useMapAddress() {
  const { query, setQuery } = useQuery()
  return useMemo(() => {
    const { provinceId = '', cityId = '', kinds = '', sysCategoryId = '', keyWord = '' } = query
    const filters = { provinceId: cityId ? '' : provinceId, cityId, kinds, sysCategoryId, keyWord }
    return {
      /** '' for the country; a code of two digits, four, or six for an area at the level of a city. */
      region: (cityId || provinceId).replace(/^(\d\d(?:\d\d)??)(?:00)+$/, '$1'),
      kinds: kinds.split(',').filter(Boolean),
      sysCategoryId,
      keyWord,
      isTable: query.view === 'table',
      page: Math.max(1, Math.trunc(Number(query.page)) || 1),
      /** The parameters of the calls, without empty ones. */
      params: Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
      setRegion: (code: string) =>
        setQuery({
          provinceId: code.slice(0, PROVINCE),
          cityId: code.length > PROVINCE ? code : undefined,
          page: undefined,
        }),
      /** Filters; the list begins again. */
      choose: (changes: Readonly<Record<string, string>>) => setQuery({ ...changes, page: undefined }),
      showTable: (isTable: boolean) => setQuery({ view: isTable ? 'table' : undefined }, true),
      turn: (page: number) => setQuery({ page: page > 1 ? String(page) : undefined }),
    }
  }, [query, setQuery])
}
