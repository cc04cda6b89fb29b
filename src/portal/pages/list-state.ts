// Owns the state of a list as its address holds it: filters, tab, sort, page and size.

import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../shared/envelope.ts'
import { HOT_SORTS } from '../../shared/hot-sorts.ts'
import type { Filter, ListPage } from '../../shared/page-model.ts'

type Query = Readonly<Record<string, string>>

export interface ListState {
  /** Values of the filters that are set, by query parameter. */
  readonly values: Query
  /** `viewCount` ascending, `-viewCount` descending, empty for the list's own order. */
  readonly sort: string
  readonly page: number
  readonly size: number
  /** What is sent besides the source's own parameters; defaults are left out. */
  readonly params: Readonly<Record<string, unknown>>
}

/** The query parameters of one filter. */
export function keysOf(filter: Filter): string[] {
  return filter.widget.endsWith('-range') ? [`${filter.name}From`, `${filter.name}To`] : [filter.name]
}

/** Filters of the panel: what the tabs choose is not offered twice. */
export function panelFilters(page: ListPage): readonly Filter[] {
  return page.filters.filter((filter) => filter.name !== page.tabs?.name)
}

function allFilters(page: ListPage): readonly Filter[] {
  return page.tabs ? [...panelFilters(page), page.tabs] : page.filters
}

function readSort(page: ListPage, query: Query): string {
  const sort = query.sort ?? ''
  return page.sorts.some(({ value }) => value === sort.replace(/^-/, '')) ? sort : ''
}

function readCount(text: string | undefined): number {
  const count = Number(text)
  return Number.isInteger(count) && count > 0 ? count : 1
}

/** Whatever makes no sense in the address reads as the default. */
export function readListState(page: ListPage, query: Query): ListState {
  const values: Record<string, string> = {}
  for (const key of allFilters(page).flatMap(keysOf)) if (query[key]) values[key] = query[key]
  const sort = readSort(page, query)
  const current = readCount(query.page)
  const asked = Number(query.size)
  const size = (PAGE_SIZES as readonly number[]).includes(asked) ? asked : DEFAULT_PAGE_SIZE
  return {
    values,
    sort,
    page: current,
    size,
    params: {
      ...values,
      ...(sort ? { sort } : {}),
      ...(current > 1 ? { page: current } : {}),
      ...(size === DEFAULT_PAGE_SIZE ? {} : { limit: size }),
    },
  }
}

/** What changes in the address when all filters are taken back; tab and sort stay. */
export function clearedFilters(page: ListPage): Record<string, undefined> {
  return Object.fromEntries([...panelFilters(page).flatMap(keysOf), 'page'].map((key) => [key, undefined]))
}

/** A click on a sort: most first, then least first, then the list's own order. */
export function nextSort(current: string, value: string): string {
  if (current === `-${value}`) return Object.hasOwn(HOT_SORTS, value) ? '' : value
  return current === value ? '' : `-${value}`
}
