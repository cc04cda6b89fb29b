// Builds and runs the SQL of a list: the rows of one page and the total.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { nearOrder } from '#server/content/fields/distance-order.ts'
import { HOT, quote } from '#server/content/fields/field-expression.ts'
import { toCondition } from '#server/content/fields/filter.ts'
import { inStates } from '#server/content/fields/public-states.ts'
import { DEFAULT_SORT, emptyLast, orderBy, type Sort, sortExpression } from '#server/content/fields/sort.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { hasChangeIn } from '#server/content/items/pending-change.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { Slots } from '#server/content/parameters/load-projected-columns.ts'
import { parameterKey } from '#server/content/parameters/parameter-plan.ts'
import {
  bodyParameter,
  bodySort,
  inProjection,
  slottedLeaves,
} from '#server/content/parameters/parameter-sql.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import { countProjected, isPublicQuery, loadCounted, loadProjected, toProjected } from './find-projected.ts'
import type { ListQuery } from './list-query.ts'
import { matchesOrRefers } from './matches-by-reference.ts'
import { matchesStatement, pageRows } from './search-matches.ts'
import { storedCount } from './stored-count.ts'

export interface ListedRow {
  readonly rows: readonly ItemRow[]
  readonly total: number
}

export async function loadListPage(
  db: Kysely<Schema>,
  plan: TypePlan,
  query: ListQuery,
  slots?: Slots,
): Promise<readonly ItemRow[]> {
  const projected = query.near ? undefined : toProjected(plan, query, slots)
  if (projected) return loadProjected(db, plan, query, projected)
  const { rows } = await sql<ItemRow>`${pageStatement(plan, query, slots)}`.execute(db)
  return rows
}

/** A page and its total; `count` is asked for the total where it does not come with the page. */
export async function loadListed(
  db: Kysely<Schema>,
  plan: TypePlan,
  query: ListQuery,
  slots: Slots | undefined,
  count: () => Promise<number>,
): Promise<ListedRow> {
  const projected = query.near ? undefined : toProjected(plan, query, slots)
  const counted = projected && (await loadCounted(db, plan, query, projected))
  if (counted) return { rows: counted.rows, total: counted.total ?? (await count()) }
  const [rows, total] = await Promise.all([loadListPage(db, plan, query, slots), count()])
  return { rows, total }
}

export async function countAll(
  db: Kysely<Schema>,
  plan: TypePlan,
  query: ListQuery,
  slots?: Slots,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`${countStatement(plan, query, slots)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** A page of a search for words, and how many items hold them. */
export async function loadMatches(
  db: Kysely<Schema>,
  plan: TypePlan,
  query: ListQuery,
  words: string,
  slots?: Slots,
): Promise<ListedRow> {
  const { rows } = await sql<
    ItemRow & { total: number }
  >`${buildListMatches(plan, query, words, slots)}`.execute(db)
  return { rows: pageRows(rows), total: rows[0]?.total ?? 0 }
}

export function buildListMatches(
  plan: TypePlan,
  query: ListQuery,
  words: string,
  slots?: Slots,
): RawBuilder<unknown> {
  const { sort, page, limit } = query
  return matchesStatement({
    where: listCondition(plan, query, slots),
    words,
    ...(query.best ? { best: query.best } : {}),
    columns: sql.raw(plan.listColumns),
    page,
    limit,
    ...(sort && {
      sort: {
        expression: expressionOf(plan, query, sort),
        direction: sort.descending ? 'desc' : 'asc',
        empty: emptyLast(sort.field),
      },
    }),
  })
}

export function countStatement(plan: TypePlan, query: ListQuery, slots?: Slots): RawBuilder<unknown> {
  const kept = storedCount(plan, query)
  const projected = kept ? undefined : toProjected(plan, { ...query, sort: DEFAULT_SORT }, slots)
  if (projected) return countProjected(query, projected)
  if (kept) return kept
  return sql`select count(*)::int as total from item where ${listCondition(plan, query, slots)}`
}

/** `slots` are the columns of the projection that may be read; without them items are asked themselves. */
export function pageStatement(plan: TypePlan, query: ListQuery, slots?: Slots): RawBuilder<unknown> {
  const offset = (query.page - 1) * query.limit
  const columns = sql.raw(plan.listColumns)
  if (query.near)
    return sql`select ${columns} from item where ${listCondition(plan, query, slots)}
      order by ${nearOrder(plan.type, query.near)}, ${sql.raw(orderOf(plan, query))} ${limitTo(query.limit, offset)}`
  if (query.searched?.length) return searchedStatement(plan, query, query.searched, offset)
  if (query.now && query.sort) return soonestStatement(plan, query, query.sort, query.now, slots)
  return sql`select ${columns} from item where ${listCondition(plan, query, slots)}
    order by ${sql.raw(orderOf(plan, query))} ${limitTo(query.limit, offset)}`
}

function expressionOf(plan: TypePlan, { parameters }: ListQuery, { field }: Sort): string {
  const key = plan.parameters && parameterKey(plan.parameters, field)
  if (!plan.parameters || key === undefined || !parameters) return sortExpression(plan.type, field)
  return bodySort(plan.type, plan.parameters, parameters.of, key)
}

function orderOf(plan: TypePlan, query: ListQuery): string {
  const { sort = DEFAULT_SORT } = query
  const expression = expressionOf(plan, query, sort)
  if (expression === sortExpression(plan.type, sort.field)) return orderBy(plan.type, sort)
  const direction = sort.descending ? 'desc' : 'asc'
  return `${expression} ${direction} nulls last, id ${direction}`
}

/**
 * Statement with open items first, the soonest on top, followed by past items, the latest on top. Each part has the
 * order of an index.
 */
function soonestStatement(
  plan: TypePlan,
  query: ListQuery,
  sort: Sort,
  now: string,
  slots: Slots | undefined,
): RawBuilder<unknown> {
  const offset = (query.page - 1) * query.limit
  const isTime = plan.byName.get(sort.field)?.type === 'date-time'
  const isAhead = toCondition(plan, { field: sort.field, from: isTime ? now : dayAt(Date.parse(now)) })
  const where = listCondition(plan, query, slots)
  const enough = sql`limit (select ${offset + query.limit}::int)`
  const value = sql.raw(sortExpression(plan.type, sort.field))
  const order = (descending: boolean) => sql.raw(orderBy(plan.type, { ...sort, descending }))
  return sql`select ${sql.raw(plan.listColumns)} from (
      (select item.*, 0 as part from item where ${where} and ${isAhead} order by ${order(false)} ${enough})
      union all
      (select item.*, 1 as part from item where ${where} and not coalesce(${isAhead}, false)
      order by ${order(true)} ${enough})
    ) item order by part, case when part = 0 then ${value} end, case when part = 0 then id end,
      ${value} desc nulls last, id desc ${limitTo(query.limit, offset)}`
}

/**
 * Statement with the most searched items before or after all others; the index of the hot order serves the others.
 */
function searchedStatement(
  plan: TypePlan,
  query: ListQuery,
  searched: readonly string[],
  offset: number,
): RawBuilder<unknown> {
  const isFirst = query.sort?.descending ?? true
  const direction = sql.raw(isFirst ? 'desc' : 'asc')
  const where = listCondition(plan, query)
  const enough = sql`limit (select ${offset + query.limit}::int)`
  const ids = sql`${searched}::text[]`
  return sql`select ${sql.raw(plan.listColumns)} from (
      select item.*, ${sql.lit(isFirst ? 1 : 0)} as part, -array_position(${ids}, id)::float8 as heat
      from item where ${where} and id = any(${ids})
      union all
      (select item.*, ${sql.lit(isFirst ? 0 : 1)} as part, ${sql.raw(HOT)}::float8 as heat
      from item where ${where} and id <> all(${ids})
      order by ${sql.raw(orderBy(plan.type, query.sort ?? DEFAULT_SORT))} ${enough})
    ) item order by part ${sql.raw('desc')}, heat ${direction}, id ${direction} ${limitTo(query.limit, offset)}`
}

/**
 * Builds the limit. PostgreSQL plans a statement anew each time while a known number of rows makes the plan look
 * cheaper, and that takes longer than reading ten rows. So the limit is a literal, and the offset is a subquery that
 * the planner cannot evaluate.
 */
function limitTo(limit: number, offset: number): RawBuilder<unknown> {
  return sql`limit ${sql.lit(limit)} offset (select ${offset}::int)`
}

/** Type and state stand as literals, so that the planner can match partial indexes. */
export function listCondition(plan: TypePlan, query: ListQuery, slots?: Slots): RawBuilder<unknown> {
  const { type } = plan
  const parts = [
    sql.raw(`type = ${quote(type.name)}`),
    query.withChanges && query.statuses.length > 0
      ? sql`(${statesOf(query)} or ${hasChangeIn(query.statuses)})`
      : statesOf(query),
    ...(query.owner === undefined ? [] : [sql`owner_id = ${query.owner}`]),
    ...(query.parentOwner === undefined ? [] : [plan.relations.isRelated('parent.owner', query.parentOwner)]),
    ...(query.reader === undefined ? [] : [plan.relations.readableTo(query.reader)]),
    ...(query.ids ? [sql`id in (${sql.join(query.ids)})`] : []),
    ...(query.search === undefined
      ? []
      : [query.search === null ? sql`false` : matchesOrRefers(query.search, [type], query.referred ?? [])]),
    ...query.filters.map((filter) => toCondition(plan, filter)),
    ...parametersOf(plan, query, slots),
  ]
  return sql.join(parts, sql` and `)
}

function parametersOf(plan: TypePlan, query: ListQuery, slots: Slots | undefined): RawBuilder<unknown>[] {
  const { type, parameters } = plan
  const requested = query.parameters
  if (!parameters || !requested || requested.filters.length === 0) return []
  const keys = requested.filters.map(({ key }) => key)
  const leaves = isPublicQuery(plan, query) ? slottedLeaves(parameters, slots, requested.of, keys) : undefined
  return [leaves ? inProjection(leaves, requested) : bodyParameter(type, parameters, requested)]
}

const statesOf = ({ statuses }: ListQuery): RawBuilder<unknown> => sql.raw(inStates(statuses))
