// Inserts the rows behind the counters of samples, because a counter always equals its rows.

import { type Kysely, sql } from 'kysely'
import type { NewRow } from '#server/content/write/insert-items.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { zoneName } from '#shared/formats/portal-time.ts'
import type { Sample } from './sample.ts'

const HOUR_MS = 3_600_000

export async function insertComments(
  db: Kysely<Schema>,
  samples: readonly Sample[],
  rows: readonly NewRow[],
  owners: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  const comments = rows.flatMap((row, index) =>
    (samples[index]?._comments ?? []).flatMap((comment, place) => {
      const ownerId = owners.get(comment.by)
      const createdAt = new Date(Math.min(now.getTime(), row.createdAt.getTime() + (place + 1) * HOUR_MS))
      const text = { itemId: row.id, itemType: row.type, body: comment.text, likeCount: comment.likes ?? 0 }
      return ownerId === undefined ? [] : [{ ...text, id: newId(createdAt), ownerId, createdAt }]
    }),
  )
  for (let start = 0; start < comments.length; start += 500) {
    await db
      .insertInto('comment')
      .values(comments.slice(start, start + 500))
      .execute()
  }
}

/** Once, after all comments: each write of an item costs as much as its insertion. */
export async function countComments(db: Kysely<Schema>): Promise<void> {
  await sql`update item set comment_count = counted.total
    from (select item_id, count(*)::int as total from comment group by item_id) counted
    where item.id = counted.item_id`.execute(db)
}

/** Likes of people who have no account. */
export async function insertLikes(db: Kysely<Schema>): Promise<void> {
  for (const kind of ['item', 'comment']) {
    await sql`
      insert into reaction (user_id, target_kind, target_id, kind)
      select 'sample:' || person, ${kind}::text, target.id, 'like'
      from ${sql.ref(kind)} target, generate_series(1, target.like_count) person
      on conflict do nothing`.execute(db)
  }
}

/** So many days back begin the trends of samples. */
const SPREAD_DAYS = 84

/**
 * A part of the views of samples falls on the weeks before, more of it lately, so that their trends have a shape, and
 * some of them count as compared. Only types that are compared by parameters have any of that.
 */
export async function insertInterest(db: Kysely<Schema>, now: Date): Promise<void> {
  const days = sql`${SPREAD_DAYS}::int`
  await sql`
    insert into item_interest (item_id, day, type, views, compares)
    select item.id, (${now.toISOString()}::timestamptz at time zone ${sql.lit(zoneName())})::date - back, item.type,
      item.view_count * (${days} - back) * (3 + abs(hashtext(item.id || back)) % 5) / 25000,
      case when abs(hashtext(item.id)) % 9 = 0 then abs(hashtext(item.id || back)) % 4 else 0 end
    from item join parameter_source source on source.type = item.type,
      generate_series(0, ${days} - 1, 3) back
    where item.status = any(source.states) and item.view_count > 0`.execute(db)
}
