// Compiles list pages: filters, orders, columns and the parts beside the list.

import { compileActions } from '#config/compile/actions/compile-actions.ts'
import { toAccess } from '#config/compile/actions/operation-access.ts'
import { checkSort } from '#config/compile/content/compile-endpoint.ts'
import {
  type PagePlace,
  ROOTS_OF_PAGES,
  type WrittenPageHead,
} from '#config/compile/links/compile-context.ts'
import { compileLink } from '#config/compile/links/compile-link.ts'
import { compileSource } from '#config/compile/links/compile-source.ts'
import { liveOf } from '#config/compile/pages/live-updates.ts'
import { itemsOfPage, narrowingOf } from '#config/compile/pages/page-items.ts'
import type { PageInput, PageKindFile } from '#config/compile/pages/page-kind.ts'
import { feedOf } from '#config/compile/pages/page-sharing.ts'
import { checkLayoutColumns } from '#config/compile/pages/parts/check-layout-columns.ts'
import { checkListOwner } from '#config/compile/pages/parts/check-list-owner.ts'
import { compileColumns, compileEmpty, compileFilter } from '#config/compile/pages/parts/compile-parts.ts'
import { compileSections } from '#config/compile/pages/parts/compile-sections.ts'
import { figurePreloads, toPreload } from '#config/compile/pages/preloads.ts'
import type { WrittenListPage } from '#config/generated/written.ts'
import { HOT_SORTS } from '#shared/content/interest-sorts.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Action } from '#shared/model/page-model.ts'
import type { ListPage } from '#shared/model/pages/list.ts'

export const KIND: PageKindFile<ListPage, WrittenListPage> = {
  head: (written) => {
    const { source } = written
    return {
      params: filterParams(written),
      lists: typeof source === 'string' ? source : source.operation,
    }
  },
  // There is no item but in its rows.
  roots: () => ROOTS_OF_PAGES,
  compile,
  preload: ({ source, facets, filters, columns }) => [
    ...toPreload({
      ...source,
      params: { page: '{query.page}', limit: '{query.limit}', ...source.params },
    }).map((read) => ({ ...read, narrowed: 'list' as const })),
    // With the first drawing, so that no row of choices grows later.
    ...(facets ? toPreload(facets) : []).map((read) => ({ ...read, narrowed: 'filters' as const })),
    ...filters.flatMap((filter) => (filter.source ? toPreload(filter.source) : [])),
    ...figurePreloads(columns),
  ],
}

/** A list's own filters are parameters of its page, so that links may preset them. */
function filterParams({ filters = [], tabs }: WrittenListPage): WrittenPageHead['params'] {
  const all = [...filters, ...(tabs === undefined ? [] : [tabs])]
  return Object.fromEntries(
    all.map((filter) => [typeof filter === 'string' ? filter : filter.field, { required: false }]),
  )
}

function compile({ at: page, written, base }: PageInput<WrittenListPage>): ListPage | null {
  const items = itemsOfPage(page, written.source, 'many')
  if (!items) return null
  const { source, type, named, at } = items
  checkListOwner(at.at('source'), written.title, source)
  const row = at.withItem()
  const open = compileLink(row.at('open'), written.open)
  const columns = compileColumns(row.at('columns'), written.columns)
  if (type) checkLayoutColumns(at.at('view'), written.view, columns)
  return {
    ...base,
    kind: 'list',
    source,
    ...named,
    ...liveOf(at.at('live'), written.live, type, source.operation === 'publishing.queue'),
    view: written.view ?? 'rows',
    filters: (written.filters ?? []).flatMap((filter, index) =>
      compileFilter(at.at('filters', index), filter),
    ),
    columns,
    ...optionalOf(row.at('optionalColumns'), written.optionalColumns),
    sorts: sortsOf(at.at('sorts'), type?.fields ?? columns.map(({ field }) => field), written.sorts ?? []),
    ...tabsOf(at.at('tabs'), written.tabs),
    ...narrowingOf(page, type, written),
    ...(open ? { open } : {}),
    actions: compileActions(at.at('actions'), written.actions),
    rowActions: compileActions(row.at('rowActions'), written.rowActions),
    bulkActions: bulkActionsOf(row.at('bulkActions'), written),
    ...orderOf(at.at('order'), written.order),
    aside: compileSections(at.at('aside'), written.aside),
    ...emptyOf(at.at('empty'), type, written.empty),
    ...feedOf(at.compilation, { base, source, type, open: open ?? undefined, written: written.feed }),
  }
}

/** Of a type it can always be said what there is none of; the portal hides the link from whom it does not open to. */
const emptyOf = (at: PagePlace, type: ContentType | undefined, written: WrittenListPage['empty']) =>
  written || !type
    ? compileEmpty(at.with({ access: undefined }), written)
    : { empty: { text: `还没有${type.title}` } }

/** A call of the program itself is sorted by its columns. */
function sortsOf(at: PagePlace, fields: readonly Field[], written: readonly string[]) {
  return written.flatMap((name, index) => {
    const field = fields.find((candidate) => candidate.name === name)
    checkSort(at.at(index), name, fields)
    const label = field?.title ?? HOT_SORTS[name]
    const isLeastFirst = field?.soonest ? { isLeastFirst: true as const } : {}
    return label === undefined ? [] : [{ value: name, label, ...isLeastFirst }]
  })
}

const optionalOf = (
  at: PagePlace,
  written: WrittenListPage['optionalColumns'],
): Pick<ListPage, 'optionalColumns'> =>
  written === undefined ? {} : { optionalColumns: compileColumns(at, written) }

/** A row is moved by its `id` to a `place`. */
function orderOf(at: PagePlace, written: WrittenListPage['order']): Pick<ListPage, 'order'> {
  if (written === undefined) return {}
  const order = compileSource(at, written)
  const operation = at.compilation.operations.get(order?.operation ?? '')
  if (!order || !operation) return {}
  const taken = operation.body?.properties ?? {}
  if (!['id', 'place'].every((name) => Object.hasOwn(taken, name)))
    at.report('order_call', { found: order.operation })
  return { order: { do: 'call', label: '调整次序', source: order, ...toAccess(operation) } }
}

const isChoice = (field: Field | undefined): boolean =>
  field !== undefined &&
  (field.type.startsWith('dict') ||
    field.type === 'ref' ||
    field.type === 'boolean' ||
    Array.isArray(field.schema.enum))

function tabsOf(at: PagePlace, written: WrittenListPage['tabs']) {
  const [tabs] = written === undefined ? [] : compileFilter(at, written)
  if (tabs && !isChoice(tabs.field)) at.report('tabs_type', { found: tabs.name })
  return tabs ? { tabs } : {}
}

/** They stand above a table, and only calls and steps can be made for many at once. */
function bulkActionsOf(at: PagePlace, { bulkActions = [], view }: WrittenListPage): Action[] {
  for (const [index, action] of bulkActions.entries()) {
    const here = at.at(index)
    if ((action.do !== 'call' && action.do !== 'steps') || view !== 'table')
      here.report('bulk_action', { found: action.do, expected: 'call' })
    if (action.do !== 'call') continue
    const id = typeof action.source === 'string' ? action.source : action.source.operation
    const { writes, content, body } = at.compilation.operations.get(id) ?? {}
    if (writes === false) here.at('source').report('bulk_read', { found: id })
    if (writes && body?.properties && !content && !Object.hasOwn(body.properties, 'ids'))
      here.at('source').report('bulk_single', { found: id })
  }
  return compileActions(at, bulkActions)
}
