// Compiles list pages: filters, orders, columns and the parts beside the list.

import { compileActions } from '#config/compile/actions/compile-actions.ts'
import { checkSort } from '#config/compile/content/compile-endpoint.ts'
import {
  type PageContext,
  ROOTS_OF_PAGES,
  type WrittenPageHead,
  withItem,
} from '#config/compile/links/compile-context.ts'
import { compileLink } from '#config/compile/links/compile-link.ts'
import { liveOf } from '#config/compile/pages/live-updates.ts'
import { itemsOfPage, narrowingOf } from '#config/compile/pages/page-items.ts'
import type { PageInput, PageKindFile } from '#config/compile/pages/page-kind.ts'
import { feedOf } from '#config/compile/pages/page-sharing.ts'
import { checkLayoutColumns } from '#config/compile/pages/parts/check-layout-columns.ts'
import { checkListOwner } from '#config/compile/pages/parts/check-list-owner.ts'
import { compileColumns, compileEmpty, compileFilter } from '#config/compile/pages/parts/compile-parts.ts'
import { compileSections } from '#config/compile/pages/parts/compile-sections.ts'
import { toPreload } from '#config/compile/pages/preloads.ts'
import type { WrittenListPage } from '#config/generated/written.ts'
import { placeAt } from '#config/load/place.ts'
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
  preload: ({ source, facets, filters }) => [
    ...toPreload({
      ...source,
      params: { page: '{query.page}', limit: '{query.limit}', ...source.params },
    }).map((read) => ({ ...read, narrowed: 'list' as const })),
    // With the first drawing, so that no row of choices grows later.
    ...(facets ? toPreload(facets) : []).map((read) => ({ ...read, narrowed: 'filters' as const })),
    ...filters.flatMap((filter) => (filter.source ? toPreload(filter.source) : [])),
  ],
}

/** A list's own filters are parameters of its page, so that links may preset them. */
function filterParams({ filters = [], tabs }: WrittenListPage): WrittenPageHead['params'] {
  const all = [...filters, ...(tabs === undefined ? [] : [tabs])]
  return Object.fromEntries(
    all.map((filter) => [typeof filter === 'string' ? filter : filter.field, { required: false }]),
  )
}

function compile({ around, written, base }: PageInput<WrittenListPage>): ListPage | null {
  const items = itemsOfPage(around, written.source, 'many', base.access)
  if (!items) return null
  const { source, type, named, place } = items
  checkListOwner(place, ['source'], written.title, source)
  const row = withItem(place)
  const open = compileLink(row, ['open'], written.open)
  const columns = compileColumns(row, ['columns'], place.record, written.columns)
  if (type) checkLayoutColumns(placeAt(place, ['view']), written.view, columns)
  return {
    ...base,
    kind: 'list',
    source,
    ...named,
    ...liveOf(place, written.live, type),
    view: written.view ?? 'rows',
    filters: (written.filters ?? []).flatMap((filter, index) =>
      compileFilter(place, ['filters', index], place.record, filter),
    ),
    columns,
    sorts: sortsOf(place, type, written.sorts ?? []),
    ...tabsOf(place, written.tabs),
    ...narrowingOf(around, type, written),
    ...(open ? { open } : {}),
    actions: compileActions(place, ['actions'], written.actions),
    rowActions: compileActions(row, ['rowActions'], written.rowActions),
    bulkActions: bulkActionsOf(place, written),
    aside: compileSections(place, ['aside'], written.aside),
    ...emptyOf(place, type, written.empty),
    ...feedOf(place.compilation, { base, source, type, open: open ?? undefined, written: written.feed }),
  }
}

/** Of a type it can always be said what there is none of; the portal hides the link from whom it does not open to. */
function emptyOf(
  { access: _, ...place }: PageContext,
  type: ContentType | undefined,
  written: WrittenListPage['empty'],
) {
  return written || !type
    ? compileEmpty(place, ['empty'], written)
    : { empty: { text: `还没有${type.title}` } }
}

function sortsOf(place: PageContext, type: ContentType | undefined, written: readonly string[]) {
  return written.flatMap((name, index) => {
    const field = type?.fields.find((candidate) => candidate.name === name)
    checkSort(placeAt(place, ['sorts', index]), name, type?.fields ?? [])
    const label = field?.title ?? HOT_SORTS[name]
    const isLeastFirst = field?.soonest ? { isLeastFirst: true as const } : {}
    return label === undefined ? [] : [{ value: name, label, ...isLeastFirst }]
  })
}

const isChoice = (field: Field | undefined): boolean =>
  field !== undefined &&
  (field.type.startsWith('dict') ||
    field.type === 'ref' ||
    field.type === 'boolean' ||
    Array.isArray(field.schema.enum))

function tabsOf(place: PageContext, written: WrittenListPage['tabs']) {
  if (written === undefined) return {}
  const [tabs] = compileFilter(place, ['tabs'], place.record, written)
  if (tabs && !isChoice(tabs.field))
    place.compilation.context.report(place.document, ['tabs'], {
      slug: 'tabs_type',
      message: `字段“${tabs.name}”没有可选值，不能用作标签页：请用有字典（x-dict）或可选值（enum）的字段`,
      found: tabs.name,
    })
  return tabs ? { tabs } : {}
}

/** They stand above a table, and only calls and steps can be made for many at once. */
function bulkActionsOf(place: PageContext, { bulkActions = [], view }: WrittenListPage): Action[] {
  for (const [index, action] of bulkActions.entries())
    if ((action.do !== 'call' && action.do !== 'steps') || view !== 'table')
      place.compilation.context.report(place.document, ['bulkActions', index], {
        slug: 'bulk_action',
        message: '批量操作只能是调用（call）或批量流转（steps），且列表须以表格呈现（view: table）',
        found: action.do,
        expected: 'call',
      })
  for (const [index, action] of bulkActions.entries()) {
    if (action.do !== 'call') continue
    const id = typeof action.source === 'string' ? action.source : action.source.operation
    const operation = place.compilation.operations.get(id)
    if (operation && !operation.writes)
      place.compilation.context.report(place.document, ['bulkActions', index, 'source'], {
        slug: 'bulk_read',
        message: `“${id}”只读取数据（GET），不能用作批量操作：请换用写入操作（POST）`,
        found: id,
      })
    const taken = operation?.body?.properties as object | undefined
    if (operation?.writes && taken && !operation.content && !Object.hasOwn(taken, 'ids'))
      place.compilation.context.report(place.document, ['bulkActions', index, 'source'], {
        slug: 'bulk_single',
        message: `“${id}”每次只办理一项，不接受多项（ids）：请换用批量操作，或放入 rowActions`,
        found: id,
      })
  }
  return compileActions(withItem(place), ['bulkActions'], bulkActions)
}
