// Reads the state of a list from its address: filters, tab, sort, page and size.

import { DEFAULT_PAGE_SIZE, MAX_PAGE, PAGE_SIZES } from '#shared/calls/envelope.ts'
import type { FieldError } from '#shared/calls/errors.ts'
import { HOT_SORTS } from '#shared/content/interest-sorts.ts'
import { isDate } from '#shared/formats/dates.ts'
import type { Filter } from '#shared/model/page-model.ts'
import type { ListPage, ListSort } from '#shared/model/pages/list.ts'

type Query = Readonly<Record<string, string>>

export interface ListState {
  /** Values of the filters that are set, by query parameter. */
  readonly values: Query
  /** `viewCount` ascending, `-viewCount` descending, empty for the list's own order. */
  readonly sort: string
  readonly page: number
  readonly size: number
  /** Those that are sent, also ones that the page cannot show yet. */
  readonly filters: Query
  /** The parameters to send besides the source's own; defaults are left out. */
  readonly params: Readonly<Record<string, unknown>>
}

/** Rows of a table of the console, whose lines are short. */
const CONSOLE_PAGE_SIZE = 20

/** Rows of a page whose address names no size. */
export const defaultSizeOf = ({ surface, view, views = [] }: ListPage): number =>
  surface === 'console' && [view, ...views].includes('table') ? CONSOLE_PAGE_SIZE : DEFAULT_PAGE_SIZE

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
  return Number.isInteger(count) && count > 0 ? Math.min(count, MAX_PAGE) : 1
}

/** Parameters of a category whose set is still on its way: asked for as they stand. */
function readAwaited(holder: string | undefined, query: Query): Query {
  if (holder === undefined) return {}
  const isAwaited = (name: string) => name.startsWith(`${holder}.`)
  const { sort = '' } = query
  return {
    ...Object.fromEntries(Object.entries(query).filter(([name]) => isAwaited(name))),
    ...(isAwaited(sort.replace(/^-/, '')) ? { sort } : {}),
  }
}

/**
 * Reads the state; invalid values in the address count as the default. `awaited` is the field whose parameters the
 * page does not know yet; they are sent all the same, so that no list without them is read and shown first.
 */
export function readListState(page: ListPage, query: Query, awaited?: string): ListState {
  const values: Record<string, string> = {}
  for (const key of allFilters(page).flatMap(keysOf)) if (query[key]) values[key] = query[key]
  const sort = readSort(page, query)
  const current = readCount(query.page)
  const wanted = Number(query.size)
  const size = (PAGE_SIZES as readonly number[]).includes(wanted) ? wanted : defaultSizeOf(page)
  const { sort: awaitedSort, ...others } = readAwaited(awaited, query)
  const effectiveSort = sort || awaitedSort
  const filters = { ...values, ...others }
  return {
    values,
    filters,
    sort,
    page: current,
    size,
    params: {
      ...filters,
      ...exactOf(query),
      ...(effectiveSort ? { sort: effectiveSort } : {}),
      ...(current > 1 ? { page: current } : {}),
      ...(size === DEFAULT_PAGE_SIZE ? {} : { limit: size }),
    },
  }
}

/** A search that leaves slips as they are. */
export const exactOf = (query: Query): { readonly exact?: true } =>
  query.keyWord && query.exact === 'true' ? { exact: true } : {}

/** Names in the address that say something of a category's parameters, but of none that the page has. */
export function ignoredKeys(page: ListPage, query: Query): readonly string[] {
  const { parameters } = page
  if (!parameters) return []
  const isParameter = (name: string) => name.startsWith(`${parameters.field}.`)
  const known = new Set(allFilters(page).flatMap(keysOf))
  const sort = query.sort?.replace(/^-/, '') ?? ''
  return [
    ...Object.keys(query).filter((key) => query[key] && isParameter(key) && !known.has(key)),
    ...(isParameter(sort) && readSort(page, query) === '' ? ['sort'] : []),
  ]
}

/** Returns true for typed values, whose refusal stays, so that the user reads what to correct. */
function isTyped({ widget }: Filter, value: string): boolean {
  if (widget === 'date-range') return isDate(value)
  if (widget === 'number-range') return !Number.isNaN(Number(value))
  return widget === 'keyword' || widget === 'text'
}

/**
 * Returns the filter parameters of the address that the server refused and that cannot have been chosen on the page.
 */
export function refusedKeys(
  page: ListPage,
  query: Query,
  errors: readonly FieldError[],
): readonly { readonly key: string; readonly label: string }[] {
  const refused = new Set(errors.map(({ path }) => path.slice(1)))
  return allFilters(page).flatMap((filter) =>
    keysOf(filter)
      .filter((key) => query[key] && refused.has(key) && !isTyped(filter, query[key]))
      .map((key) => ({ key, label: filter.label })),
  )
}

/** Returns the changes of the address that remove all filters; tab and sort stay. */
export function clearedFilters(page: ListPage): Record<string, undefined> {
  return Object.fromEntries(
    [...panelFilters(page).flatMap(keysOf), 'exact', 'page'].map((key) => [key, undefined]),
  )
}

/** A click on a sort: most first, then least first, then the list's own order. */
export function nextSort(current: string, { value, isLeastFirst }: ListSort): string {
  if (isLeastFirst) return current === value ? `-${value}` : current === `-${value}` ? '' : value
  if (current === `-${value}`) return Object.hasOwn(HOT_SORTS, value) ? '' : value
  return current === value ? '' : `-${value}`
}
