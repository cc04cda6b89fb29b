// Finds items by words that very many of them have: the newest are met soon on the way from the newest to the oldest, and
// what was counted of all of them is kept for some minutes.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { findKept, type Kept, keepRows, keyOf, type Row } from './kept-rows.ts'
import {
  BEST_FIRST,
  countsStatement,
  type MatchesQuery,
  matchesStatement,
  NEWEST,
  pageOf,
  rankedOf,
} from './search-matches.ts'

/** Matches from which on counting them takes much longer than reading a page of the newest. */
export const MIN_COMMON = 5_000
/** So few of them are ranked: the newest are hardly older than each other. */
export const MAX_RANKED_COMMON = 100
/** Beyond so many that do not match, looking up those that do takes less time. */
const MAX_WALKED = 20_000

/**
 * The page of `matchesStatement`, for words that many items have: the newest items are read one after the other until
 * `needed` of them match. Each row has the number that did, as `walked`; with fewer it is not the page.
 */
function newestStatement(
  query: MatchesQuery,
  most: number,
): { readonly statement: RawBuilder<unknown>; readonly needed: number } {
  const { words, newest = [], narrowed, limit, facts } = query
  const { isRanked, ranked, order, page, offset } = pageOf(query, most)
  const needed = isRanked ? rankedOf(query, most) : offset + limit
  const parts = newest.map(
    (
      where,
    ) => sql`(select id as found_id, published_at as found_key, search as found_search${facts ?? sql``} from item
      where ${where} order by published_at desc, id desc limit ${sql.lit(MAX_WALKED)})`,
  )
  const statement = sql`with found as materialized (
      select found_id, found_key from (
        select * from (${sql.join(parts, sql` union all `)}) part order by ${order} limit ${sql.lit(MAX_WALKED)}) walked
      where found_search @@ (select ${words}::tsquery)${narrowed ? sql` and ${narrowed}` : sql``}
      order by ${order} limit (select ${needed}::int)),
    page as (${isRanked ? ranked(sql`select * from found`) : sql`select * from found order by ${order}`} ${page})
    select * from (select count(*)::int as walked from found) counted
    left join (select ${query.columns}, page.* from page join item on id = found_id) shown on true
    order by ${isRanked ? BEST_FIRST : order}`
  return { statement, needed }
}

/**
 * The rows of `matchesStatement`. The rows of common words are those of now; what was counted of them may be some minutes
 * old.
 */
export async function loadMatching<T extends object>(
  db: Kysely<Schema>,
  query: MatchesQuery,
  totalOf: (row: T) => number,
): Promise<readonly T[]> {
  const load = async (most?: number) =>
    (await sql<T & Row>`${matchesStatement(query, most)}`.execute(db)).rows
  if (!query.newest || (query.sort && query.sort !== NEWEST)) return load()
  const counts = sql<Row>`${countsStatement(query)}`
  const key = keyOf(db, counts)
  const found = findKept(db, key, counts)
  if (found) return loadCommon(db, query, found, load)
  const startedAt = Date.now()
  const rows = await load()
  const [first] = rows
  if (!first || totalOf(first) < MIN_COMMON) return rows
  return loadCommon(db, query, keepRows(db, key, [first], startedAt), load)
}

async function loadCommon<T extends object>(
  db: Kysely<Schema>,
  query: MatchesQuery,
  kept: Kept,
  load: (most: number) => Promise<readonly (T & Row)[]>,
): Promise<readonly T[]> {
  const [counts] = kept.rows
  const withCounts = (rows: readonly Row[]): readonly T[] =>
    (rows.length > 0 ? rows : [{ id: null }]).map((row) => ({ ...counts, ...row }) as unknown as T) // both parts of a row
  const { statement, needed } = newestStatement(query, MAX_RANKED_COMMON)
  const types = String(query.types)
  if (needed < (kept.scattered.get(types) ?? Number.POSITIVE_INFINITY)) {
    const { rows } = await sql<Row & { readonly walked: number }>`${statement}`.execute(db)
    if ((rows[0]?.walked ?? 0) >= needed) return withCounts(rows.filter(({ id }) => id !== null))
    kept.scattered.set(types, needed)
  }
  return load(MAX_RANKED_COMMON)
}
