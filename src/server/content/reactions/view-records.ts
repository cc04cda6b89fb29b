// Stores the viewing history of an account: private, limited in number, and deletable by the user.
import { type Kysely, sql } from 'kysely'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { SEEN_FOR } from '#server/platform/statistics/seen-views.ts'

const MAX_RECORDS = 200

/** Call for what counts as a view, which a repetition within half an hour does not. */
export async function keepView({ db, clock }: Services, userId: string, itemId: string): Promise<void> {
  const viewedAt = clock()
  await db
    .insertInto('viewRecord')
    .values({ userId, itemId, viewedAt })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'itemId'])
        .doUpdateSet({ times: sql<number>`view_record.times + 1`, viewedAt })
        // Another process may have counted it already.
        .where('viewRecord.viewedAt', '<=', new Date(viewedAt.getTime() - SEEN_FOR)),
    )
    .execute()
  await sql`delete from view_record where user_id = ${userId} and item_id in (
    select item_id from view_record where user_id = ${userId}
    order by viewed_at desc, item_id offset ${sql.lit(MAX_RECORDS)})`.execute(db)
}

/** One item, or all of them. */
export async function forgetViews(db: Kysely<Schema>, userId: string, itemId?: string): Promise<number> {
  const own = db.deleteFrom('viewRecord').where('userId', '=', userId)
  const { numDeletedRows } = await (itemId === undefined
    ? own
    : own.where('itemId', '=', itemId)
  ).executeTakeFirst()
  return Number(numDeletedRows)
}
