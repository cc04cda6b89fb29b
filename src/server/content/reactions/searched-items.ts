// Ranks items by recent searches: the number of different people who searched for each.

import { type Kysely, sql } from 'kysely'
import { arePublic } from '#server/content/fields/public-states.ts'
import { ShortCache } from '#server/platform/cache/short-cache.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { visitorId } from '#server/platform/http/visitor-id.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import { perModel } from '#shared/model/per-model.ts'

/** How long a search counts. */
const DAYS = 7
/** Minimum number of people; one person's searches say nothing about the interest of many. */
const MIN_SEARCHERS = 2
/** More than a hot list shows on its first page; what follows is in hot order. */
const MAX_LISTED = 50

interface Hit {
  readonly id: string
  readonly type: string
}

export interface Searched extends Hit {
  readonly searchers: number
}

/**
 * Counts `person` (an account's id, or an address) once per item while the search counts, even if the person repeats
 * it. Searches that nobody has repeated in this time are deleted.
 */
export async function countSearcher(
  db: Kysely<Schema>,
  hits: readonly Hit[],
  person: string,
  now: Date,
): Promise<void> {
  const today = dayAt(now)
  await sql`with gone as (delete from search_hit where day <= ${dayAt(now, DAYS)} returning item_id),
      fewer as (select item_id, count(*)::int as number from gone group by item_id)
    update search_heat set searchers = searchers - number from fewer where search_heat.item_id = fewer.item_id`.execute(
    db,
  )
  // In one order, so that two searches at once do not wait for each other in a ring.
  const sorted = [...hits].sort((a, b) => (a.id < b.id ? -1 : 1))
  if (sorted.length === 0) return
  await sql`with found (item_id, type, searcher) as (select * from unnest(
        ${sorted.map(({ id }) => id)}::text[], ${sorted.map(({ type }) => type)}::text[],
        ${sorted.map(({ id }) => visitorId(person, id))}::text[])),
      counted as (insert into search_hit (item_id, searcher, day)
        select item_id, searcher, ${today}::date from found
        on conflict (item_id, searcher) do update set day = excluded.day where search_hit.day < excluded.day
        returning item_id, xmax = 0 as is_new)
    insert into search_heat (item_id, type, searchers)
    select item_id, type, 1 from found join counted using (item_id) where is_new
    on conflict (item_id) do update set searchers = search_heat.searchers + 1`.execute(db)
  cacheOf(db).clear()
}

/** Kept for a moment, because every reader of a hot list asks; this process's own searches are seen at once. */
const FRESH_MS = 1_000
const cacheOf = perModel((_db: Kysely<Schema>) => new ShortCache<readonly Searched[]>(FRESH_MS))

/** The public items of the types that most people searched for, the most searched first. */
export function loadSearched(
  db: Kysely<Schema>,
  types: readonly ContentType[],
  most = MAX_LISTED,
): Promise<readonly Searched[]> {
  const names = types.map(({ name }) => name)
  const isPublic = arePublic(types, 'item.')
  return cacheOf(db).read(`${most}:${isPublic}`, () => readSearched(db, names, isPublic, most))
}

async function readSearched(
  db: Kysely<Schema>,
  types: readonly string[],
  isPublic: string,
  most: number,
): Promise<readonly Searched[]> {
  const { rows } = await sql<Searched>`
    select item.id, item.type, searchers from search_heat join item on item.id = search_heat.item_id
    where search_heat.type in (${sql.join(types)}) and searchers >= ${MIN_SEARCHERS} and ${sql.raw(isPublic)}
    order by searchers desc, item.id desc limit ${sql.lit(most)}`.execute(db)
  return rows
}
