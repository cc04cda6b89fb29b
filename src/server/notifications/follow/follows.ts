// Owns the rows of what people follow.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Model } from '#shared/model/model.ts'
import { type Follow, type FollowedItem, findFollowKeys, whoFollows } from './who-follows.ts'

/**
 * The accounts that follow what the item is for, each once; `now` where one of his follows asks to be told at once.
 * To be called for an item that has just become public.
 */
export async function loadFollowers(
  db: Kysely<Schema>,
  model: Model,
  item: FollowedItem,
): Promise<ReadonlyMap<string, Follow['mode']>> {
  const places = findFollowKeys(model, item)
  const named = (Object.keys(places) as Follow['kind'][]).flatMap((kind) =>
    places[kind].length === 0 ? [] : [sql`(kind = ${kind} and place in (${sql.join(places[kind])}))`],
  )
  if (named.length === 0) return new Map()
  const { rows } = await sql<Follow>`select id, user_id, kind, place, query, mode from follow
    where ${sql.join(named, sql` or `)}`.execute(db)
  const followers = new Map<string, Follow['mode']>()
  for (const { userId, mode } of whoFollows(model, item, rows))
    if (followers.get(userId) !== 'now') followers.set(userId, mode)
  return followers
}
