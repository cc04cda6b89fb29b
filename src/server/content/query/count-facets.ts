// Counts the facets of a list, in the projection where it knows all that is asked for, else in the items.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ActionContext } from '#server/content/action.ts'
import { valueExpression } from '#server/content/fields/field-expression.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { Slots } from '#server/content/parameters/load-projected-columns.ts'
import { isNumber } from '#server/content/parameters/parameter-plan.ts'
import {
  bodyChoice,
  bodySort,
  factorOf,
  type SlottedLeaf,
  slotConditions,
  slottedLeaves,
} from '#server/content/parameters/parameter-sql.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import {
  type Counted,
  type Facet,
  type FacetField,
  type FacetRange,
  facetsOf,
  PROVINCE_DIGITS,
  toChoice,
  toRange,
} from './facet-fields.ts'
import { isPublicQuery, projectedCondition } from './find-projected.ts'
import { loadKeptValues } from './kept-counts.ts'
import type { ListQuery } from './list-query.ts'
import { countAll, listCondition } from './run-list.ts'

const MAX_CHOICES = 200

export interface FacetScope {
  readonly query: ListQuery
  /** The one category that is asked for. */
  readonly category: string | undefined
  readonly slots: Slots | undefined
}

export interface FacetResult {
  readonly total: number
  readonly facets: readonly FacetField[]
}

interface Column {
  readonly expression: string
  /** The expression is an array. */
  readonly isList?: boolean
  /** How many of the facet's unit one of the column's is. */
  readonly factor?: number
  /** The facet's value by that of the column. */
  readonly values?: ReadonlyMap<string, string>
}

/** Rows in which the same facets are counted, in few passes. */
interface Part {
  readonly from: 'item' | 'parameter_value'
  readonly facets: readonly Facet[]
  readonly column: (facet: Facet) => Column
  /** Undefined for a query on what the columns do not hold. */
  readonly where: (query: ListQuery) => RawBuilder<unknown> | undefined
}

interface Found {
  /** All rows of the query. */
  readonly total?: number | undefined
  readonly counts: ReadonlyMap<Facet, readonly Counted[]>
  readonly ranges: ReadonlyMap<Facet, FacetRange>
}

export async function countFacets(context: ActionContext, scope: FacetScope): Promise<FacetResult> {
  const { db, plan, content } = context
  const { query, category, slots } = scope
  const facets = facetsOf(plan, content.fixed, category)
  const kept = await loadKept(db, plan, query, facets)
  const others = facets.filter((facet) => !kept.has(facet))
  const parts = projectedParts(plan, others, scope) ?? [itemPart(plan, others, scope)]
  const found = await Promise.all(parts.map((part) => countPart(db, plan, part, query)))
  const counted = await Promise.all(
    facets.map((facet) =>
      isNumber(facet.field)
        ? toRange(facet, joinRanges(found.flatMap(({ ranges }) => ranges.get(facet) ?? [])))
        : toChoice(
            context,
            facet,
            kept.get(facet) ?? joinCounts(found.map(({ counts }) => counts.get(facet) ?? [])),
          ),
    ),
  )
  if (query.search === null) return { total: 0, facets: counted }
  return { total: found[0]?.total ?? (await countAll(db, plan, query, slots)), facets: counted }
}

/** Facets whose numbers are kept, under the other filters. */
async function loadKept(
  db: Kysely<Schema>,
  plan: TypePlan,
  query: ListQuery,
  facets: readonly Facet[],
): Promise<ReadonlyMap<Facet, readonly Counted[]>> {
  const own = facets.filter(({ isParameter }) => !isParameter)
  const loaded = await Promise.all(
    own.map(async (facet): Promise<[Facet, readonly Counted[]][]> => {
      const rest = without(plan, query, facet) ?? query
      const counts = await loadKeptValues(db, plan, rest, facet.field, { most: MAX_CHOICES })
      return counts ? [[facet, counts.toSorted(byCount)]] : []
    }),
  )
  return new Map(loaded.flat())
}

function itemPart(plan: TypePlan, facets: readonly Facet[], { category = '', slots }: FacetScope): Part {
  const { type, parameters } = plan
  const column = ({ field, isParameter }: Facet): Column => {
    const { name } = field
    if (isParameter && parameters)
      return { expression: (isNumber(field) ? bodySort : bodyChoice)(type, parameters, category, name) }
    const value = valueExpression(type, field) ?? 'null'
    if (field.type === 'region') return { expression: `left(${value}, ${PROVINCE_DIGITS})` }
    if (field.type !== 'dict-list') return { expression: value }
    const list = `case jsonb_typeof(${value}) when 'array' then ${value} else '[]'::jsonb end`
    return { expression: `array(select jsonb_array_elements_text(${list}))`, isList: true }
  }
  return { from: 'item', facets, column, where: (query) => listCondition(plan, query, slots) }
}

/**
 * The fields of the type in one part; the parameters in one for each category below, which has columns of its own.
 * Undefined where something is asked or to be counted that the projection does not know.
 */
function projectedParts(
  plan: TypePlan,
  facets: readonly Facet[],
  { query, category, slots }: FacetScope,
): readonly Part[] | undefined {
  if (!plan.parameters || !slots?.isWhole || !isPublicQuery(plan, query)) return undefined
  if (query.ids || query.search !== undefined) return undefined
  const own = facets.filter(({ isParameter }) => !isParameter)
  const shared = facets.filter(({ isParameter }) => isParameter)
  const columns = new Map(own.flatMap((facet) => projectedColumn(plan, slots, facet)))
  const keys = shared.map(({ field }) => field.name)
  const leaves = category === undefined ? [] : slottedLeaves(plan.parameters, slots, category, keys)
  if (columns.size < own.length || !leaves || !commonConditions(plan, slots, query)) return undefined
  const ofFields: Part = {
    from: 'parameter_value',
    facets: own,
    column: (facet) => columns.get(facet) as Column, // all of them have one
    where: (counted) => projectedRows(plan, slots, leaves, counted),
  }
  const ofParameters = leaves.map(
    (leaf): Part => ({
      from: 'parameter_value',
      facets: shared,
      column: ({ field: { name } }) => ({
        expression: leaf.slots.get(name) ?? 'null',
        factor: factorOf(leaf, name),
      }),
      where: (counted) => {
        const common = commonConditions(plan, slots, counted)
        const own = slotConditions(leaf, counted.parameters?.filters ?? [])
        return common && sql.join([own, ...common], sql` and `)
      },
    }),
  )
  return [ofFields, ...(shared.length > 0 ? ofParameters : [])]
}

function projectedColumn({ type, parameters }: TypePlan, slots: Slots, facet: Facet): [Facet, Column][] {
  const { field } = facet
  if (field.name === parameters?.chooser.name) {
    const values = new Map([...slots.sets].map(([id, { no }]) => [String(no), id]))
    return [[facet, { expression: 'set_no', values }]]
  }
  if (field.name === type.region) return [[facet, { expression: `left(region, ${PROVINCE_DIGITS})` }]]
  const slot = slots.own.get(field.name)
  if (slot === undefined || isNumber(field)) return []
  const expression = field.type === 'boolean' ? `coalesce(${slot}, 'false')` : slot
  return [[facet, { expression, isList: field.type.endsWith('-list') }]]
}

/** Undefined where a filter is on a field that is not there. */
function commonConditions(
  plan: TypePlan,
  slots: Slots,
  { filters }: ListQuery,
): RawBuilder<unknown>[] | undefined {
  const conditions = filters.map((filter) => projectedCondition(plan, slots, filter))
  const known = conditions.filter((condition) => condition !== undefined)
  return known.length === conditions.length ? known : undefined
}

/** All rows that the query finds, of all sets where no parameter is asked. */
function projectedRows(
  plan: TypePlan,
  slots: Slots,
  leaves: readonly SlottedLeaf[],
  query: ListQuery,
): RawBuilder<unknown> | undefined {
  const common = commonConditions(plan, slots, query)
  if (!common) return undefined
  const requested = query.parameters?.filters ?? []
  if (requested.length > 0 && leaves.length > 0) {
    const any = leaves.map((leaf) => sql`(${slotConditions(leaf, requested)})`)
    return sql.join([sql`(${sql.join(any, sql` or `)})`, ...common], sql` and `)
  }
  const hasChooser = query.filters.some(({ field }) => field === plan.parameters?.chooser.name)
  const numbers = [...slots.sets.values()].map(({ no }) => no)
  const every = hasChooser ? [] : [sql.raw(`set_no in (${numbers.join(', ') || 'null'})`)]
  return sql.join([...every, ...common], sql` and `)
}

/** A facet's own filter does not narrow what else could be chosen, so a facet with one is counted by itself. */
async function countPart(db: Kysely<Schema>, plan: TypePlan, part: Part, query: ListQuery): Promise<Found> {
  const isApart = (facet: Facet) => without(plan, query, facet) !== undefined
  const [together, ...apart] = await Promise.all([
    countTogether(
      db,
      part,
      query,
      part.facets.filter((facet) => !isApart(facet)),
    ),
    ...part.facets
      .filter(isApart)
      .map((facet) => countTogether(db, part, without(plan, query, facet) ?? query, [facet])),
  ])
  return {
    total: together.total,
    counts: new Map([together, ...apart].flatMap(({ counts }) => [...counts])),
    ranges: new Map([together, ...apart].flatMap(({ ranges }) => [...ranges])),
  }
}

/** The query without the filter of the facet; undefined where it has none. */
function without({ parameters }: TypePlan, query: ListQuery, { field, isParameter }: Facet) {
  const { parameters: requested, ...rest } = query
  if (isParameter) {
    const filters = requested?.filters.filter(({ key }) => key !== field.name) ?? []
    return requested && filters.length < requested.filters.length
      ? { ...query, parameters: { ...requested, filters } }
      : undefined
  }
  const filters = query.filters.filter((filter) => filter.field !== field.name)
  if (filters.length === query.filters.length) return undefined
  // Parameters are of the category that the chooser asks for, so they go with it.
  return parameters?.chooser.name === field.name ? { ...rest, filters } : { ...query, filters }
}

async function countTogether(
  db: Kysely<Schema>,
  part: Part,
  query: ListQuery,
  facets: readonly Facet[],
): Promise<Found> {
  const where = part.where(query) ?? sql`false`
  const [{ total, counts }, ranges] = await Promise.all([
    countChoices(
      db,
      part,
      where,
      facets.filter(({ field }) => !isNumber(field)),
    ),
    findRanges(
      db,
      part,
      where,
      facets.filter(({ field }) => isNumber(field)),
    ),
  ])
  return { total, counts, ranges }
}

/** Every pass over the rows groups them in all ways at once; lists are taken apart when equal ones are counted already. */
async function countChoices(
  db: Kysely<Schema>,
  { from, column }: Part,
  where: RawBuilder<unknown>,
  facets: readonly Facet[],
): Promise<Pick<Found, 'total' | 'counts'>> {
  if (facets.length === 0) return { counts: new Map() }
  const columns = facets.map(column)
  const names = columns.map((_, at) => `g${at}`)
  const inputs = columns.map(({ expression }, at) => `${expression} as g${at}`)
  const values = columns.map(({ isList }, at) =>
    isList
      ? `select ${at} as at, one.value, sum(n)::int as count from counted, unnest(g${at}) one (value)
          where mark = ${groupingMask(columns.length, at)} group by one.value`
      : `select ${at} as at, g${at}::text as value, n::int as count from counted
          where mark = ${groupingMask(columns.length, at)} and g${at} is not null`,
  )
  const { rows } = await sql<{ at: number; value: string; count: number }>`
    with counted as materialized (
      select ${sql.raw(names.join(', '))}, grouping(${sql.raw(names.join(', '))}) as mark, count(*) as n
      from (select ${sql.raw(inputs.join(', '))} from ${sql.raw(from)} where ${where}) part
      group by grouping sets (${sql.raw(names.map((name) => `(${name})`).join(', '))}, ()))
    ${sql.raw(values.map((one) => `${one} union all `).join(''))}
    select -1 as at, '' as value, n::int as count from counted
    where mark = ${sql.raw(String(groupingMask(columns.length, -1)))}`.execute(db)
  const counts = facets.map((facet, index): [Facet, Counted[]] => {
    const own = rows.filter(({ at }) => at === index).sort(byCount)
    const { values: named } = columns[index] ?? {}
    const counted = own.slice(0, MAX_CHOICES)
    return [facet, counted.map(({ value, count }) => ({ value: named?.get(value) ?? value, count }))]
  })
  return { total: rows.find(({ at }) => at === -1)?.count ?? 0, counts: new Map(counts) }
}

/**
 * Returns the value of `grouping` for rows grouped only by the expression at `at`: each expression that is not
 * grouped by sets a bit.
 */
function groupingMask(count: number, at: number): number {
  const all = 2 ** count - 1
  return at < 0 ? all : all - 2 ** (count - 1 - at)
}

const byCount = (a: Counted, b: Counted): number => b.count - a.count || (a.value < b.value ? -1 : 1)

/** The ranges that occur, in the units of the facets. */
async function findRanges(
  db: Kysely<Schema>,
  { from, column }: Part,
  where: RawBuilder<unknown>,
  facets: readonly Facet[],
): Promise<Found['ranges']> {
  if (facets.length === 0) return new Map()
  const columns = facets.map(column)
  const limits = columns.map(
    ({ expression }, at) => `min(${expression})::float8 as low${at}, max(${expression})::float8 as high${at}`,
  )
  const { rows } = await sql<Readonly<Record<string, number | null>>>`
    select ${sql.raw(limits.join(', '))} from ${sql.raw(from)} where ${where}`.execute(db)
  return new Map(
    facets.map((facet, at) => {
      const { factor } = columns[at] ?? {}
      const read = (name: string): number | null => {
        const value = rows[0]?.[`${name}${at}`] ?? null
        return value === null || factor === undefined ? value : Number((value * factor).toPrecision(10))
      }
      return [facet, { min: read('low'), max: read('high') }]
    }),
  )
}

/** Of several categories; those of one part keep their order. */
function joinCounts(lists: readonly (readonly Counted[])[]): readonly Counted[] {
  const [only = [], ...others] = lists.filter(({ length }) => length > 0)
  if (others.length === 0) return only
  const sums = new Map<string, number>()
  for (const { value, count } of lists.flat()) sums.set(value, (sums.get(value) ?? 0) + count)
  return [...sums].map(([value, count]) => ({ value, count })).sort(byCount)
}

function joinRanges(ranges: readonly FacetRange[]): FacetRange {
  const lows = ranges.flatMap(({ min }) => min ?? [])
  const highs = ranges.flatMap(({ max }) => max ?? [])
  return lows.length === 0 ? { min: null, max: null } : { min: Math.min(...lows), max: Math.max(...highs) }
}
