// Builds the SQL of searches: the items that match words or refer to an item that is called so, a page at a time.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { quote, valueExpression } from '#server/content/fields/field-expression.ts'
import { arePublic } from '#server/content/fields/public-states.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import { loadKeptMany } from './kept-rows.ts'

/** Matches are ranked among the newest ones; further pages go on by time. */
const MAX_RANKED = 1_000

/** Half a year halves the weight of a match. */
const rankBy = (match: string): string => `${match} /
  (1 + greatest(0, extract(epoch from now() - published_at)) / 15552000)`

const RANK = rankBy('ts_rank(search, query.words)')
/** Ranks matches of the words themselves before matches of their first synonym, and those before the others. */
const RANK_BEST = rankBy(`(case when search @@ query.first then ts_rank(search, query.first)
  when search @@ query.second then ts_rank(search, query.second) * 0.5 else ts_rank(search, query.words) * 0.1 end)`)

export interface MatchesSort {
  readonly expression: string
  readonly direction: 'asc' | 'desc'
  /** SQL after the direction, such as `nulls last`. */
  readonly empty: string
}

export interface MatchesQuery {
  /** Condition on the items, including `matchesWords(words)`. */
  readonly where: RawBuilder<unknown>
  /** tsquery in its text form, for the relevance. */
  readonly words: string
  /** Of `toBestQueries`: parts of `words` that count more than the rest. */
  readonly best?: readonly string[]
  /** Columns of `item` wanted of each row of the page. */
  readonly columns: RawBuilder<unknown>
  /** Expression to sort by and its direction; undefined for the best match first, by relevance and freshness. */
  readonly sort?: MatchesSort
  readonly page: number
  readonly limit: number
  /** One row about all of `found` (`found_id`, `found_type`); by default their `total`. */
  readonly counts?: RawBuilder<unknown>
  /** Types that the page is confined to, while `counts` are not. */
  readonly types?: readonly string[]
  /** Further columns of `found`, after a comma, for `counts` and `narrowed`. */
  readonly facts?: RawBuilder<unknown>
  /** Condition on `found` that the page is confined to, while `counts` are not. */
  readonly narrowed?: RawBuilder<unknown>
  /** Parts of the items of the page, each of which an index has in the order of time; that they match is all that is left. */
  readonly newest?: readonly RawBuilder<unknown>[]
}

export const NEWEST: MatchesSort = { expression: 'published_at', direction: 'desc', empty: '' }
const TOTAL = sql`select count(*)::int as total from found`

/** Condition that an item matches the words. The planner does not see the words. */
export function matchesWords(words: string): RawBuilder<unknown> {
  return sql`search @@ (select ${words}::tsquery)`
}

/**
 * Every row has the counts; on a page without items one row has nothing else.
 *
 * All matches are read before they are sorted, and the planner sees neither the words nor the offset. So there is
 * one plan, made once, for rare words and common ones: planning takes longer than reading the rows of a rare word,
 * and a plan of the planner's own choice walks through the newest items until it has met ten with the word.
 */
export function matchesStatement(query: MatchesQuery, most = MAX_RANKED): RawBuilder<unknown> {
  const { types, narrowed, counts = TOTAL } = query
  const { isRanked, ranked, order, page } = pageOf(query, most)
  const confined = [
    ...(types ? [sql`found_type in (${sql.join(types.map((type) => sql.lit(type)))})`] : []),
    ...(narrowed ? [narrowed] : []),
  ]
  const among = confined.length > 0 ? sql`where ${sql.join(confined, sql` and `)}` : sql``
  const sorted = sql`select found_id, found_key from found ${among} order by ${order}`
  return sql`with found as materialized (${foundOf(query)}
    ), page as (${isRanked ? ranked(sql`${sorted} limit ${sql.lit(rankedOf(query, most))}`) : sorted} ${page})
    select * from (${counts}) counted
    left join (select ${query.columns}, page.* from page join item on id = found_id) shown on true
    order by ${isRanked ? BEST_FIRST : order}`
}

export const BEST_FIRST = sql.raw('found_key desc, found_id desc')

/** The counts of `matchesStatement` alone. */
export function countsStatement(query: MatchesQuery): RawBuilder<unknown> {
  return sql`with found as materialized (${foundOf(query)}) ${query.counts ?? TOTAL}`
}

function foundOf({ sort = NEWEST, facts, where }: MatchesQuery): RawBuilder<unknown> {
  return sql`select id as found_id, type as found_type, ${sql.raw(sort.expression)} as found_key${facts ?? sql``}
    from item where ${where}`
}

/** As many as fill whole pages. */
export const rankedOf = ({ limit }: MatchesQuery, most: number): number => Math.floor(most / limit) * limit

/** The page within what was found. */
export function pageOf(query: MatchesQuery, most: number) {
  const { words, best = [], page, limit, sort } = query
  const offset = (page - 1) * limit
  const { expression: _expression, direction, empty } = sort ?? NEWEST
  return {
    offset,
    isRanked: sort === undefined && offset < rankedOf(query, most),
    order: sql.raw(`found_key ${direction}${empty}, found_id ${direction}`),
    page: sql`limit ${sql.lit(limit)} offset (select ${offset}::int)`,
    ranked: (
      newest: RawBuilder<unknown>,
    ) => sql`select id as found_id, ${sql.raw(best.length > 1 ? RANK_BEST : RANK)} as found_key
      from (${newest}) newest join item on id = found_id,
        (select ${words}::tsquery as words${
          best.length > 1 ? sql`, ${best[0]}::tsquery as first, ${best[1]}::tsquery as second` : sql``
        }) query
      order by ${BEST_FIRST}`,
  }
}

/**
 * Returns true where an item meets the condition, which holds `matchesWords`. For a mere `exists` the planner expects to
 * meet an item soon and reads the table, whole if no item has the words. The rows of a materialized part are planned
 * for all of them, and read up to the first.
 */
export async function hasFound(db: Kysely<Schema>, where: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with found as materialized (select from item where ${where}) select exists(select from found) as found`.execute(
    db,
  )
  return rows[0]?.found === true
}

/** The rows of the page, without the one that only carries the counts. */
export function pageRows<T extends { readonly id: string | null }>(rows: readonly T[]): readonly T[] {
  return rows.filter(({ id }) => id !== null)
}

/** Ids of what is referred to, with their titles. */
export type Referred = readonly { readonly id: string; readonly title: string }[]

/** A name that so many have in common, such as 示例, is no name to look for. */
const MAX_TARGETS = 20
/** Items with a word that are read faster than all items of a large type are looked up. */
const MAX_RARE = 2_000

type Searched = Pick<ContentType, 'name' | 'fields'>

export function referringFields({ fields }: Searched): Field[] {
  return fields.filter(
    ({ type, search, visible }) => type === 'ref' && search !== undefined && visible === undefined,
  )
}

/** Returns the referenceable items of the types whose title matches the words; `known` are all types. */
export async function loadReferred(
  db: Kysely<Schema>,
  known: readonly ContentType[],
  types: readonly Searched[],
  words: string,
): Promise<Referred> {
  const names = new Set(types.flatMap((type) => referringFields(type).flatMap(({ ref }) => ref ?? [])))
  const isPublic = arePublic(known.filter(({ name }) => names.has(name)))
  if (names.size === 0) return []
  // Titles are what has the first weight, and short names.
  const isCalledSo = sql`${sql.raw(isPublic)} and ts_filter(search, '{a}') @@ (select ${words}::tsquery)`
  // Rare words are found by them alone: the planner, which does not see the words, would look up all items of the types too.
  const statement = sql<{ id: string; title: string }>`
    with few as materialized (
      select id, type, status, title, search from item where ${matchesWords(words)} limit ${sql.lit(MAX_RARE + 1)})
    select id, title from few where (select count(*) from few) <= ${sql.lit(MAX_RARE)} and ${isCalledSo}
    union all
    select id, title from item
      where (select count(*) from few) > ${sql.lit(MAX_RARE)} and ${isCalledSo} and ${matchesWords(words)}
    limit ${sql.lit(MAX_TARGETS + 1)}`
  const rows = await loadKeptMany(db, statement, ({ length }) => length > MAX_TARGETS)
  return rows.length > MAX_TARGETS ? [] : rows
}

/** Condition that an item matches the words, or refers to one of the items `ids`. */
export function matchesOrRefers(
  words: string,
  types: readonly ContentType[],
  ids: readonly string[],
): RawBuilder<unknown> {
  const refers = types.flatMap((type) =>
    referringFields(type).map(
      (field) =>
        sql`(type = ${sql.raw(quote(type.name))} and ${sql.raw(valueExpression(type, field) ?? 'null')} = any(${ids}::text[]))`,
    ),
  )
  if (ids.length === 0 || refers.length === 0) return matchesWords(words)
  return sql`(${sql.join([matchesWords(words), ...refers], sql` or `)})`
}
