// Owns the taking of a comment from state to state, with the counter of its item, which equals the rows shown.
import { type Kysely, sql } from 'kysely'
import { COMMENT, type CommentState } from '../../shared/comment-state.ts'
import type { Schema } from '../database/schema.ts'

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

/** Decides about comments of one item, whose row must be locked; what was reported of them is settled. */
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
  await transaction.deleteFrom('commentReport').where('commentId', 'in', ids).execute()
  return recount(transaction, itemId)
}
