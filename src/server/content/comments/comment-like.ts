// Likes a comment on an item that the caller may read.

import { requireItem } from '#server/content/access/access.ts'
import type { ContentActionHandler } from '#server/content/action.ts'
import { likerId } from '#server/content/reactions/like.ts'
import { toggleLike } from '#server/content/reactions/reactions.ts'
import { write } from '#server/content/write/write.ts'
import { requireText } from '#server/platform/calls/read-parameter.ts'
import { Failure } from '#shared/calls/errors.ts'
import { COMMENT } from '#shared/lifecycles/comment-state.ts'

export const commentLike: ContentActionHandler = async (context) => {
  const { db, params, plan, caller } = context
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
  return write(context, {
    persist: async (work) => {
      const like = { kind: 'comment', id } as const
      const liked = await toggleLike(work.db, likerId(context, id), like, { keep: caller === null })
      return { ...liked, target: id, unlogged: true }
    },
  })
}
