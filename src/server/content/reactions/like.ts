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
  return write(context, {
    persist: async ({ db, caller }) => {
      const like = { kind: 'item', id } as const
      const liked = await toggleLike(db, likerId(context, id), like, { keep: caller === null })
      return { ...liked, target: id, unlogged: true }
    },
    events: async ({ db, plan, services }, { answer, unchanged }) => {
      if (answer.liked && !unchanged)
        await services.events.emit(itemLiked, db, { plan, itemId: id, count: answer.likeCount })
    },
  })
}

/** Returns the id of the liker: the account, or for a visitor an id from the address. */
export function likerId({ caller, call }: ActionContext, id: string): string {
  return caller?.id ?? visitorId(call.request.address, id)
}
