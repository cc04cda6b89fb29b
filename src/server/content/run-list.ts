// Owns the SQL of a list: the rows of one page, and how many there are in all.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { holds, matchesStatement, shownRows } from '../search/matches.ts'
import { HOT, quote } from './field-expression.ts'
import { toCondition } from './filter.ts'
import type { ItemRow } from './item-row.ts'
import type { ListQuery } from './list-query.ts'
import { hasChangeIn } from './pending-version.ts'
import { DEFAULT_SORT, emptyLast, orderBy, sortExpression } from './sort.ts'
import type { TypePlan } from './type-plan.ts'

export interface Listed {
  readonly rows: readonly ItemRow[]
  readonly total: number
}

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

/** A page of a search for words, and how many items hold them. */
export async function loadMatches(
  db: Kysely<Schema>,
  plan: TypePlan,
  query: ListQuery,
  words: string,
): Promise<Listed> {
  const { rows } = await sql<ItemRow & { total: number }>`${foundStatement(plan, query, words)}`.execute(db)
  return { rows: shownRows(rows), total: rows[0]?.total ?? 0 }
}

export function foundStatement(plan: TypePlan, query: ListQuery, words: string): RawBuilder<unknown> {
  const { sort, page, limit } = query
  return matchesStatement({
    where: whereOf(plan, query),
    words,
    columns: sql.raw(plan.listColumns),
    page,
    limit,
    ...(sort && {
      sort: {
        expression: sortExpression(plan.type, sort.field),
        direction: sort.descending ? 'desc' : 'asc',
        empty: emptyLast(sort.field),
      },
    }),
  })
}

export function countStatement(plan: TypePlan, query: ListQuery): RawBuilder<unknown> {
  return sql`select count(*)::int as total from item where ${whereOf(plan, query)}`
}

export function pageStatement(plan: TypePlan, query: ListQuery): RawBuilder<unknown> {
  const offset = (query.page - 1) * query.limit
  const columns = sql.raw(plan.listColumns)
  if (query.searched?.length) return searchedStatement(plan, query, query.searched, offset)
  return sql`select ${columns} from item where ${whereOf(plan, query)}
    order by ${sql.raw(orderBy(plan.type, query.sort ?? DEFAULT_SORT))} ${limitTo(query.limit, offset)}`
}

/** What is searched for before all others, or after them; the index of the hot order serves the others. */
function searchedStatement(
  plan: TypePlan,
  query: ListQuery,
  searched: readonly string[],
  offset: number,
): RawBuilder<unknown> {
  const isFirst = query.sort?.descending ?? true
  const direction = sql.raw(isFirst ? 'desc' : 'asc')
  const where = whereOf(plan, query)
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
 * PostgreSQL plans a statement anew each time while knowing the number of rows makes the plan look cheaper, which
 * takes longer than reading ten rows. So the limit stands in the text, and the offset is one that it cannot look at.
 */
function limitTo(limit: number, offset: number): RawBuilder<unknown> {
  return sql`limit ${sql.lit(limit)} offset (select ${offset}::int)`
}

/** Type and state stand as literals, so that the planner can match partial indexes. */
export function whereOf(plan: TypePlan, query: ListQuery): RawBuilder<unknown> {
  const { type, byName } = plan
  const parts = [
    sql.raw(`type = ${quote(type.name)}`),
    query.withChanges && query.statuses.length > 0
      ? sql`(${inStates(query)} or ${hasChangeIn(query.statuses)})`
      : inStates(query),
    ...(query.owner === undefined ? [] : [sql`owner_id = ${query.owner}`]),
    ...(query.parentOwner === undefined ? [] : [plan.relations.lieUnder(query.parentOwner)]),
    ...(query.reader === undefined ? [] : [plan.relations.readableTo(query.reader)]),
    ...(query.ids ? [sql`id in (${sql.join(query.ids)})`] : []),
    ...(query.search === undefined ? [] : [query.search === null ? sql`false` : holds(query.search)]),
    ...query.filters.map((filter) => toCondition(type, byName, filter)),
  ]
  return sql.join(parts, sql` and `)
}

function inStates({ statuses }: ListQuery): RawBuilder<unknown> {
  const states = statuses.map(quote)
  if (states.length === 0) return sql`false`
  return sql.raw(states.length === 1 ? `status = ${states[0]}` : `status in (${states})`)
}
