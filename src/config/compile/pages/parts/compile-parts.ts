// Compiles the parts of a page: columns, filters and sections.

import { type Family, widgetsOf } from '#config/compile/common/widget-schemas.ts'
import { checkMixedUnits } from '#config/compile/fields/mixed-units.ts'
import { checkDeadlineCell } from '#config/compile/fields/past-dates.ts'
import { contentOf, type RecordType } from '#config/compile/fields/record-type.ts'
import { checkOptions } from '#config/compile/forms/check-widget-options.ts'
import { checkAnsweredFields } from '#config/compile/links/check-answered-fields.ts'
import type { PageContext } from '#config/compile/links/compile-context.ts'
import type { WrittenColumn, WrittenFilter, WrittenWidget } from '#config/generated/written.ts'
import type { Path } from '#config/load/document.ts'
import { type Audience, isRelation, regionalOf } from '#shared/access/roles.ts'
import { DEFAULT_WIDGETS, defaultCell } from '#shared/forms/default-widgets.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { ContentAction, Operation } from '#shared/model/operation-model.ts'
import type { Column, Filter, Source } from '#shared/model/page-model.ts'
import { checkFilterValues } from './check-filter-values.ts'

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
export function widget(place: PageContext, path: Path, name: string, family: Family): WrittenWidget | null {
  const { context } = place.compilation
  const ofFamily = widgetsOf(context, family)
  if (!context.refers(place.document, path, 'widget', '组件', name, ofFamily)) return null
  const file = ofFamily.get(name)?.value ?? null
  checkNeeds(place, path, name, file)
  return file
}

/** Checks that the portal declares the operations that a widget calls by itself; their addresses are the portal's. */
function checkNeeds(
  { compilation, document }: PageContext,
  path: Path,
  name: string,
  file: WrittenWidget | null,
): void {
  const missing = (file?.needs ?? []).filter((id) => !compilation.operations.has(id))
  if (missing.length > 0)
    compilation.context.report(document, path, {
      slug: 'widget_needs',
      message: `组件“${name}”须调用接口 ${missing.join('、')}，门户却没有声明：请写在 schemas/api 中`,
      found: name,
    })
}

function fieldOf(place: PageContext, path: Path, type: RecordType | undefined, name: string): Field | null {
  const { context } = place.compilation
  const field = type?.fields.find((candidate) => candidate.name === name)
  if (field) return field
  context.report(place.document, path, {
    slug: 'field_unknown',
    message: type ? `“${type.title}”没有字段“${name}”` : `数据来源没有字段“${name}”`,
    found: name,
    known: type?.fields.map((candidate) => candidate.name) ?? [],
  })
  return null
}

export function compileColumns(
  place: PageContext,
  path: Path,
  type: RecordType | undefined,
  written: readonly WrittenColumn[] = [],
): Column[] {
  const content = type && 'name' in type ? String(type.name) : undefined
  const columns = written.flatMap((column, index) => {
    const at = [...path, index]
    const name = typeof column === 'string' ? column : column.field
    const field = fieldOf(place, typeof column === 'string' ? at : [...at, 'field'], type, name)
    if (!field) return []
    const cell = (typeof column === 'string' ? undefined : column.cell) ?? defaultCell(field)
    checkCell(place, typeof column === 'string' ? at : [...at, 'cell'], cell, field)
    checkDeadlineCell(
      { ...place, context: place.compilation.context, path: [...at, 'cell'], type: content },
      cell,
      field,
    )
    const named = typeof column === 'string' ? undefined : column.options
    if (content !== undefined && typeof named?.unit === 'string')
      checkMixedUnits(place.compilation.context, content, name, named.unit)
    const options =
      named === undefined ? undefined : checkOptions(place, [...at, 'options'], 'cell', cell, named, type)
    return [
      {
        field,
        label: (typeof column === 'string' ? undefined : column.label) ?? field.title,
        cell,
        ...(options === undefined ? {} : { options }),
      },
    ]
  })
  const indexOf = (name: string) =>
    written.findIndex((one) => one === name || (typeof one !== 'string' && one.field === name))
  const shown = columns.map(({ field: { name, title } }) => ({ path: [...path, indexOf(name)], name, title }))
  checkAnsweredFields(place, shown)
  return columns
}

/** Checks that the cell shows fields of this type, in this unit. */
function checkCell({ compilation, ...place }: PageContext, path: Path, cell: string, field: Field): void {
  const file = widget({ compilation, ...place }, path, cell, 'cell')
  if (file?.accepts && !file.accepts.includes(field.type))
    compilation.context.report(place.document, path, {
      slug: 'cell_field_type',
      message: `单元格“${cell}”不能显示${field.type}类型的字段“${field.name}”，可用类型：${file.accepts.join('、')}`,
      found: field.type,
      expected: file.accepts.join(', '),
    })
  if (file?.unit !== undefined && field.unit !== undefined && field.unit !== file.unit)
    compilation.context.report(place.document, path, {
      slug: 'cell_unit',
      message: `单元格“${cell}”以${file.unit}显示数值，“${field.title}”的单位却是${field.unit}，显示有误：请换用其他单元格`,
      found: cell,
      expected: defaultCell(field),
    })
}

/** A reference is chosen from the list of the type it refers to. */
function choicesOf(place: PageContext, field: Field): { source?: Source } {
  const list = place.compilation.contentTypes.get(field.ref ?? '')?.operations.list
  const operation = list ? place.compilation.operations.get(list) : undefined
  if (!operation) return {}
  const { id, method, path } = operation
  return { source: { operation: id, method, path, params: { limit: 50 } } }
}

export function compileFilter(
  place: PageContext,
  at: Path,
  type: RecordType | undefined,
  written: WrittenFilter,
): Filter[] {
  const { context } = place.compilation
  const name = typeof written === 'string' ? written : written.field
  const path = typeof written === 'string' ? at : [...at, 'field']
  if (name === 'keyWord') {
    if (!type?.fields.some((field) => field.search))
      context.report(place.document, path, {
        slug: 'search_undeclared',
        message: '该内容类型没有可检索的字段（x-search），不能用 keyWord 筛选',
      })
    widget(place, path, 'keyword', 'filter')
    return [
      {
        name,
        label: (typeof written === 'string' ? undefined : written.label) ?? '关键词',
        widget: 'keyword',
      },
    ]
  }
  const field = fieldOf(place, path, type, name)
  if (!field) return []
  // Every list call accepts the state; a caller who may not read a state gets no items in it.
  if (!field.filter && name !== 'status') {
    context.report(place.document, path, {
      slug: 'filter_undeclared',
      message: `字段“${name}”没有声明为可筛选（x-filter）`,
      found: name,
      known: type?.fields.filter((candidate) => candidate.filter).map((candidate) => candidate.name) ?? [],
    })
    return []
  }
  const named = typeof written === 'string' ? undefined : written.widget
  const filter = named ?? (field.levels ? 'category' : (DEFAULT_WIDGETS[field.type].filter ?? 'text'))
  const file = widget(place, named ? [...at, 'widget'] : path, filter, 'filter')
  if (file?.accepts && !file.accepts.includes(field.type))
    context.report(place.document, named ? [...at, 'widget'] : path, {
      slug: 'filter_field_type',
      message: `筛选组件“${filter}”不能用于${field.type}类型的字段“${name}”`,
      found: field.type,
      expected: file.accepts.join(', '),
    })
  if (typeof written !== 'string' && written.options !== undefined) {
    checkOptions(place, [...at, 'options'], 'filter', filter, written.options, undefined)
    checkFilterValues(
      place,
      [...at, 'options', 'only'],
      written.options,
      field,
      contentOf(place.compilation, type),
    )
  }
  return [
    {
      name,
      label: (typeof written === 'string' ? undefined : written.label) ?? field.title,
      widget: filter,
      field,
      ...choicesOf(place, field),
      ...filterOptions(place, written, field, contentOf(place.compilation, type)),
    },
  ]
}

/** The dictionary of states names those of all lifecycles: a list offers those of its type, to whom may see such items. */
function filterOptions(
  { compilation: { operations } }: PageContext,
  written: WrittenFilter,
  { name, system }: Field,
  type: ContentType | undefined,
): Pick<Filter, 'options' | 'seenBy'> {
  const options = typeof written === 'string' ? undefined : written.options
  if (!(system && name === 'status' && type)) return options === undefined ? {} : { options }
  return {
    options: { only: Object.keys(type.lifecycle.states), ...options },
    seenBy: stateReaders(type, [...operations.values()]),
  }
}
