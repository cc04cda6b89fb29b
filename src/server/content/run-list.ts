// Owns the SQL of a list: the rows of one page, and how many there are in all.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { quote } from './field-expression.ts'
import { toCondition } from './filter.ts'
import type { ItemRow } from './item-row.ts'
import type { ListQuery } from './list-query.ts'
import { DEFAULT_SORT, orderBy } from './sort.ts'
import type { TypePlan } from './type-plan.ts'

/** Matches are ranked among the newest ones; further pages go on by time. */
export const MAX_RANKED = 1_000

/** Half a year halves the weight of a match. */
export const RANK = `ts_rank(search, query.words) /
  (1 + greatest(0, extract(epoch from now() - published_at)) / 15552000)`

export async function loadPage(
  db: Kysely<Schema>,
  plan: TypePlan,
  query: ListQuery,
): Promise<readonly ItemRow[]> {
  const { rows } = await sql<ItemRow>`${pageStatement(plan, query)}`.execute(db)
  return rows
}

export async function countAll(db: Kysely<Schema>, plan: TypePlan, query: ListQuery): Promise<number> {
  const { rows } = await sql<{ total: number }>`${countStatement(plan, query)}`.execute(db)
  return rows[0]?.total ?? 0
}

export function countStatement(plan: TypePlan, query: ListQuery): RawBuilder<unknown> {
  return sql`select count(*)::int as total from item where ${whereOf(plan, query)}`
}

export function pageStatement(plan: TypePlan, query: ListQuery): RawBuilder<unknown> {
  const offset = (query.page - 1) * query.limit
  const columns = sql.raw(plan.listColumns)
  const ranked = Math.floor(MAX_RANKED / query.limit) * query.limit
  if (query.sort === undefined && query.search && offset < ranked) {
    return sql`select ${columns} from (
        select item.* from item where ${whereOf(plan, query)}
        order by ${sql.raw(orderBy(plan.type, DEFAULT_SORT))} limit ${sql.lit(ranked)}
      ) item, (select ${query.search}::tsquery as words) query
      order by ${sql.raw(RANK)} desc, published_at desc, id desc ${limitTo(query.limit, offset)}`
  }
  return sql`select ${columns} from item where ${whereOf(plan, query)}
    order by ${sql.raw(orderBy(plan.type, query.sort ?? DEFAULT_SORT))} ${limitTo(query.limit, offset)}`
}

/**
 * PostgreSQL plans a statement anew each time while knowing the number of rows makes the plan look cheaper, which
 * takes longer than reading ten rows. So the limit stands in the text, and the offset is one that it cannot look at.
 */
function limitTo(limit: number, offset: number): RawBuilder<unknown> {
  return sql`limit ${sql.lit(limit)} offset (select ${offset}::int)`
}

/** Type and state stand as literals, so that the planner can match partial indexes. */
export function whereOf(plan: TypePlan, query: ListQuery): RawBuilder<unknown> {
  const { type, byName } = plan
  const states = query.statuses.map(quote)
  const parts = [
    sql.raw(`type = ${quote(type.name)}`),
    sql.raw(
      states.length === 0 ? 'false' : states.length === 1 ? `status = ${states[0]}` : `status in (${states})`,
    ),
    ...(query.owner === undefined ? [] : [sql`owner_id = ${query.owner}`]),
    ...(query.ids ? [sql`id in (${sql.join(query.ids)})`] : []),
    ...(query.search === undefined
      ? []
      : [query.search === null ? sql`false` : sql`search @@ ${query.search}::tsquery`]),
    ...query.filters.map((filter) => toCondition(type, byName, filter)),
  ]
  return sql.join(parts, sql` and `)
}
