// Owns liking a comment, which must stand on an item that the asker may read.
import { COMMENT } from '../../../shared/comment-state.ts'
import { Failure } from '../../../shared/errors.ts'
import { requireText } from '../../operations/read-parameter.ts'
import { requireItem } from '../access.ts'
import type { Action } from '../action.ts'
import { toggleLike } from '../reactions.ts'
import { write } from '../write.ts'
import { likerId } from './like.ts'

export const commentLike: Action = async (context) => {
  const { db, params, plan, asker } = context
  const id = requireText(params, 'id')
  const comment = await db
    .selectFrom('comment')
    .select('itemId')
    .where('id', '=', id)
    .where('itemType', '=', plan.type.name)
    .where('status', '=', COMMENT.shown)
    .executeTakeFirst()
  if (!comment) throw new Failure('NOT_FOUND')
  await requireItem(context, comment.itemId)
  return write(context, async (transaction) => {
    const liked = await toggleLike(
      transaction,
      likerId(context, id),
      { kind: 'comment', id },
      { keep: asker === null },
    )
    return { ...liked, target: id, unlogged: true }
  })
}
