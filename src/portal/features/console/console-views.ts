// Reads and saves the views of console lists: their address state and columns, by name, and the columns of an account.
import { useMemo } from 'react'
import { post } from '#portal/core/api/client.ts'
import { useRead } from '#portal/core/api/use-read.ts'
import { useQuery } from '#portal/core/routing/use-query.ts'
import { createStore } from '#portal/core/state/store.ts'
import type { Column, Page } from '#shared/model/page-model.ts'
import type { ListPage } from '#shared/model/pages/list.ts'

export interface ChosenColumn {
  readonly name: string
  /** Pixels; without it the column has its usual width. */
  readonly width?: number
}

export interface ConsoleView {
  readonly id: string
  /** Id of the list page. */
  readonly page: string
  /** Empty for the account's own columns of the list. */
  readonly name: string
  readonly query: string
  readonly columns: readonly ChosenColumn[]
  readonly shared: boolean
  readonly role: string | null
  readonly mine: boolean
}

/** Parameter of the address that names the view that is open. */
export const VIEW_KEY = 'viewId'
/** They say which part of a list is seen, not which list. */
const NO_STATE: ReadonlySet<string> = new Set(['page', VIEW_KEY])

/** As the console's pages bring them. */
const calls = createStore<NonNullable<Page['calls']>>({})

export const useConsoleCalls = calls.use
export const setConsoleCalls = calls.set

const NONE: readonly ConsoleView[] = []
const NO_COLUMNS: readonly ChosenColumn[] = []

/** Columns of the account as it has just chosen them, by list, before they are read again. */
const changed = createStore<Readonly<Record<string, readonly ChosenColumn[]>>>({})

export async function saveColumns(page: string, columns: readonly ChosenColumn[]): Promise<void> {
  changed.set({ ...changed.get(), [page]: columns })
  await post(calls.get()['consoleView.save'] ?? '', { page, columns })
}

/** Those of all lists; `reload` after a change. */
export function useViews() {
  const { 'consoleView.list': path } = useConsoleCalls()
  const source = useMemo(() => (path === undefined ? null : { path, params: {} }), [path])
  const { data, retry } = useRead<{ readonly list: readonly ConsoleView[] }>(source)
  return { views: data?.list ?? NONE, isRead: data !== undefined, reload: retry }
}

export const toState = (query: Readonly<Record<string, string>>): string =>
  new URLSearchParams(Object.entries(query).filter(([key]) => !NO_STATE.has(key))).toString()

export const viewAddress = (path: string, { id, query }: ConsoleView): string =>
  `${path}?${new URLSearchParams([...new URLSearchParams(query), [VIEW_KEY, id]])}`

export const saveView = (view: Partial<Omit<ConsoleView, 'role'>> & { readonly role?: string }) =>
  post<{ readonly id: string }>(calls.get()['consoleView.save'] ?? '', view)

export const removeView = (id: string) => post(calls.get()['consoleView.remove'] ?? '', { id })

/** The view that the address names, else the account's own columns of the list. */
export function useLayout({ id: page }: ListPage) {
  const { views, isRead, reload } = useViews()
  const { query } = useQuery()
  const named = views.find((view) => view.id === query[VIEW_KEY] && view.page === page)
  const own = views.find((view) => view.page === page && view.mine && view.name === '')
  const unsaved = changed.use()[page]
  const columns = (named?.columns.length ? named.columns : (unsaved ?? own?.columns)) ?? NO_COLUMNS
  return {
    views: views.filter((view) => view.page === page && view.name !== ''),
    named,
    columns,
    isRead,
    reload,
  }
}

export const allColumns = ({ columns, optionalColumns = [] }: ListPage): readonly Column[] => [
  ...columns,
  ...optionalColumns.filter(({ field }) => !columns.some((column) => column.field.name === field.name)),
]

/** The list with the chosen columns in their order; the first column is the item's title, and stays. */
export function withColumns(page: ListPage, chosen: readonly ChosenColumn[]): ListPage {
  if (chosen.length === 0) return page
  const all = allColumns(page)
  const [first] = page.columns
  const others = chosen.flatMap(({ name }) => all.find(({ field }) => field.name === name) ?? [])
  const rest = others.filter((column) => column !== first)
  return { ...page, columns: first ? [first, ...rest] : rest }
}

/** The list as it is laid out for this account, and the widths of its columns. */
export function useLaidOut(page: ListPage) {
  const { columns } = useLayout(page)
  return useMemo(
    () => ({
      page: withColumns(page, columns),
      widths: new Map(columns.flatMap(({ name, width }) => (width ? [[name, width] as const] : []))),
    }),
    [page, columns],
  )
}
