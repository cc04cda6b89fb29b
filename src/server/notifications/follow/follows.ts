// Reads the rows of follows.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Model } from '#shared/model/model.ts'
import { type Follow, type FollowedItem, findFollowKeys, whoFollows } from './who-follows.ts'

/**
 * Returns the accounts that follow the item, each once; `now` is true where one of the account's follows asks for
 * immediate notices. Call it for an item that has just become public.
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
