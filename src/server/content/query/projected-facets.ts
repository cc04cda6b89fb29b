// Computes the facets of a public list from the projection alone.
import { type RawBuilder, sql } from 'kysely'
import type { ActionContext } from '#server/content/action.ts'
import { columnOf as columnOfType } from '#server/content/fields/field-expression.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import {
  byCount,
  type Counted,
  countGroups,
  findRanges,
  joinRanges,
} from '#server/content/parameters/count-facets.ts'
import type { Slots } from '#server/content/parameters/load-projected-columns.ts'
import { isNumber } from '#server/content/parameters/parameter-plan.ts'
import { type SlottedLeaf, slotConditions, slottedLeaves } from '#server/content/parameters/parameter-sql.ts'
import type { Field } from '#shared/model/content-model.ts'
import {
  type FacetField,
  facetFields,
  facetName,
  facetParameters,
  PROVINCE_DIGITS,
  toChoice,
  toRange,
} from './facet-fields.ts'
import { isPublicQuery, projectedCondition } from './find-projected.ts'
import { type FacetResult, type FacetScope, without, withoutParameter } from './item-facets.ts'
import type { ListQuery } from './list-query.ts'

interface Column {
  readonly expression: string
  readonly isList: boolean
}

/** Undefined where something is asked or to be counted that the projection does not know. */
export async function projectedFacets(
  context: ActionContext,
  { query, category, slots }: FacetScope,
): Promise<FacetResult | undefined> {
  const { plan, content } = context
  if (
    !plan.parameters ||
    !slots?.isWhole ||
    !isPublicQuery(plan, query) ||
    query.ids ||
    query.search !== undefined
  )
    return undefined
  const fields = facetFields(plan, content.fixed)
  const columns = new Map(fields.flatMap((field) => columnOf(plan, slots, field)))
  const shared = facetParameters(plan, category)
  const leaves =
    category === undefined
      ? []
      : slottedLeaves(
          plan.parameters,
          slots,
          category,
          shared.map(({ name }) => name),
        )
  const all = wherever(plan, slots, leaves ?? [], query)
  if (columns.size < fields.length || !leaves || !all) return undefined
  const [own, parameters] = await Promise.all([
    ownFacets(context, fields, columns, slots, leaves, query, all),
    shared.length > 0 ? parameterFacets(context, shared, slots, leaves, query) : [],
  ])
  return { total: own.total, facets: [...own.facets, ...parameters] }
}

function columnOf({ type, parameters }: TypePlan, slots: Slots, field: Field): [string, Column][] {
  if (field.name === parameters?.chooser.name) return [[field.name, { expression: 'set_no', isList: false }]]
  if (field.name === type.region)
    return [[field.name, { expression: `left(region, ${PROVINCE_DIGITS})`, isList: false }]]
  const slot = slots.own.get(field.name)
  if (slot === undefined || isNumber(field)) return []
  const expression = field.type === 'boolean' ? `coalesce(${slot}, 'false')` : slot
  return [[field.name, { expression, isList: field.type.endsWith('-list') }]]
}

/** Undefined where a filter is on a field that is not there. */
function commonOf(plan: TypePlan, slots: Slots, { filters }: ListQuery): RawBuilder<unknown>[] | undefined {
  const conditions = filters.map((filter) => projectedCondition(plan, slots, filter))
  const known = conditions.filter((condition) => condition !== undefined)
  return known.length === conditions.length ? known : undefined
}

/** All rows that the query finds, of all sets where no parameter is asked. */
function wherever(
  plan: TypePlan,
  slots: Slots,
  leaves: readonly SlottedLeaf[],
  query: ListQuery,
): RawBuilder<unknown> | undefined {
  const common = commonOf(plan, slots, query)
  if (!common) return undefined
  const requested = query.parameters?.filters ?? []
  const [only] = leaves
  const hasChooser = query.filters.some(({ field }) => field === plan.parameters?.chooser.name)
  if (requested.length > 0 && only) {
    const any = leaves.map((leaf) => sql`(${slotConditions(leaf, requested)})`)
    return sql.join([sql`(${sql.join(any, sql` or `)})`, ...common], sql` and `)
  }
  const numbers = [...slots.sets.values()].map(({ no }) => no)
  const every = hasChooser ? [] : [sql.raw(`set_no in (${numbers.join(', ') || 'null'})`)]
  return sql.join([...every, ...common], sql` and `)
}

async function ownFacets(
  context: ActionContext,
  fields: readonly Field[],
  columns: ReadonlyMap<string, Column>,
  slots: Slots,
  leaves: readonly SlottedLeaf[],
  query: ListQuery,
  all: RawBuilder<unknown>,
): Promise<{ total: number; facets: readonly FacetField[] }> {
  const { plan, db } = context
  const filtered = new Set(query.filters.map(({ field }) => field))
  // Its own filter does not narrow what else could be chosen.
  const apart = fields.filter(({ name }) => filtered.has(name))
  const together = new Map([...columns].filter(([name]) => !filtered.has(name)))
  const ids = new Map([...slots.sets].map(([id, { no }]) => [String(no), id]))
  const [counts, ...others] = await Promise.all([
    countGroups(db, all, together),
    ...apart.map(async (field) => {
      const rest = without(plan, query, field)
      const kept = await loadStoredCategoryCounts(db, plan, field, rest)
      if (kept) return new Map([[field.name, kept]])
      const where = wherever(plan, slots, leaves, rest) ?? sql`false`
      const column = columns.get(field.name)
      return countGroups(db, where, new Map(column ? [[field.name, column]] : []))
    }),
  ])
  const found = new Map([...others.flatMap((one) => [...one]), ...counts])
  const facets = await Promise.all(
    fields.map((field) => {
      const values = found.get(field.name) ?? []
      const isChooser = field.name === plan.parameters?.chooser.name
      const withIds = isChooser
        ? values.map((one) => ({ ...one, value: ids.get(one.value) ?? one.value }))
        : values
      return toChoice(context, field, field.name, withIds)
    }),
  )
  return { total: counts.get('')?.[0]?.count ?? 0, facets }
}

/** How many items each category has, where nothing else is asked: that is kept. */
async function loadStoredCategoryCounts(
  db: ActionContext['db'],
  { type, inPublic, parameters }: TypePlan,
  field: Field,
  { filters, parameters: requested }: ListQuery,
): Promise<readonly Counted[] | undefined> {
  const isKept = field.name === parameters?.chooser.name && columnOfType(type, field) === 'category'
  if (!isKept || filters.length > 0 || requested) return undefined
  const { rows } = await sql<Counted>`select category as value, sum(n)::int as count from item_count
    where type = ${type.name} and ${sql.raw(inPublic)} group by 1 having sum(n) > 0`.execute(db)
  return rows.toSorted(byCount)
}

async function parameterFacets(
  context: ActionContext,
  shared: readonly Field[],
  slots: Slots,
  leaves: readonly SlottedLeaf[],
  query: ListQuery,
): Promise<FacetField[]> {
  const { plan, db } = context
  const common = commonOf(plan, slots, query) ?? []
  const requested = query.parameters?.filters ?? []
  const whereOf = (leaf: SlottedLeaf, key?: string) =>
    sql.join(
      [
        slotConditions(
          leaf,
          key === undefined ? requested : (withoutParameter(query, key).parameters?.filters ?? []),
        ),
        ...common,
      ],
      sql` and `,
    )
  const isRequested = ({ name }: Field) => requested.some(({ key }) => key === name)
  const numbers = shared.filter(isNumber)
  const choices = shared.filter((field) => !isNumber(field))
  const ofLeaf = async (leaf: SlottedLeaf) => {
    const column = ({ name }: Field): [string, Column] => [
      name,
      { expression: leaf.slots.get(name) ?? 'null', isList: false },
    ]
    const free = choices.filter((field) => !isRequested(field))
    const [ranges, counts, ...apart] = await Promise.all([
      findRanges(
        db,
        leaf,
        whereOf(leaf),
        numbers.filter((field) => !isRequested(field)).map(({ name }) => name),
      ),
      free.length > 0
        ? countGroups(db, whereOf(leaf), new Map(free.map(column)))
        : new Map<string, Counted[]>(),
      ...shared
        .filter(isRequested)
        .map(async (field) =>
          isNumber(field)
            ? { ranges: await findRanges(db, leaf, whereOf(leaf, field.name), [field.name]) }
            : { counts: await countGroups(db, whereOf(leaf, field.name), new Map([column(field)])) },
        ),
    ])
    return {
      ranges: new Map([...ranges, ...apart.flatMap((one) => [...(one.ranges ?? [])])]),
      counts: new Map([...counts, ...apart.flatMap((one) => [...(one.counts ?? [])])]),
    }
  }
  const found = await Promise.all(leaves.map(ofLeaf))
  return Promise.all(
    shared.map((field) => {
      const name = facetName(plan, field.name)
      if (isNumber(field))
        return toRange(field, name, joinRanges(found.flatMap(({ ranges }) => ranges.get(field.name) ?? [])))
      return toChoice(
        context,
        field,
        name,
        joinCounts(found.map(({ counts }) => counts.get(field.name) ?? [])),
      )
    }),
  )
}

function joinCounts(lists: readonly (readonly Counted[])[]): Counted[] {
  const sums = new Map<string, number>()
  for (const { value, count } of lists.flat()) sums.set(value, (sums.get(value) ?? 0) + count)
  return [...sums].map(([value, count]) => ({ value, count })).sort(byCount)
}
