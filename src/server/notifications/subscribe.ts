// Subscribes the notices to the events of the content engine, and sends those of transitions, edits and comments.

import type { Kysely } from 'kysely'
import type { CommentDecided, ItemEdited, ItemTransitioned } from '#server/content/events.ts'
import * as content from '#server/content/events.ts'
import { hidesOwner } from '#server/content/fields/anonymity.ts'
import { editedFields } from '#server/content/write/log.ts'
import type { Services } from '#server/platform/call.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { ANONYMOUS_NAME } from '#shared/access/anonymous-name.ts'
import { evaluateCondition } from '#shared/expressions/condition.ts'
import { shortenText } from '#shared/formats/text-length.ts'
import { COMMENT, type CommentState } from '#shared/lifecycles/comment-state.ts'
import { isNotify } from '#shared/lifecycles/effects.ts'
import { resolveReason } from '#shared/lifecycles/transition-reason.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Notify } from '#shared/model/notice-events.ts'
import { announce } from './announce.ts'
import { notify } from './notify.ts'

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

/** Fields that not every reader sees are not named. */
async function notifyEdit(transaction: Kysely<Schema>, { context, before, body }: ItemEdited): Promise<void> {
  const { plan, services, caller } = context
  const changed = editedFields(context, before, body)
  if (changed.length === 0) return
  const open = changed.flatMap(({ title, visible }) => (visible === undefined ? [title] : []))
  await notify(transaction, services, plan.type.events?.edit, {
    plan,
    itemId: before.id,
    actor: caller?.id ?? null,
    cause: `edit:${newId(services.clock())}`,
    values: { fields: open.length > 0 ? open.join('、') : '部分内容' },
  })
}

function notifyTransition(
  transaction: Kysely<Schema>,
  { context, itemId, row, transition, reason, before, ofChange, isDropping }: ItemTransitioned,
): Promise<void> {
  const { services, plan, caller, hand } = context
  const { title, to, do: list, reason: reasonRule, words: answered } = transition
  const words = resolveReason(reasonRule)
  const { lifecycle, title: what } = plan.type
  const state = lifecycle.states[to]?.title ?? to
  const notices = list?.filter(isNotify).filter(({ in: ends }) => ends?.includes(to) !== false)
  return notify(transaction, services, notices, {
    plan,
    itemId,
    row,
    actor: hand ?? caller?.id ?? null,
    before,
    cause: `step:${newId(services.clock())}`,
    values: {
      step: title,
      ...(ofChange ? { type: `${what}的修改稿` } : {}),
      state: ofChange === 'ended' ? '已生效' : state,
      reason: reason ?? '无',
      dropped: isDropping ? '此前提交的修改稿没有生效，以修改前的内容为准。' : '',
      words: words?.shown ?? words?.title ?? answered?.title ?? '原因',
    },
  })
}

const EXCERPT = 60
const VISITOR = null

async function notifyComment(
  transaction: Kysely<Schema>,
  services: Pick<Services, 'model' | 'clock'>,
  { plan, actor, commentId, event, reason }: CommentDecided,
): Promise<void> {
  const { events } = plan.type
  if (!events) return
  const comment = await transaction
    .selectFrom('comment')
    .innerJoin('item', 'item.id', 'comment.itemId')
    .leftJoin('account', 'account.id', 'comment.ownerId')
    .leftJoin('comment as root', 'root.id', 'comment.replyTo')
    .select(['comment.itemId', 'comment.ownerId', 'comment.body', 'account.name', 'root.ownerId as answered'])
    .select(['item.ownerId as itemOwner', 'item.body as itemBody'])
    .where('comment.id', '=', commentId)
    .executeTakeFirst()
  if (!comment) return
  const isUnnamed =
    comment.ownerId === comment.itemOwner &&
    hidesOwner(plan.type, { ownerId: comment.itemOwner, body: comment.itemBody }, VISITOR)
  const content = shortenText(comment.body, EXCERPT)
  const happening = {
    plan,
    itemId: comment.itemId,
    // The moderator of a comment is not notified of it, and its author is not notified of its publication.
    actor: event === 'public' ? comment.ownerId : actor,
    author: event === 'public' ? comment.answered : comment.ownerId,
    cause: `comment:${commentId}:${event}`,
    values: { content, author: isUnnamed ? ANONYMOUS_NAME : (comment.name ?? ''), reason: reason ?? '无' },
  }
  if (event !== 'public') return notify(transaction, services, events[event], happening)
  // The answered person gets the notice of the answer, and no second one of a comment on their item.
  await notify(transaction, services, comment.answered === null ? [] : events.reply, happening)
  await notify(transaction, services, events.comment, happening)
}
