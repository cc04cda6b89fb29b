// Stores the daily interest in items: the numbers of views and comparisons, retained for thirteen months.

import { type Kysely, sql } from 'kysely'
import { ShortCache } from '#server/platform/cache/short-cache.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import { perModel } from '#shared/model/per-model.ts'

export interface Interest {
  readonly itemId: string
  readonly type: string
  readonly views: number
  readonly compares: number
}

export interface Week {
  /** Its first day, such as `2026-11-16`. */
  readonly from: string
  readonly views: number
  readonly compares: number
}

const KEPT_DAYS = 400
/** For how long a comparison counts in the order of what is most compared. */
const COMPARED_DAYS = 30
/** More than a list shows on its first page; what follows is in hot order. */
const MAX_LISTED = 50
const FRESH_MS = 5_000

/** In one order, so that two servers never wait for each other. */
export async function addInterest(
  db: Kysely<Schema>,
  counts: readonly Interest[],
  day: string,
): Promise<void> {
  const sorted = [...counts].sort((a, b) => (a.itemId < b.itemId ? -1 : 1))
  await sql`insert into item_interest as known (item_id, day, type, views, compares)
    select item_id, ${day}::date, type, views, compares from unnest(
      ${sorted.map(({ itemId }) => itemId)}::text[], ${sorted.map(({ type }) => type)}::text[],
      ${sorted.map(({ views }) => views)}::int[], ${sorted.map(({ compares }) => compares)}::int[])
      as t (item_id, type, views, compares)
    on conflict (item_id, day) do update
      set views = known.views + excluded.views, compares = known.compares + excluded.compares`.execute(db)
}

/** Whole weeks that end with the day it is, the oldest first; those without a reader count nothing. */
export async function loadWeeks(
  db: Kysely<Schema>,
  itemId: string,
  now: Date,
  weeks: number,
): Promise<readonly Week[]> {
  const first = dayAt(now, weeks * 7 - 1)
  const { rows } = await sql<{ place: number; views: number; compares: number }>`
    select (day - ${first}::date) / 7 as place, sum(views)::int as views, sum(compares)::int as compares
    from item_interest where item_id = ${itemId} and day >= ${first}::date group by 1`.execute(db)
  return Array.from({ length: weeks }, (_, place) => {
    const { views = 0, compares = 0 } = rows.find((row) => row.place === place) ?? {}
    return { from: dayAt(now, weeks * 7 - 1 - place * 7), views, compares }
  })
}

const cacheOf = perModel((_db: Kysely<Schema>) => new ShortCache<readonly string[]>(FRESH_MS))

/** Ids of the type's items that were compared most these weeks, the most compared first; kept for a few seconds. */
export function loadCompared(db: Kysely<Schema>, type: string, now: Date): Promise<readonly string[]> {
  return cacheOf(db).read(type, () => readCompared(db, type, now))
}

async function readCompared(db: Kysely<Schema>, type: string, now: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ itemId: string }>`
    select item_id from item_interest
    where type = ${type} and compares > 0 and day > ${dayAt(now, COMPARED_DAYS)}::date
    group by item_id order by sum(compares) desc, item_id limit ${sql.lit(MAX_LISTED)}`.execute(db)
  return rows.map(({ itemId }) => itemId)
}

export async function forgetInterest(db: Kysely<Schema>, now: Date): Promise<void> {
  await sql`delete from item_interest where day < ${dayAt(now, KEPT_DAYS)}::date`.execute(db)
}
