// Checks if the caller likes an item.
import { requireItem } from '#server/content/access/access.ts'
import type { ContentActionHandler } from '#server/content/action.ts'
import { likerId } from './like.ts'
import { hasReaction, type LikeState } from './reactions.ts'

export const checkLike: ContentActionHandler = async (context): Promise<LikeState> => {
  const { id, likeCount } = await requireItem(context)
  const liked = await hasReaction(context.db, likerId(context, id), { kind: 'item', id })
  return { liked, likeCount }
}
