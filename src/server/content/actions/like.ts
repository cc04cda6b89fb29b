// Owns liking an item: a second like by a user takes the first back, a visitor's counts once.

import { visitorId } from '../../operations/visitor.ts'
import { requireItem } from '../access.ts'
import type { Action, ActionContext } from '../action.ts'
import { itemLiked } from '../events.ts'
import { toggleLike } from '../reactions.ts'
import { refuseOwn } from '../refuse-own.ts'
import { write } from '../write.ts'

export const like: Action = async (context) => {
  const row = await requireItem(context)
  const { id } = row
  refuseOwn(row, context.asker, 'like')
  return write(context, async (transaction) => {
    const liked = await toggleLike(
      transaction,
      likerId(context, id),
      { kind: 'item', id },
      { keep: context.asker === null },
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

/** Whose like it is: the account's, or the visitor's by address. */
export function likerId({ asker, call }: ActionContext, id: string): string {
  return asker?.id ?? visitorId(call.request.address, id)
}
