// Owns one comment with its replies.
import { memo } from 'react'
import type { Source } from '../../shared/page-model.ts'
import { Avatar } from '../ui/avatar.tsx'
import { toDateTime, toRelative } from '../ui/format-time.ts'
import { toText } from '../ui/to-text.ts'
import { LikeButton } from './like-button.tsx'
import { listOf } from './list-of.ts'
import type { Item } from './widget-props.ts'

export interface Comment {
  readonly id: string
  readonly content: string
  readonly ownerName: string | null
  readonly createdAt: string
  readonly likeCount: number
  readonly liked: boolean
  readonly replies: readonly Comment[]
}

export function toComment(item: Item): Comment {
  return {
    id: toText(item.id),
    content: toText(item.content),
    ownerName: toText(item.ownerName) || null,
    createdAt: toText(item.createdAt),
    likeCount: typeof item.likeCount === 'number' ? item.likeCount : 0,
    liked: item.liked === true,
    replies: listOf(item.replies).map(toComment),
  }
}

interface Props {
  readonly comment: Comment
  readonly like: Source | undefined
  /** Absent for visitors. */
  readonly onReply?: ((comment: Comment) => void) | undefined
}

export const CommentItem = memo(function CommentItem({ comment, like, onReply }: Props) {
  const { id, content, ownerName, createdAt, likeCount, liked, replies } = comment
  return (
    <li className="eq-comment">
      <Avatar name={ownerName} />
      <div className="eq-comment-body">
        <p className="eq-comment-head">
          <strong>{ownerName ?? '网友'}</strong>
          <time className="eq-muted eq-figure" dateTime={createdAt} title={toDateTime(createdAt)}>
            {toRelative(createdAt)}
          </time>
        </p>
        <p className="eq-long-text">{content}</p>
        <p className="eq-comment-foot">
          {like ? (
            <LikeButton call={{ path: like.path, params: { id } }} liked={liked} count={likeCount} />
          ) : null}
          {onReply ? (
            <button type="button" className="eq-text-button" onClick={() => onReply(comment)}>
              回复
            </button>
          ) : null}
        </p>
        {replies.length ? (
          <ul className="eq-comments">
            {replies.map((reply) => (
              <CommentItem key={reply.id} comment={reply} like={like} />
            ))}
          </ul>
        ) : null}
      </div>
    </li>
  )
})
