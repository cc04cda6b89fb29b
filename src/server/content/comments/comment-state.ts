// Changes the state of comments and updates the item's counter, which equals the number of visible comments.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { COMMENT, type CommentState } from '#shared/lifecycles/comment-state.ts'

/** Counts what is shown anew; the item's row must be locked. Answers the count. */
export async function recount(transaction: Kysely<Schema>, itemId: string): Promise<number> {
  const { commentCount } = await transaction
    .updateTable('item')
    .set({
      commentCount: sql<number>`(select count(*)::int from comment where item_id = ${itemId} and status = ${sql.lit(COMMENT.shown)})`,
    })
    .where('id', '=', itemId)
    .returning('commentCount')
    .executeTakeFirstOrThrow()
  return commentCount
}

interface Decision {
  readonly status: CommentState
  readonly reason: string | null
  readonly by: string
  readonly at: Date
}

/** Decides about comments of one item, whose row must be locked; their reports must be settled (`settleReports`). */
export async function decideComments(
  transaction: Kysely<Schema>,
  itemId: string,
  ids: readonly string[],
  { status, reason, by, at }: Decision,
): Promise<number> {
  await transaction
    .updateTable('comment')
    .set({ status, reason, decidedBy: by, decidedAt: at, reportCount: 0 })
    .where('id', 'in', ids)
    .where('itemId', '=', itemId)
    .execute()
  return recount(transaction, itemId)
}
