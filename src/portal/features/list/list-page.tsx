// Draws the page that lists items; the address is its only state.
import { type ComponentProps, useCallback, useId, useMemo, useRef, useState } from 'react'
import { toReadSource } from '#portal/core/api/read-source.ts'
import { useLiveRead } from '#portal/core/api/use-live-read.ts'
import { prefetch, useRead } from '#portal/core/api/use-read.ts'
import { useUiAdapter } from '#portal/core/pages/ui-adapter.ts'
import { once, useOnce } from '#portal/core/state/once.ts'
import { Actions } from '#portal/features/actions/actions.tsx'
import { LateSections } from '#portal/features/page/late-sections.tsx'
import { PageHead } from '#portal/features/page/page-head.tsx'
import { PrintAddress } from '#portal/features/page/print-address.tsx'
import { usePageScope } from '#portal/features/page/use-page-scope.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { useAfterPaint } from '#portal/ui/hooks/use-after-paint.ts'
import { Pagination } from '#portal/ui/pagination.tsx'
import { Tabs } from '#portal/ui/tabs.tsx'
import { type Facet, FacetProvider } from '#portal/widgets/choices/facets.ts'
import { useChoices } from '#portal/widgets/choices/use-choices.ts'
import { listOf, totalOf } from '#portal/widgets/items/read-list.ts'
import { CorrectedSearchNotice } from '#portal/widgets/notices/corrected-search-notice.tsx'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Filter } from '#shared/model/page-model.ts'
import type { ListPage } from '#shared/model/pages/list.ts'
import { ListResults } from './list-results.tsx'
import {
  clearedFilters,
  defaultSizeOf,
  exactOf,
  ignoredKeys,
  panelFilters,
  readListState,
  refusedKeys,
} from './list-state.ts'
import { BeyondLast, IgnoredKeys, ListBar, RefusedKeys } from './result-bar.tsx'
import { useCategoryPage } from './use-category-page.ts'

const FEED_LINKS = once(async () => (await import('./on-demand/feed-links.tsx')).FeedLinks)

/** Below the last row: loaded once the rows are on the screen. Without them the list serves as well. */
function LateFeedLinks(props: ComponentProps<NonNullable<typeof FEED_LINKS.value>>) {
  const isPainted = useAfterPaint()
  const { value: FeedLinks } = useOnce(isPainted ? FEED_LINKS : null)
  return FeedLinks ? <FeedLinks {...props} /> : <div className="eq-feeds" />
}

/** Parameters of another category say nothing of this one. */
function foreignKeys({ parameters }: ListPage, query: Readonly<Record<string, string>>, changes: object) {
  if (!parameters || !Object.hasOwn(changes, parameters.by)) return {}
  const foreign = Object.keys(query).filter((key) => key.startsWith(`${parameters.field}.`))
  const sort = query.sort?.includes(`${parameters.field}.`) ? { sort: undefined } : {}
  return { ...sort, ...Object.fromEntries(foreign.map((key) => [key, undefined])) }
}

function useFacets(page: ListPage, scope: Scope, values: Readonly<Record<string, string>>) {
  const { data } = useRead<{ facets: readonly Facet[] }>(
    page.facets ? toReadSource(page.facets, scope, values) : null,
  )
  return useMemo(() => new Map((data?.facets ?? []).map((facet) => [facet.field, facet])), [data])
}

/** Readers who may have cards as well find long texts there; in a table they leave no room for the rest. */
function asView(page: ListPage, view: ListPage['view']): ListPage {
  if (view !== 'table' || !page.views) return { ...page, view }
  return { ...page, view, columns: page.columns.filter(({ field }) => field.type !== 'long-text') }
}

type Query = Readonly<Record<string, string>>

/** Reads the list; where the server refuses values that no filter of the page offers, once more without them. */
function useListRead(page: ListPage, scope: Scope, query: Query, awaited: string | undefined) {
  const requestedState = useMemo(() => readListState(page, query, awaited), [page, query, awaited])
  const requestedSource = toReadSource(page.source, scope, requestedState.params)
  const first = useRead<unknown>(requestedSource)
  const { error } = first
  const refused = useMemo(
    () => (error?.status === 400 ? refusedKeys(page, query, error.errors) : []),
    [page, query, error],
  )
  const without = useMemo(() => {
    if (refused.length === 0) return null
    const removedKeys = Object.fromEntries(refused.map(({ key }) => [key, undefined]))
    const kept = { ...query, ...foreignKeys(page, query, removedKeys), ...removedKeys }
    return readListState(page, kept as Query, awaited)
  }, [page, query, awaited, refused])
  const withoutSource = without && toReadSource(page.source, scope, without.params)
  const again = useRead<unknown>(withoutSource)
  return without
    ? { state: without, source: withoutSource, read: again, refused }
    : { state: requestedState, source: requestedSource, read: first, refused }
}

export function ListPageView({ page: written }: { readonly page: ListPage }) {
  const { scope, query, setQuery } = usePageScope(written)
  useLiveRead(written.live)
  const { page: known, awaited, isAwaiting } = useCategoryPage(written, query)
  const view = known.views?.find((one) => one === query.view) ?? known.view
  const page = useMemo(() => asView(known, view), [known, view])
  // Once drawn, nothing hides again: a reader who chooses another category expects its rows.
  const [isWhole, setWhole] = useState(!isAwaiting)
  if (!isWhole && !isAwaiting) setWhole(true)
  const { state, source, read, refused } = useListRead(page, scope, query, awaited)
  const facets = useFacets(page, scope, { ...state.filters, ...(exactOf(query).exact && { exact: 'true' }) })
  const top = useRef<HTMLDivElement>(null)
  const panel = useId()
  const Bar = useUiAdapter()?.ListBar ?? ListBar
  const filters = useMemo(() => panelFilters(page), [page])
  const total = read.data === undefined ? undefined : totalOf(read.data)
  const meant = toText((read.data as { readonly meant?: unknown } | undefined)?.meant)
  const listed = { source, total, shown: page.columns.map(({ field }) => field.name) }
  const change = useCallback(
    (changes: Readonly<Record<string, string>>) =>
      setQuery({
        ...foreignKeys(written, query, changes),
        ...(Object.hasOwn(changes, 'keyWord') ? { exact: undefined } : {}),
        ...changes,
        page: undefined,
      }),
    [setQuery, written, query],
  )
  const ignored = awaited === undefined ? ignoredKeys(page, query) : []
  const isBeyond = Boolean(total) && state.page > 1 && !read.stale && listOf(read.data).length === 0
  const clear = useCallback(() => setQuery(clearedFilters(page)), [setQuery, page])
  const sort = useCallback((next: string) => change({ sort: next }), [change])
  const turn = useCallback(
    (next: number, size: number) => {
      setQuery({
        page: next > 1 ? String(next) : undefined,
        size: size === defaultSizeOf(page) ? undefined : String(size),
      })
      top.current?.scrollIntoView({ block: 'start' })
    },
    [setQuery, page],
  )
  const warmNextPage = () => {
    const next = toReadSource(page.source, scope, { ...state.params, page: state.page + 1 })
    if (next && total !== undefined && state.page * state.size < total) prefetch(next)
  }
  return (
    <div className="eq-page eq-list-page">
      <PageHead page={page}>
        <Actions actions={page.actions} scope={scope} title={page.title} list={listed} />
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
          <div
            id={panel}
            data-whole={isWhole}
            {...(page.tabs ? { role: 'tabpanel', 'aria-label': page.tabs.label } : {})}
          >
            <FacetProvider value={facets}>
              <Bar
                page={page}
                filters={filters}
                values={state.values}
                onChange={change}
                onClear={clear}
                isAwaiting={isAwaiting}
                total={read.error && !total ? null : total}
                sort={state.sort}
                onSort={sort}
                view={view}
                onView={(next) => setQuery({ view: next === page.views?.[0] ? undefined : next })}
              />
            </FacetProvider>
            {meant && total ? (
              <CorrectedSearchNotice
                keyWord={query.keyWord ?? ''}
                meant={meant}
                onExact={() => setQuery({ exact: 'true', page: undefined })}
              />
            ) : null}
            <IgnoredKeys
              keys={ignored}
              onClear={() => setQuery(Object.fromEntries(ignored.map((key) => [key, undefined])))}
            />
            <RefusedKeys
              keys={refused}
              query={query}
              onClear={() => change(Object.fromEntries(refused.map(({ key }) => [key, ''])))}
            />
            {isBeyond ? (
              <BeyondLast page={state.page} size={state.size} total={total ?? 0} onTurn={turn} />
            ) : (
              <ListResults
                page={page}
                read={read}
                scope={scope}
                isFiltered={Object.keys(state.values).length > 0}
                onClear={clear}
                sort={state.sort}
                onSort={sort}
                listed={listed}
              />
            )}
            {total ? (
              <div onPointerEnter={warmNextPage}>
                <Pagination page={state.page} size={state.size} total={total} onChange={turn} />
              </div>
            ) : null}
            <PrintAddress />
            {page.feed && total !== undefined ? (
              <LateFeedLinks id={page.id} title={page.title} feed={page.feed} filters={state.filters} />
            ) : null}
          </div>
        </div>
        {page.aside.length ? (
          <aside className="eq-aside">
            <LateSections sections={page.aside} scope={scope} page={page} />
          </aside>
        ) : null}
      </div>
    </div>
  )
}

interface Props {
  readonly filter: Filter
  readonly value: string
  readonly panel: string
  readonly onChange: (value: string) => void
}

function ListTabs({ filter, value, panel, onChange }: Props) {
  const choices = useChoices(filter)
  const tabs = [{ value: '', label: '全部' }, ...choices]
  return <Tabs label={filter.label} tabs={tabs} value={value} panel={panel} onChange={onChange} />
}
