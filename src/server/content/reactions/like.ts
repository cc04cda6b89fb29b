// Likes an item: a user's second like removes the first, a visitor's counts once.

import { requireItem } from '#server/content/access/access.ts'
import { refuseOwn } from '#server/content/access/refuse-own.ts'
import type { ActionContext, ContentActionHandler } from '#server/content/action.ts'
import { itemLiked } from '#server/content/events.ts'
import { write } from '#server/content/write/write.ts'
import { visitorId } from '#server/platform/http/visitor-id.ts'
import { toggleLike } from './reactions.ts'

export const like: ContentActionHandler = async (context) => {
  const row = await requireItem(context)
  const { id } = row
  refuseOwn(row, context.caller, 'like')
  return write(context, async (transaction) => {
    const liked = await toggleLike(
      transaction,
      likerId(context, id),
      { kind: 'item', id },
      { keep: context.caller === null },
    )
    if (liked.answer.liked && !liked.unchanged)
      await context.services.events.emit(itemLiked, transaction, {
        plan: context.plan,
        itemId: id,
        count: liked.answer.likeCount,
      })
    return { ...liked, target: id, unlogged: true }
  })
}

/** Returns the id of the liker: the account, or for a visitor an id from the address. */
export function likerId({ caller, call }: ActionContext, id: string): string {
  return caller?.id ?? visitorId(call.request.address, id)
}
