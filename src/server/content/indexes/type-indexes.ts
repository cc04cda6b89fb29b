// Plans the indexes of lists and of duplicate checks, and the statistics for query planning.
import { createHash } from 'node:crypto'
import { countPlanOf, groupedValue } from '#server/content/fields/count-sql.ts'
import { quote, valueExpression } from '#server/content/fields/field-expression.ts'
import { filterKind } from '#server/content/fields/filter.ts'
import { isHot, isNeverEmpty, orderBy, parseSort, sortExpression } from '#server/content/fields/sort.ts'
import { comparable } from '#server/content/fields/unique-fields.ts'
import { PINNED } from '#shared/content/pins.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import { takenFrom } from '#shared/model/field-source.ts'
import type { Model } from '#shared/model/model.ts'
import type { ContentCall } from '#shared/model/operation-model.ts'
import { perModel } from '#shared/model/per-model.ts'

export interface IndexPlan {
  readonly name: string
  readonly statement: string
  /** Content types whose items it finds. */
  readonly types: readonly string[]
}

export const INDEX_PREFIX = 'item_x_'
export const STATISTICS_PREFIX = 'item_s_'
const STATUS_FIRST = '(status, '

/**
 * For ranges inside the body. The planner takes no statistics from partial indexes: without these it expects
 * a third of all rows in any range, and reads the whole type in the order of the list.
 */
export function planStatistics(model: Model): IndexPlan[] {
  const ranges = new TypesByKey()
  // Open items are found by a range as well.
  for (const type of model.contentTypes)
    for (const field of [...filteredFields(model, type), ...type.fields.filter(({ soonest }) => soonest)]) {
      const isRange = !field.system && ['number', 'day', 'time'].includes(filterKind(field))
      const expression = isRange ? valueExpression(type, field) : undefined
      if (expression !== undefined) ranges.add(expression, type.name)
    }
  return ranges.entries().map(([expression, types]) => {
    const name = `${STATISTICS_PREFIX}${digest(expression)}`
    return { name, statement: `create statistics if not exists ${name} on ${expression} from item`, types }
  })
}

/** The content types that want the same columns or statistics. */
class TypesByKey {
  readonly #types = new Map<string, Set<string>>()

  add(key: string, type: string): void {
    this.#types.set(key, (this.#types.get(key) ?? new Set()).add(type))
  }

  entries(): [string, string[]][] {
    return [...this.#types].map(([key, types]) => [key, [...types]])
  }
}

/**
 * Named by their definition, so that a changed one is another index. Types that want the same columns share
 * an index: the planner looks at every index of the table for every query, so few of them matter.
 */
export function planIndexes(model: Model): IndexPlan[] {
  const wanting = new TypesByKey()
  for (const type of model.contentTypes) {
    const sorts = [...declaredSorts(model, type)].flatMap((name) => sortColumns(type, name))
    const filters = [...filteredFields(model, type)].flatMap((field) => filterColumns(type, field))
    for (const columns of [...sorts, ...filters]) wanting.add(columns, type.name)
    for (const columns of [...extremes(model, type), ...deadlines(type)]) wanting.add(columns, type.name)
    if (type.distinct !== undefined)
      wanting.add(`(owner_id, (${comparable(`body->>${quote(type.distinct)}`)}))`, type.name)
    if (type.limits?.capacity) wanting.add('(parent_id, status)', type.name)
    for (const { from, follows } of type.fields) {
      const source = follows ? takenFrom(type, from) : undefined
      if (source?.by !== undefined && !source.isParent)
        wanting.add(`((body->>${quote(source.by)}))`, type.name)
    }
    for (const field of type.fields)
      for (const [columns, name] of joinColumns(model, type, field)) wanting.add(columns, name)
  }
  return wanting.entries().flatMap(([columns, types]) => toPlans(columns, types))
}

function toPlans(columns: string, types: readonly string[]): IndexPlan[] {
  if (!columns.startsWith(STATUS_FIRST) || types.length === 1)
    return types.map((type) => toPlan(`on item ${columns} where type = ${quote(type)}`, [type]))
  const shared = `on item (type, ${columns.slice(1)}`
  // Columns of the table have a value in every row; fields of the body only in rows of these types.
  return [
    toPlan(
      columns.includes('body') ? `${shared} where type in (${types.map(quote).join(', ')})` : shared,
      types,
    ),
  ]
}

function toPlan(definition: string, types: readonly string[]): IndexPlan {
  const name = `${INDEX_PREFIX}${digest(definition)}`
  return { name, statement: `create index if not exists ${name} ${definition}`, types }
}

function digest(definition: string): string {
  return createHash('sha256').update(definition).digest('hex').slice(0, 16)
}

function filteredFields(model: Model, type: ContentType): Set<Field> {
  const fixed = contentCalls(model, type).flatMap(({ fixed }) => Object.keys(fixed))
  return new Set(
    type.fields.filter(
      ({ name, filter, visible }) => (filter && visible === undefined) || fixed.includes(name),
    ),
  )
}

/** Dates by which something is done, looked for every minute. */
function deadlines(type: ContentType): string[] {
  const { lifecycle, events } = type
  const names = [
    ...lifecycle.transitions.map(({ due }) => due?.field),
    ...(events?.due ?? []).map(({ field }) => field),
  ]
  return [...new Set(names)].flatMap((name) => {
    const field = findField(type, name)
    const value = field && !field.system && valueExpression(type, field)
    return value && !field.sort ? [`(status, ${value})`] : []
  })
}

/** The least and the greatest number of all items and of each group of a statistic. */
function extremes(model: Model, type: ContentType): string[] {
  const calls = contentCalls(model, type).filter(({ action, of }) => action === 'statistic' && of)
  if (calls.length === 0) return []
  const counts = countPlanOf(
    type,
    model.operations.filter(({ content }) => content?.type === type.name),
  )
  return calls.flatMap(({ by = [], of = [], every = 'month' }) =>
    of.flatMap((name) => {
      const number = findField(type, name)
      const value = number && valueExpression(type, number)
      if (!number || value === undefined || counts?.sumOf(number) === undefined) return []
      const groups = by.flatMap((group) => {
        const field = findField(type, group)
        const isSummed = field && counts.sumOf(number, field, every) !== undefined
        return (isSummed && groupedValue(type, field, every)?.expression) || []
      })
      // The index of the sort serves all items as well.
      return [...(number.sort ? [] : ['']), ...groups.map((group) => `(${group}), `)].map(
        (group) => `(status, ${group}(${value}))`,
      )
    }),
  )
}

/** Both sides of a filter over a reference: what is referred to is found by its value, and then who refers to it. */
function joinColumns(
  { contentTypes }: Model,
  type: ContentType,
  { join, filter }: Field,
): [string, string][] {
  const target = contentTypes.find(({ name }) => name === join?.type)
  const [by, there] = [findField(type, join?.by), target && findField(target, join?.field)]
  if (!filter || !target || !by || !there) return []
  return [
    ...filterColumns(type, by).map((columns): [string, string] => [columns, type.name]),
    ...filterColumns(target, there).map((columns): [string, string] => [columns, target.name]),
  ]
}

const findField = ({ fields }: ContentType, name: string | undefined): Field | undefined =>
  fields.find((field) => field.name === name)

function filterColumns(type: ContentType, field: Field): string[] {
  // No index of this row covers joined values, and no index at all covers values computed from the current day.
  if (field.join || field.computed) return []
  const value = valueExpression(type, field)
  if (value === undefined || field.name === 'status') return []
  switch (filterKind(field)) {
    case 'overlaps':
      return [`using gin (${value})`]
    case 'number':
    case 'day':
    case 'time':
      // The index of the sort serves the range as well.
      return field.sort ? [] : [`(status, ${value})`]
    case 'region':
      return [`(status, ${value})`]
    default:
      // A province besides is told by the index, without reading the items of the others.
      return [`(status, ${value}, published_at desc, id desc, (region collate "C"))`]
  }
}

/** Fields that a type declares sortable, and the system's that a page or an operation sorts by. */
function declaredSorts(model: Model, type: ContentType): Set<string> {
  const own = type.fields.filter(({ sort, system, visible }) => sort && !system && visible === undefined)
  const calls = contentCalls(model, type).flatMap(({ sort }) => (sort ? [parseSort(sort).field] : []))
  const pages = model.pages.flatMap((page) =>
    page.kind === 'list' && page.contentType === type.name
      ? page.sorts.map(({ value }) => parseSort(value).field)
      : [],
  )
  const sorts = new Set([...own.map(({ name }) => name), ...calls, ...pages])
  sorts.delete('publishedAt') // served by the index every list uses
  return sorts
}

function sortColumns(type: ContentType, name: string): string[] {
  const field = type.fields.find((candidate) => candidate.name === name)
  if (field?.join || field?.computed || name === PINNED) return []
  if (!isHot(name) && (!field || sortExpression(type, name) === 'published_at')) return []
  const directions = isNeverEmpty(name) ? [true] : [true, false]
  return directions.map((descending) => `(status, ${orderBy(type, { field: name, descending })})`)
}

const contentCalls = (model: Model, { name }: ContentType): readonly ContentCall[] =>
  callsByType(model).get(name) ?? []

const callsByType = perModel(({ operations }: Model): ReadonlyMap<string, readonly ContentCall[]> => {
  const calls = new Map<string, ContentCall[]>()
  for (const { content } of operations)
    if (content) calls.set(content.type, [...(calls.get(content.type) ?? []), content])
  return calls
})
