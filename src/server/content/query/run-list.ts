// Builds and runs the SQL of a list: the rows of one page and the total.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { nearOrder } from '#server/content/fields/distance-order.ts'
import { HOT, quote } from '#server/content/fields/field-expression.ts'
import { isOwnedBy, toCondition } from '#server/content/fields/filter.ts'
import { inStates } from '#server/content/fields/public-states.ts'
import {
  DEFAULT_SORT,
  emptyLast,
  limitTo,
  orderBy,
  type Sort,
  sortExpression,
} from '#server/content/fields/sort.ts'
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
import type { ContentType } from '#shared/model/content-model.ts'
import { perModel } from '#shared/model/per-model.ts'
import { loadMatching } from './common-matches.ts'
import { countProjected, isPublicQuery, loadCounted, loadProjected, toProjected } from './find-projected.ts'
import { countByValue, keptConditions } from './kept-counts.ts'
import type { ListQuery } from './list-query.ts'
import { type MatchesQuery, matchesOrRefers, matchesStatement, pageRows } from './search-matches.ts'

const listColumnsOf = perModel(({ listColumns }: TypePlan) => sql.raw(listColumns))

export interface ListedRow {
  readonly rows: readonly ItemRow[]
  readonly total: number
}

/** A page and its total; `count` is asked for the total where it does not come with the page. */
export async function loadListed(
  db: Kysely<Schema>,
  plan: TypePlan,
  query: ListQuery,
  slots: Slots | undefined,
  count: () => Promise<number>,
): Promise<ListedRow> {
  const projected = slots && !query.near ? toProjected(plan, query, slots) : undefined
  const counted = projected && (await loadCounted(db, plan, query, projected, storedCount(plan, query)))
  if (counted) return { rows: counted.rows, total: counted.total ?? (await count()) }
  const [rows, total] = await Promise.all([
    projected ? loadProjected(db, plan, query, projected) : loadPage(db, plan, query, slots),
    count(),
  ])
  return { rows, total }
}

async function loadPage(
  db: Kysely<Schema>,
  plan: TypePlan,
  query: ListQuery,
  slots: Slots | undefined,
): Promise<readonly ItemRow[]> {
  const { rows } = await sql<ItemRow>`${pageStatement(plan, query, slots)}`.execute(db)
  return rows
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
  const rows = await loadMatching<ItemRow & { total: number }>(
    db,
    matchesOf(plan, query, words, slots),
    ({ total }) => total,
  )
  return { rows: pageRows(rows), total: rows[0]?.total ?? 0 }
}

export const buildListMatches = (plan: TypePlan, query: ListQuery, words: string): RawBuilder<unknown> =>
  matchesStatement(matchesOf(plan, query, words))

function matchesOf(plan: TypePlan, query: ListQuery, words: string, slots?: Slots): MatchesQuery {
  const { sort, page, limit, search: _search, ...rest } = query
  const isPlain = !query.referred?.length && !query.withChanges
  return {
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
    ...(isPlain && {
      newest: query.statuses.map((status) =>
        listCondition(plan, { ...rest, page, limit, statuses: [status] }, slots),
      ),
    }),
  }
}

export function countStatement(plan: TypePlan, query: ListQuery, slots?: Slots): RawBuilder<unknown> {
  const stored = storedCount(plan, query)
  if (stored) return stored
  const projected = slots && toProjected(plan, { ...query, sort: DEFAULT_SORT }, slots)
  if (projected) return countProjected(query, projected)
  return sql`select count(*)::int as total from item where ${listCondition(plan, query, slots)}`
}

/** Selects `total` without counting what does not change; undefined where more is asked for than is kept. */
function storedCount(plan: TypePlan, query: ListQuery): RawBuilder<unknown> | undefined {
  const conditions = keptConditions(plan, query)
  if (!conditions) return countByValue(plan, query, listCondition(plan, query))
  const where = sql.join(conditions, sql` and `)
  const states = sql.raw(inStates(query.statuses))
  const stored = sql`select coalesce(sum(n), 0)::int as total from item_count
    where ${where} and field = '' and ${states}`
  if (!query.withChanges) return stored
  // Few changes wait at a time.
  return sql`select (${stored}) + (select count(*) from item
    where ${where} and not ${states} and id in (
      select item_id from pending_version where status in (${sql.join(query.statuses)})))::int as total`
}

/** `slots` are the columns of the projection that may be read; without them items are asked themselves. */
export function pageStatement(plan: TypePlan, query: ListQuery, slots?: Slots): RawBuilder<unknown> {
  const limit = limitTo(query.limit, (query.page - 1) * query.limit)
  if (query.searched?.length && !query.near)
    return pageOf(plan, { ...searchedRows(plan, query, query.searched), limit })
  if (query.now && query.sort && !query.near)
    return pageOf(plan, { ...soonestRows(plan, query, query.sort, query.now, slots), limit })
  if (query.near) {
    const order = sql`${nearOrder(plan.type, query.near)}, ${orderOf(plan, query)}`
    return pageOf(plan, { from: sql`item where ${listCondition(plan, query, slots)}`, order, limit })
  }
  const order = orderOf(plan, query)
  if (isSplit(query)) return pageOf(plan, { from: splitByState(plan, query, slots), order, limit })
  const from = sql`item where ${listCondition(plan, query, slots)}`
  return (query.page - 1) * query.limit < DEEP
    ? pageOf(plan, { from, order, limit })
    : deepPageOf(plan, { from, order, limit })
}

/** Rows before a page, from which on looking up those of the page costs less than reading those before it. */
const DEEP = 100

/** The index alone tells which items are on the page, where it holds all that is asked. */
function deepPageOf(
  plan: TypePlan,
  { from, order, limit }: SortedRows & { readonly limit: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`select ${listColumnsOf(plan)} from (
    select id as page_id from ${from} order by ${order} ${limit}) page join item on id = page_id order by ${order}`
}

/** An index has the items of one state in order, and those of several only one state after the other. */
const isSplit = ({ statuses, owner, parentOwner, reader, ids, search }: ListQuery): boolean =>
  statuses.length > 1 && [owner, parentOwner, reader, ids, search].every((value) => value === undefined)

/** As many of each state as the page may need, and those that only their waiting change brings in, which are few. */
function splitByState(plan: TypePlan, query: ListQuery, slots: Slots | undefined): RawBuilder<unknown> {
  const { withChanges, statuses, ...rest } = query
  const first = sql`order by ${orderOf(plan, query)} limit (select ${query.page * query.limit}::int)`
  const parts = statuses.map(
    (status) =>
      sql`(select item.* from item where ${listCondition(plan, { ...rest, statuses: [status] }, slots)} ${first})`,
  )
  const changed = sql`(select item.* from item where ${listCondition(plan, { ...rest, statuses: otherStates(plan, statuses) }, slots)}
    and id in (select item_id from pending_version where status in (${sql.join(statuses)})) ${first})`
  return sql`(${sql.join(withChanges ? [...parts, changed] : parts, sql` union all `)}) item`
}

const otherStates = ({ type }: TypePlan, statuses: readonly string[]): string[] =>
  Object.keys(type.lifecycle.states).filter((state) => !statuses.includes(state))

interface SortedRows {
  /** The rows, called `item`. */
  readonly from: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
}

/** Reads the columns of the rows of the page only: around the offset they would be read of all rows before it too. */
function pageOf(
  plan: TypePlan,
  { from, order, limit }: SortedRows & { readonly limit: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`select ${listColumnsOf(plan)} from (
    select item.* from ${from} order by ${order} ${limit}) item order by ${order}`
}

function expressionOf(plan: TypePlan, { parameters }: ListQuery, { field }: Sort): string {
  const key = plan.parameters && parameterKey(plan.parameters, field)
  if (!plan.parameters || key === undefined || !parameters) return sortExpression(plan.type, field)
  return bodySort(plan.type, plan.parameters, parameters.of, key)
}

function orderOf(plan: TypePlan, query: ListQuery): RawBuilder<unknown> {
  const { sort = DEFAULT_SORT } = query
  const direction = sort.descending ? 'desc' : 'asc'
  if (plan.byName.has(sort.field))
    return textOf(plan, `order ${sort.field} ${direction}`, () => orderBy(plan.type, sort))
  const expression = expressionOf(plan, query, sort)
  if (expression === sortExpression(plan.type, sort.field)) return sql.raw(orderBy(plan.type, sort))
  return sql.raw(`${expression} ${direction} nulls last, id ${direction}`)
}

/** Open items first, the soonest on top, followed by past items, the latest on top. Each part has the order of an index. */
function soonestRows(
  plan: TypePlan,
  query: ListQuery,
  sort: Sort,
  now: string,
  slots: Slots | undefined,
): SortedRows {
  const isTime = plan.byName.get(sort.field)?.type === 'date-time'
  const today = isTime ? now : dayAt(Date.parse(now))
  const isAhead = toCondition(plan, { field: sort.field, test: { gte: today } })
  const where = listCondition(plan, query, slots)
  const enough = sql`limit (select ${query.page * query.limit}::int)`
  const value = sql.raw(sortExpression(plan.type, sort.field))
  const order = (descending: boolean) => sql.raw(orderBy(plan.type, { ...sort, descending }))
  return {
    from: sql`(
      (select item.*, 0 as part from item where ${where} and ${isAhead} order by ${order(false)} ${enough})
      union all
      (select item.*, 1 as part from item where ${where} and not coalesce(${isAhead}, false)
      order by ${order(true)} ${enough})
    ) item`,
    order: sql`part, case when part = 0 then ${value} end, case when part = 0 then id end,
      ${value} desc nulls last, id desc`,
  }
}

/** The most searched items before or after all others; the index of the hot order serves the others. */
function searchedRows(plan: TypePlan, query: ListQuery, searched: readonly string[]): SortedRows {
  const isFirst = query.sort?.descending ?? true
  const direction = sql.raw(isFirst ? 'desc' : 'asc')
  const where = listCondition(plan, query)
  const enough = sql`limit (select ${query.page * query.limit}::int)`
  const ids = sql`${searched}::text[]`
  return {
    from: sql`(
      select item.*, ${sql.lit(isFirst ? 1 : 0)} as part, -array_position(${ids}, id)::float8 as heat
      from item where ${where} and id = any(${ids})
      union all
      (select item.*, ${sql.lit(isFirst ? 0 : 1)} as part, ${sql.raw(HOT)}::float8 as heat
      from item where ${where} and id <> all(${ids})
      order by ${sql.raw(orderBy(plan.type, query.sort ?? DEFAULT_SORT))} ${enough})
    ) item`,
    order: sql`part desc, heat ${direction}, id ${direction}`,
  }
}

export function listCondition(plan: TypePlan, query: ListQuery, slots?: Slots): RawBuilder<unknown> {
  const { type } = plan
  const parts = [
    query.withChanges && query.statuses.length > 0
      ? sql`${sql.raw(typeCondition(plan))} and (${statesOf(query)} or ${hasChangeIn(query.statuses)})`
      : stateCondition(plan, query),
    ...(query.owner === undefined ? [] : [sql`owner_id = ${query.owner}`]),
    ...(query.parentOwner === undefined ? [] : [plan.relations.isRelated('parent.owner', query.parentOwner)]),
    ...(query.reader === undefined ? [] : [plan.relations.readableTo(query.reader)]),
    ...(query.within === undefined ? [] : [plan.relations.where(query.within)]),
    ...(query.ids ? [sql`id in (${sql.join(query.ids)})`] : []),
    ...(query.search === undefined ? [] : [searchCondition(type, query)]),
    ...query.filters.map((filter) => toCondition(plan, filter)),
    ...parametersOf(plan, query, slots),
  ]
  return sql.join(parts, sql` and `)
}

function searchCondition(
  type: ContentType,
  { search, referred = [], named }: ListQuery,
): RawBuilder<unknown> {
  const matches = search ? [matchesOrRefers(search, [type], referred)] : []
  const names = named === undefined ? [] : [sql`id = ${named}`, isOwnedBy(named)]
  const all = [...matches, ...names]
  return all.length > 0 ? sql`(${sql.join(all, sql` or `)})` : sql`false`
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
const typeCondition = ({ type }: TypePlan): string => `type = ${quote(type.name)}`

/** Type and state stand as literals, so that the planner can match partial indexes. */
const stateCondition = (plan: TypePlan, { statuses }: ListQuery): RawBuilder<unknown> =>
  textOf(plan, `states ${statuses.join(' ')}`, () => `${typeCondition(plan)} and ${inStates(statuses)}`)

const textsOf = perModel((_plan: TypePlan) => new Map<string, RawBuilder<unknown>>())

/** SQL that recurs from request to request: the states and the orders of a type, of which there are a few. */
function textOf(plan: TypePlan, key: string, build: () => string): RawBuilder<unknown> {
  const texts = textsOf(plan)
  const text = texts.get(key) ?? sql.raw(build())
  texts.set(key, text)
  return text
}
