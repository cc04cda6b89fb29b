// Deletes a comment for its author.

import { requireItem } from '#server/content/access/access.ts'
import type { ContentActionHandler } from '#server/content/action.ts'
import { write } from '#server/content/write/write.ts'
import { requireText } from '#server/platform/calls/read-parameter.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { Failure } from '#shared/calls/errors.ts'
import { COMMENT } from '#shared/lifecycles/comment-state.ts'
import { decideComments } from './comment-state.ts'
import { lockItem, requireComment } from './comments.ts'

export const commentDelete: ContentActionHandler = async (context) => {
  const { params, plan, services } = context
  const caller = requireSignedIn(context.caller)
  const id = requireText(params, 'id')
  return write(context, {
    authorize: async (work) => {
      const { itemId } = await requireComment(work.db, plan.type.name, id)
      await lockItem(work.db, itemId)
      const comment = await requireComment(work.db, plan.type.name, id)
      if (comment.ownerId === caller.id) return itemId
      await requireItem(work, itemId)
      throw new Failure(comment.status === COMMENT.shown ? 'FORBIDDEN' : 'NOT_FOUND')
    },
    persist: async ({ db }, itemId) => {
      const decision = { status: COMMENT.deleted, reason: null, by: caller.id, at: services.clock() }
      const { commentCount, reports } = await decideComments(db, services, itemId, [id], decision)
      return { answer: { id, commentCount }, target: itemId, detail: { comment: id, ...reports } }
    },
  })
}
