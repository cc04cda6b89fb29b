// Lists the comments on an item, newest first, each with its replies.

import { requireItem } from '#server/content/access/access.ts'
import type { ActionContext, ContentActionHandler } from '#server/content/action.ts'
import { hidesOwner } from '#server/content/fields/anonymity.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { reactedTo } from '#server/content/reactions/reactions.ts'
import { requireType } from '#server/content/reactions/require-type.ts'
import { readPaging, requireText } from '#server/platform/calls/read-parameter.ts'
import { toPaged } from '#shared/calls/envelope.ts'
import { commentCountSql, loadComments, loadReplies, reportedBy, toCommentAnswer } from './comments.ts'

export const commentList: ContentActionHandler = async (context) => {
  const { plan, params, caller, services } = context
  requireType(context, params)
  const item = await requireItem(context, requireText(params, 'dataId'))
  const paging = readPaging(params)
  const load = () => loadList(context, item, paging)
  if (caller !== null) return load()
  return services.cache.read(plan.topics, `comments:${item.id}:${paging.page}:${paging.limit}`, load)
}

async function loadList(
  { db, caller, plan }: ActionContext,
  item: ItemRow,
  paging: { page: number; limit: number },
) {
  const viewer = caller?.id
  const [comments, total] = await Promise.all([
    loadComments(db, item.id, paging, viewer),
    commentCountSql(db, item.id, viewer),
  ])
  const ids = comments.map(({ id }) => id)
  const replies = await loadReplies(db, item.id, ids, viewer)
  const shown = [...ids, ...replies.map(({ id }) => id)]
  const [liked, reported] = caller
    ? await Promise.all([reactedTo(db, caller.id, 'comment', shown), reportedBy(db, caller.id, shown)])
    : [new Set<string>(), new Set<string>()]
  const reader = {
    id: viewer,
    liked,
    reported,
    unknown: hidesOwner(plan.type, item, caller) ? item.ownerId : null,
  }
  const list = comments.map((comment) => ({
    ...toCommentAnswer(comment, reader),
    replies: replies
      .filter(({ replyTo }) => replyTo === comment.id)
      .map((reply) => toCommentAnswer(reply, reader)),
  }))
  return toPaged(list, total, paging)
}
