// Draws one comment with its replies.
import { memo } from 'react'
import { LikeButton } from '#portal/features/actions/like-button.tsx'
import { Avatar } from '#portal/ui/avatar.tsx'
import { toDateTime, toRelative } from '#portal/ui/format/format-time.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { Tag } from '#portal/ui/tag.tsx'
import { listOf } from '#portal/widgets/items/read-list.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { COMMENT } from '#shared/lifecycles/comment-state.ts'
import type { Source } from '#shared/model/page-model.ts'

export interface Comment {
  readonly id: string
  readonly content: string
  readonly ownerName: string | null
  readonly createdAt: string
  readonly likeCount: number
  readonly liked: boolean
  /**
   * The state of the comment. Published comments are visible to everybody; authors also see their own pending and
   * refused ones.
   */
  readonly status: string
  readonly reason: string
  readonly mine: boolean
  readonly reported: boolean
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
    status: toText(item.status) || COMMENT.shown,
    reason: toText(item.reason),
    mine: item.mine === true,
    reported: item.reported === true,
    replies: listOf(item.replies).map(toComment),
  }
}

interface Props {
  readonly comment: Comment
  readonly like: Source | undefined
  /** Absent for visitors. */
  readonly onReply?: ((comment: Comment) => void) | undefined
  readonly onDelete?: ((comment: Comment) => void) | undefined
  readonly onReport?: ((comment: Comment) => void) | undefined
}

export const CommentItem = memo(function CommentItem(props: Props) {
  const { comment, ...offers } = props
  const { ownerName, createdAt, status, replies } = comment
  const isDeleted = status === COMMENT.deleted
  return (
    <li className="eq-comment">
      <Avatar name={ownerName} />
      <div className="eq-comment-body">
        {isDeleted ? (
          <p className="eq-muted">该评论已删除</p>
        ) : (
          <>
            <p className="eq-comment-head">
              <strong>{ownerName ?? '网友'}</strong>
              <time className="eq-muted eq-figure" dateTime={createdAt} title={toDateTime(createdAt)}>
                {toRelative(createdAt)}
              </time>
              <CommentStatus comment={comment} />
            </p>
            <p className="eq-long-text">{comment.content}</p>
            <Foot {...props} />
          </>
        )}
        {replies.length ? (
          <ul className="eq-comments">
            {replies.map((reply) => (
              <CommentItem key={reply.id} {...offers} comment={reply} onReply={undefined} />
            ))}
          </ul>
        ) : null}
      </div>
    </li>
  )
})

/** Draws the note that a comment is visible only to its author. */
function CommentStatus({ comment: { status, reason } }: Pick<Props, 'comment'>) {
  if (status === COMMENT.waiting) return <Tag color="orange">待审核，仅自己可见</Tag>
  if (status !== COMMENT.refused) return null
  return <Tag color="red">{reason ? `审核不通过：${reason}` : '审核不通过'}</Tag>
}

function Foot({ comment, like, onReply, onDelete, onReport }: Props) {
  const { id, liked, likeCount, status, mine, reported } = comment
  const isOnline = status === COMMENT.shown
  const buttons = [
    { label: '回复', on: isOnline ? onReply : undefined },
    { label: '删除', on: mine ? onDelete : undefined },
    { label: '举报', on: isOnline && !mine && !reported ? onReport : undefined },
  ]
  return (
    <p className="eq-comment-foot">
      {like && isOnline ? (
        <LikeButton call={{ path: like.path, params: { id } }} liked={liked} count={likeCount} />
      ) : null}
      {buttons.map(({ label, on }) =>
        on ? (
          <button key={label} type="button" className="eq-text-button" onClick={() => on(comment)}>
            {label}
          </button>
        ) : null,
      )}
      {reported ? <span className="eq-muted">已举报</span> : null}
    </p>
  )
}
