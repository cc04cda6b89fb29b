// Owns the comments on an item, newest first, each with its replies.

import { toPaged } from '../../operations/paged.ts'
import { readPaging } from '../../operations/read-paging.ts'
import { requireText } from '../../operations/read-parameter.ts'
import { requireItem } from '../access.ts'
import type { Action, ActionContext } from '../action.ts'
import { hidesOwner } from '../anonymous.ts'
import { countComments, loadComments, loadReplies, reportedBy, toComment } from '../comments.ts'
import type { ItemRow } from '../item-row.ts'
import { reactedTo } from '../reactions.ts'
import { requireType } from '../require-type.ts'

export const commentList: Action = async (context) => {
  const { plan, params, asker, services } = context
  requireType(context, params)
  const item = await requireItem(context, requireText(params, 'dataId'))
  const paging = readPaging(params)
  const load = () => loadList(context, item, paging)
  if (asker !== null) return load()
  return services.cache.read(plan.topics, `comments:${item.id}:${paging.page}:${paging.limit}`, load)
}

async function loadList(
  { db, asker, plan }: ActionContext,
  item: ItemRow,
  paging: { page: number; limit: number },
) {
  const viewer = asker?.id
  const [comments, total] = await Promise.all([
    loadComments(db, item.id, paging, viewer),
    countComments(db, item.id, viewer),
  ])
  const ids = comments.map(({ id }) => id)
  const replies = await loadReplies(db, item.id, ids, viewer)
  const shown = [...ids, ...replies.map(({ id }) => id)]
  const [liked, reported] = asker
    ? await Promise.all([reactedTo(db, asker.id, 'comment', shown), reportedBy(db, asker.id, shown)])
    : [new Set<string>(), new Set<string>()]
  const reader = {
    id: viewer,
    liked,
    reported,
    unknown: hidesOwner(plan.type, item, asker) ? item.ownerId : null,
  }
  const list = comments.map((comment) => ({
    ...toComment(comment, reader),
    replies: replies.filter(({ replyTo }) => replyTo === comment.id).map((reply) => toComment(reply, reader)),
  }))
  return toPaged(list, total, paging)
}
