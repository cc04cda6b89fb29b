// Owns the page that lists items; the address is its only state.
import { useCallback, useId, useMemo, useRef } from 'react'
import type { ListPage } from '../../shared/page-model.ts'
import { prefetch, useRead } from '../api/use-read.ts'
import { Pagination } from '../ui/pagination.tsx'
import { totalOf } from '../widgets/list-of.ts'
import { toRead } from '../widgets/to-read.ts'
import { Actions } from './actions.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { ListResults } from './list-results.tsx'
import { clearedFilters, panelFilters, readListState } from './list-state.ts'
import { ListTabs } from './list-tabs.tsx'
import { PageHead } from './page-head.tsx'
import { ResultBar } from './result-bar.tsx'
import { Sections } from './sections.tsx'
import { useScope } from './use-scope.ts'

export function ListPageView({ page }: { readonly page: ListPage }) {
  const { scope, query, setQuery } = useScope(page)
  const state = useMemo(() => readListState(page, query), [page, query])
  const source = toRead(page.source, scope, state.params)
  const read = useRead<unknown>(source)
  const top = useRef<HTMLDivElement>(null)
  const panel = useId()
  const filters = useMemo(() => panelFilters(page), [page])
  const total = read.data === undefined ? undefined : totalOf(read.data)
  const change = useCallback(
    (changes: Readonly<Record<string, string>>) => setQuery({ ...changes, page: undefined }),
    [setQuery],
  )
  const clear = useCallback(() => setQuery(clearedFilters(page)), [setQuery, page])
  const sort = useCallback((next: string) => change({ sort: next }), [change])
  const turn = useCallback(
    (next: number, size: number) => {
      setQuery({ page: next > 1 ? String(next) : undefined, size: size === 10 ? undefined : String(size) })
      top.current?.scrollIntoView({ block: 'start' })
    },
    [setQuery],
  )
  const warmNextPage = () => {
    const next = toRead(page.source, scope, { ...state.params, page: state.page + 1 })
    if (next && total !== undefined && state.page * state.size < total) prefetch(next)
  }
  return (
    <div className="eq-page eq-list-page">
      <PageHead page={page}>
        <Actions actions={page.actions} scope={scope} title={page.title} />
      </PageHead>
      <div className={page.aside.length ? 'eq-columns' : undefined}>
        <div className="eq-card eq-list-card" ref={top}>
          {page.tabs ? (
            <ListTabs
              filter={page.tabs}
              value={state.values[page.tabs.name] ?? ''}
              panel={panel}
              onChange={(value) => change({ [page.tabs?.name ?? '']: value })}
            />
          ) : null}
          <div id={panel} {...(page.tabs ? { role: 'tabpanel', 'aria-label': page.tabs.label } : {})}>
            <FilterPanel filters={filters} values={state.values} onChange={change} />
            <FilterChips filters={filters} values={state.values} onChange={change} onClear={clear} />
            <ResultBar total={total} sorts={page.sorts} sort={state.sort} onSort={sort} />
            <ListResults
              page={page}
              read={read}
              scope={scope}
              isFiltered={Object.keys(state.values).length > 0}
              onClear={clear}
              sort={state.sort}
              onSort={sort}
            />
            {total ? (
              <div onPointerEnter={warmNextPage}>
                <Pagination page={state.page} size={state.size} total={total} onChange={turn} />
              </div>
            ) : null}
          </div>
        </div>
        {page.aside.length ? (
          <aside className="eq-aside">
            <Sections sections={page.aside} scope={scope} page={page} />
          </aside>
        ) : null}
      </div>
    </div>
  )
}
