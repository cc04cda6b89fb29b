// Sends the notices about comments: published, refused, removed.

import type { Kysely } from 'kysely'
import type { CommentDecided } from '#server/content/events.ts'
import { hidesOwner } from '#server/content/fields/anonymity.ts'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { ANONYMOUS_NAME } from '#shared/access/anonymous-name.ts'
import { shortenText } from '#shared/formats/text-length.ts'
import { notify } from './notify.ts'

const EXCERPT = 60
const VISITOR = null

export async function notifyComment(
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
