// Compiles the parts of a page: columns, filters and sections.

import { findField } from '#config/compile/common/find-field.ts'
import { type Family, widgetsOf } from '#config/compile/common/widget-schemas.ts'
import { checkMixedUnits } from '#config/compile/fields/mixed-units.ts'
import { reportPast } from '#config/compile/fields/past-dates.ts'
import { contentOf, type RecordType } from '#config/compile/fields/record-type.ts'
import { checkOptions } from '#config/compile/forms/check-widget-options.ts'
import { checkAnsweredFields } from '#config/compile/links/check-answered-fields.ts'
import type { CompileContext, PagePlace } from '#config/compile/links/compile-context.ts'
import { compileLink } from '#config/compile/links/compile-link.ts'
import type { WrittenColumn, WrittenEmpty, WrittenFilter, WrittenWidget } from '#config/generated/written.ts'
import type { Place } from '#config/load/place.ts'
import { type Audience, isRelation, regionalOf } from '#shared/access/roles.ts'
import { isListFilter } from '#shared/calls/list-parameters.ts'
import { DEFAULT_WIDGETS, defaultCell } from '#shared/forms/default-widgets.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Json } from '#shared/model/json.ts'
import type { ContentAction, Operation } from '#shared/model/operation-model.ts'
import type { Column, EmptyState, Filter, Source } from '#shared/model/page-model.ts'

/** By which one comes to own an item. */
const MAKING: readonly ContentAction[] = ['add', 'save', 'set']

/** Of the states that not everybody reads; the relations are given as the roles and groups that may come into them. */
function stateReaders(
  { name, lifecycle }: ContentType,
  operations: readonly Operation[],
): Readonly<Record<string, readonly Audience[]>> {
  const making = operations.filter(
    ({ content }) => content?.type === name && (MAKING as readonly string[]).includes(content.action),
  )
  const makers = making.flatMap(({ access }) => access).filter((audience) => !isRelation(audience))
  const owners = makers.length > 0 ? makers : ['registered']
  const toPeople = (audience: Audience): readonly Audience[] => {
    if (audience === 'owner') return owners
    const regional = regionalOf(audience)
    if (regional !== undefined) return toPeople(regional)
    return [isRelation(audience) ? 'registered' : audience]
  }
  return Object.fromEntries(
    Object.entries(lifecycle.states).flatMap(([state, { readers }]) =>
      readers === undefined ? [] : [[state, [...new Set(readers.flatMap(toPeople))]]],
    ),
  )
}

/** The widget's own file, or null with the problem reported. */
export function widget(at: PagePlace, name: string, family: Family): WrittenWidget | null {
  const file = at.find('widget', '组件', name, widgetsOf(at.context, family))?.value ?? null
  // Their addresses are the portal's.
  const missing = (file?.needs ?? []).filter((id) => !at.compilation.operations.has(id))
  if (missing.length > 0) at.report('widget_needs', { found: name, missing })
  return file
}

const fieldOf = (here: Place, type: RecordType | undefined, name: string): Field | null =>
  findField(here, type?.fields ?? [], name, type ? 'field_unknown.record' : 'field_unknown.source', {
    type,
  }) ?? null

const asColumn = (written: WrittenColumn): Exclude<WrittenColumn, string> =>
  typeof written === 'string' ? { field: written } : written
const asFilter = (written: WrittenFilter): Exclude<WrittenFilter, string> =>
  typeof written === 'string' ? { field: written } : written

/** `at` is that of the list; `type` is what its fields are of. */
export function compileColumns(
  at: PagePlace,
  written: readonly WrittenColumn[] = [],
  type: RecordType | undefined = at.record,
): Column[] {
  const content = type && 'name' in type ? String(type.name) : undefined
  const columns = written.flatMap((column, index) => {
    const here = at.at(index)
    const inside = (key: string) => (typeof column === 'string' ? here : here.at(key))
    const { field: name, label, cell: named, options } = asColumn(column)
    const field = fieldOf(inside('field'), type, name)
    if (!field) return []
    const cell = named ?? defaultCell(field)
    checkCell(inside('cell'), cell, field)
    if (cell === 'deadline' && !field.soonest)
      reportPast(here.at('cell'), content, field, 'cell_past', { found: cell, expected: 'date' })
    if (content !== undefined && typeof options?.unit === 'string')
      checkMixedUnits(here.context, content, name, options.unit)
    const checked = options && checkOptions(here.at('options'), 'cell', cell, options, type)
    return [
      { field, label: label ?? field.title, cell, ...(checked === undefined ? {} : { options: checked }) },
    ]
  })
  const pathOf = (name: string) => at.at(written.findIndex((one) => asColumn(one).field === name)).path
  checkAnsweredFields(
    at,
    columns.map(({ field: { name, title } }) => ({ path: pathOf(name), name, title })),
  )
  return columns
}

/** Checks that the cell shows fields of this type, in this unit. */
function checkCell(at: PagePlace, cell: string, field: Field): void {
  const file = widget(at, cell, 'cell')
  if (file?.accepts && !file.accepts.includes(field.type))
    at.report('cell_field_type', { found: field.type, expected: file.accepts.join(', '), cell, field, file })
  if (file?.unit !== undefined && field.unit !== undefined && field.unit !== file.unit)
    at.report('cell_unit', { found: cell, expected: defaultCell(field), file, field })
}

/** A reference is chosen from the list of the type it refers to. */
function choicesOf({ contentTypes, operations }: CompileContext, field: Field): { source?: Source } {
  const list = contentTypes.get(field.ref ?? '')?.operations.list
  const operation = operations.get(list ?? '')
  if (!operation) return {}
  const { id, method, path } = operation
  return { source: { operation: id, method, path, params: { limit: 50 } } }
}

/** A filter of the page's own items. */
export function compileFilter(at: PagePlace, written: WrittenFilter): Filter[] {
  const { compilation, record: type } = at
  const { field: name, label, widget: named, options } = asFilter(written)
  const here = typeof written === 'string' ? at : at.at('field')
  if (name === 'keyWord') {
    if (!type?.fields.some((field) => field.search)) here.report('search_undeclared')
    widget(here, 'keyword', 'filter')
    return [{ name, label: label ?? '关键词', widget: 'keyword' }]
  }
  const field = fieldOf(here, type, name)
  if (!field) return []
  // Every list call accepts the state; a caller who may not read a state gets no items in it.
  const isAsked = (one: Field) => isListFilter(one, at.action ?? '')
  const filters = type?.fields.filter((one) => isAsked(one) || one.name === 'status') ?? []
  if (!filters.includes(field)) {
    const known = filters.flatMap((one) => (isAsked(one) ? [one.name] : []))
    here.report('filter_undeclared.list', { found: name, known })
    return []
  }
  const filter = named ?? (field.levels ? 'category' : (DEFAULT_WIDGETS[field.type].filter ?? 'text'))
  const widgetPlace = named ? at.at('widget') : here
  const file = widget(widgetPlace, filter, 'filter')
  if (file?.accepts && !file.accepts.includes(field.type))
    widgetPlace.report('filter_field_type', {
      found: field.type,
      expected: file.accepts.join(', '),
      filter,
      name,
    })
  const listed = contentOf(compilation, type)
  if (options !== undefined) {
    checkOptions(at.at('options'), 'filter', filter, options, undefined)
    checkFilterValues(at.at('options', 'only'), options, field, listed)
  }
  return [
    {
      name,
      label: label ?? field.title,
      widget: filter,
      field,
      ...choicesOf(compilation, field),
      ...filterOptions(compilation, options, field, listed),
    },
  ]
}

/** The dictionary of states names those of all lifecycles: a list offers those of its type, to whom may see such items. */
function filterOptions(
  { operations }: CompileContext,
  options: Exclude<WrittenFilter, string>['options'],
  { name, system }: Field,
  type: ContentType | undefined,
): Pick<Filter, 'options' | 'seenBy'> {
  if (!(system && name === 'status' && type)) return options === undefined ? {} : { options }
  return {
    options: { only: Object.keys(type.lifecycle.states), ...options },
    seenBy: stateReaders(type, [...operations.values()]),
  }
}

/** `at` is that of `only`; `listed` is unknown where a list has items of several types, or of none. */
function checkFilterValues(
  at: PagePlace,
  options: Json,
  field: Field,
  listed: ContentType | undefined,
): void {
  const { context } = at
  const { only } = options as { readonly only?: unknown }
  if (!Array.isArray(only) || context.isInvalid('dictionary', field.dict ?? '')) return
  const { items = [] } = context.of('dictionary').get(field.dict ?? '')?.value ?? {}
  const values = items.map(({ value }) => value)
  const states = field.name === 'status' ? listed?.lifecycle.states : undefined
  for (const [index, value] of only.map(String).entries()) {
    const here = at.at(index)
    if (here.expect(values, value, 'value_unknown.code', { field }) && states)
      here.expect(Object.keys(states), value, 'state_unknown.filter', { listed })
  }
}

export function compileEmpty(
  at: PagePlace,
  written: WrittenEmpty | undefined,
): { readonly empty?: EmptyState } {
  if (!written) return {}
  const { text, label } = written
  const link = compileLink(at.at('link'), written.link)
  return { empty: { text, ...(link && label ? { label, link } : {}) } }
}
