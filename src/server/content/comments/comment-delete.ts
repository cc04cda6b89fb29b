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
import { settleReports } from './settle-reports.ts'

export const commentDelete: ContentActionHandler = async (context) => {
  const { params, plan, services } = context
  const caller = requireSignedIn(context.caller)
  const id = requireText(params, 'id')
  return write(context, async (transaction) => {
    const { itemId } = await requireComment(transaction, plan.type.name, id)
    await lockItem(transaction, itemId)
    const comment = await requireComment(transaction, plan.type.name, id)
    if (comment.ownerId !== caller.id) {
      await requireItem(context, itemId, { db: transaction })
      throw new Failure(comment.status === COMMENT.shown ? 'FORBIDDEN' : 'NOT_FOUND')
    }
    const decision = { status: COMMENT.deleted, reason: null, by: caller.id, at: services.clock() }
    const reports = await settleReports(transaction, services, [id], decision)
    const commentCount = await decideComments(transaction, itemId, [id], decision)
    return { answer: { id, commentCount }, target: itemId, detail: { comment: id, ...reports } }
  })
}
