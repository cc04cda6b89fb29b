// Subscribes the notices to the events of the content engine.

import * as content from '#server/content/events.ts'
import type { Services } from '#server/platform/call.ts'
import { evaluateCondition } from '#shared/expressions/condition.ts'
import { COMMENT, type CommentState } from '#shared/lifecycles/comment-state.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Notify } from '#shared/model/notice-events.ts'
import { announce } from './announce.ts'
import { notify } from './notify.ts'
import { notifyComment } from './notify-comment.ts'
import { notifyEdit } from './notify-edit.ts'
import { notifyTransition } from './notify-transition.ts'

const noticesOnAdd = (
  { events }: Pick<ContentType, 'events'>,
  body: Readonly<Record<string, unknown>>,
): readonly Notify[] =>
  (events?.add ?? []).filter(({ when }) => when === undefined || evaluateCondition(when, { item: body }))

const DECISIONS: Readonly<Record<CommentState, string>> = {
  [COMMENT.shown]: '经核实予以保留',
  [COMMENT.waiting]: '正在重新审核',
  [COMMENT.refused]: '经核实不再公开',
  [COMMENT.deleted]: '已被删除',
}

export function subscribeNotices(services: Services): void {
  const { events } = services
  events.on(content.itemAdded, (transaction, { plan, itemId, actor, body }) =>
    notify(transaction, services, noticesOnAdd(plan.type, body), {
      plan,
      itemId,
      actor,
      cause: `add:${itemId}`,
      values: {},
    }),
  )
  events.on(content.itemEdited, notifyEdit)
  events.on(content.itemTransitioned, notifyTransition)
  // A number of likes is reached once, however often likes come and go.
  events.on(content.itemLiked, (transaction, { plan, itemId, count }) =>
    notify(
      transaction,
      services,
      plan.type.events?.like?.filter(({ at }) => at.includes(count)),
      { plan, itemId, actor: null, cause: `like:${itemId}:${count}`, values: { count } },
    ),
  )
  events.on(content.transitionDueSoon, (transaction, { reminder, ...event }) =>
    notify(transaction, services, [reminder], { ...event, actor: null }),
  )
  events.on(content.commentDecided, (transaction, event) => notifyComment(transaction, services, event))
  events.on(
    content.reportsSettled,
    (transaction, { commentId, content: comment, status, reason, at, reporters }) =>
      announce(
        transaction,
        services,
        'comment.settled',
        {
          cause: `${commentId}:${at.toISOString()}`,
          values: { content: comment, decision: DECISIONS[status], reason: reason ?? '无' },
        },
        reporters,
      ),
  )
}
