// Reads the kept numbers of items by the values of the fields that are counted at each write.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import {
  type CountPlan,
  countPlanOf,
  groupedValue,
  markOf,
  type Within,
} from '#server/content/fields/count-sql.ts'
import { columnOf, quote, valueExpression } from '#server/content/fields/field-expression.ts'
import { type FieldFilter, filterKind, toCondition } from '#server/content/fields/filter.ts'
import { inStates } from '#server/content/fields/public-states.ts'
import type { Summed } from '#server/content/fields/summarise.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Every } from '#shared/formats/periods.ts'
import type { Field } from '#shared/model/content-model.ts'
import { type Counted, PROVINCE_DIGITS } from './facet-fields.ts'
import { isPublicQuery } from './find-projected.ts'
import type { ListQuery } from './list-query.ts'

/** Conditions on `item_count`; undefined where more is asked for than states and categories. */
export function keptConditions(plan: TypePlan, query: ListQuery): readonly RawBuilder<unknown>[] | undefined {
  const { page: _page, limit: _limit, sort: _sort, searched: _searched, day: _day, ...selection } = query
  const { statuses, filters, parameters, withChanges: _changes, now: _now, ...others } = selection
  const isNarrow =
    Object.values(others).some((value) => value !== undefined) || (parameters?.filters.length ?? 0) > 0
  if (isNarrow || statuses.length === 0 || !filters.every((filter) => isOnCategory(plan, filter)))
    return undefined
  return [sql.raw(`type = ${quote(plan.type.name)}`), ...filters.map((filter) => toCondition(plan, filter))]
}

function isOnCategory(plan: TypePlan, filter: FieldFilter): boolean {
  const field = plan.byName.get(filter.field)
  return (
    field !== undefined &&
    'test' in filter &&
    filter.test.in?.includes('') === false &&
    columnOf(plan.type, field) === 'category'
  )
}

interface KeptRows {
  readonly counts: CountPlan
  readonly conditions: readonly RawBuilder<unknown>[]
  readonly within: Within
}

/** The rows of a query that everybody gets the same answer to, with no filters but those on the category and a province. */
function keptRowsOf(plan: TypePlan, query: ListQuery): KeptRows | undefined {
  const counts = countPlanOf(plan.type, plan.calls)
  if (!counts || !isPublicQuery(plan, query)) return undefined
  const provinces = query.filters.filter((filter) => provinceOf(plan, filter) !== undefined)
  const [province] = provinces
  const filters = query.filters.filter((filter) => filter !== province)
  const conditions = keptConditions(plan, { ...query, filters })
  return conditions && { counts, conditions, within: { province: province && provinceOf(plan, province) } }
}

function provinceOf({ type, byName }: TypePlan, filter: FieldFilter): string | undefined {
  const field = byName.get(filter.field)
  if (!field || filter.field !== type.region || !('test' in filter)) return undefined
  const { gte, lt, ...others } = filter.test
  const isWhole = Object.keys(others).length === 0 && lt === `${gte}:`
  return isWhole && String(gte).length === PROVINCE_DIGITS ? String(gte) : undefined
}

/** Processes of another configuration may have ended the counting. */
const isKept = ({ type }: TypePlan, counts: CountPlan): RawBuilder<unknown> =>
  sql`exists (select from item_count where type = ${sql.lit(type.name)} and field = ${sql.lit(markOf(counts))})`

/** How many items have each value of a field, of the `most` frequent values; undefined where that is not kept. */
export async function loadKeptValues(
  db: Kysely<Schema>,
  plan: TypePlan,
  query: ListQuery,
  field: Field,
  { every, most }: { readonly every?: Every; readonly most?: number } = {},
): Promise<readonly Counted[] | undefined> {
  const kept = keptRowsOf(plan, query)
  const key = kept?.counts.keyOf(field, every, kept.within)
  if (!kept || key === undefined) return undefined
  const { rows } = await sql<{ counts: Readonly<Record<string, number>> | null; kept: boolean }>`
    select jsonb_object_agg(value, count) as counts, ${isKept(plan, kept.counts)} as kept from (
      select value, sum(n)::int as count from item_count
      where ${sql.join(kept.conditions, sql` and `)} and field = ${key} and ${sql.raw(inStates(query.statuses))}
      group by 1 having sum(n) > 0 order by 2 desc, 1 limit ${most ?? null}::int) summed`.execute(db)
  const [row] = rows
  if (!row?.kept) return undefined
  return Object.entries(row.counts ?? {}).map(([value, count]) => ({ value, count }))
}

/**
 * Selects the `total` of a query by one filter on a counted field, beside those on the category and a province; counted
 * as `where` says if it is not kept any more. Undefined where more is asked for.
 */
export function countByValue(
  plan: TypePlan,
  query: ListQuery,
  where: RawBuilder<unknown>,
): RawBuilder<unknown> | undefined {
  const chosen = query.filters.filter(
    (filter) => !isOnCategory(plan, filter) && provinceOf(plan, filter) === undefined,
  )
  const [filter = query.filters.find((one) => provinceOf(plan, one) !== undefined), ...others] = chosen
  const field = filter && plan.byName.get(filter.field)
  if (!filter || !field || others.length > 0 || !('test' in filter)) return undefined
  const province = provinceOf(plan, filter)
  const values = province === undefined ? valuesOf(field, filter.test) : [province]
  const kept = keptRowsOf(plan, { ...query, filters: query.filters.filter((one) => one !== filter) })
  const key = kept?.counts.keyOf(field, undefined, kept.within)
  if (!values || !kept || key === undefined) return undefined
  return sql`select case when ${isKept(plan, kept.counts)}
    then (select coalesce(sum(n), 0) from item_count where ${sql.join(kept.conditions, sql` and `)}
      and field = ${key} and ${sql.raw(inStates(query.statuses))} and value in (${sql.join(values)}))
    else (select count(*) from item where ${where}) end::int as total`
}

/** The values that an item is counted under once at most; undefined for other tests. */
function valuesOf(
  field: Field,
  { in: among, ...others }: Extract<FieldFilter, { test: unknown }>['test'],
): readonly string[] | undefined {
  if (!among || among.length === 0 || Object.keys(others).length > 0) return undefined
  if (filterKind(field) === 'overlaps' && new Set(among).size > 1) return undefined
  return [...new Set(among.map(String))]
}

interface Grouping {
  /** All items are one group without it. */
  readonly by?: Field
  readonly every?: Every
  readonly order?: RawBuilder<unknown>
  readonly most?: number
}

/**
 * Counts items and summarises their numbers as `summaryColumns` does, in groups or all of them. Counts and sums are kept;
 * the least and the greatest number are the first and the last of an index. Undefined where something is not kept.
 */
export async function loadKeptSums(
  db: Kysely<Schema>,
  plan: TypePlan,
  query: ListQuery,
  numbers: readonly Field[],
  { by, every = 'month', order = sql`1`, most = 1 }: Grouping = {},
): Promise<readonly Summed[] | undefined> {
  const kept = keptRowsOf(plan, query)
  if (!kept || query.filters.length > 0) return undefined
  const counted = by ? kept.counts.keyOf(by, every) : ''
  const keys = numbers.map((number) => kept.counts.sumOf(number, by, every))
  const group = by && groupedValue(plan.type, by, every)
  if (counted === undefined || keys.includes(undefined) || (by && !group)) return undefined
  const rows = sql`item_count where ${sql.join(kept.conditions, sql` and `)} and ${sql.raw(inStates(query.statuses))}`
  const within = group ? ` and ${group.expression} = ${group.of('grouped.value')}` : ''
  const extreme = (number: Field, of: string, direction: string): string => {
    const value = valueExpression(plan.type, number)
    const firsts = query.statuses.map(
      (
        status,
      ) => `(select ${value} from item where type = ${quote(plan.type.name)} and ${inStates([status])}${within}
        and ${value} is not null order by ${value} ${direction} limit 1)`,
    )
    return `${of}(${firsts.join(', ')})::float8`
  }
  const columns = numbers.map((number, place) =>
    sql.raw(`, coalesce(sum${place}.n, 0)::int as known${place}, sum${place}.total::float8 as sum${place},
      (sum${place}.total / nullif(sum${place}.n, 0))::float8 as average${place},
      ${extreme(number, 'least', '')} as minimum${place}, ${extreme(number, 'greatest', 'desc')} as maximum${place}`),
  )
  const joins = keys.map(
    (key, place) => sql`left join summed ${sql.raw(`sum${place}`)}
      on ${sql.raw(`sum${place}`)}.field = ${key} and ${sql.raw(`sum${place}`)}.value = grouped.value`,
  )
  const { rows: found } = await sql<Summed>`
    with grouped as materialized (
        select value, sum(n)::int as count from ${rows} and field = ${counted} and ${isKept(plan, kept.counts)}
        group by 1 having sum(n) > 0 order by ${order} limit ${sql.lit(most)}),
      summed as materialized (
        select field, value, sum(n) as n, sum(total) as total from ${rows} and field in (${sql.join(keys)})
        group by 1, 2 having sum(n) > 0)
    select grouped.value, grouped.count${sql.join(columns, sql``)}
    from grouped ${sql.join(joins, sql` `)} order by ${order}`.execute(db)
  return found.length > 0 ? found : undefined
}
