// Draws comments: ten a page, replies, likes, writing, deleting and reporting for signed-in users (CON-02).
import { type FormEvent, memo, useEffect, useId, useMemo, useState } from 'react'
import { useBlacklistStatus } from '#portal/core/access/blacklist-status.ts'
import { canCall } from '#portal/core/access/viewer.ts'
import { get, post } from '#portal/core/api/client.ts'
import { useSession } from '#portal/core/session/session.ts'
import { useUnsavedInput } from '#portal/core/session/unsaved-input.ts'
import { toast } from '#portal/core/state/toast.ts'
import { LikeButton } from '#portal/features/actions/like-button.tsx'
import { Avatar } from '#portal/ui/avatar.tsx'
import { Button } from '#portal/ui/button.tsx'
import { Empty } from '#portal/ui/empty.tsx'
import { toDateTime, toRelative } from '#portal/ui/format/format-time.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { useTask } from '#portal/ui/hooks/use-task.ts'
import { Pagination } from '#portal/ui/pagination.tsx'
import { Tag } from '#portal/ui/tag.tsx'
import { MutationDialog } from '#portal/widgets/dialogs/mutation-dialog.tsx'
import { ReportDialog } from '#portal/widgets/dialogs/report-dialog.tsx'
import { listOf, totalOf } from '#portal/widgets/items/read-list.ts'
import { SignInHint } from '#portal/widgets/notices/notices.tsx'
import { SectionFrame } from '#portal/widgets/sections/parts/section-frame.tsx'
import { useSectionRead } from '#portal/widgets/sections/parts/use-section-read.ts'
import type { Item, SectionProps } from '#portal/widgets/widget-props.ts'
import { countLetters, cutLetters } from '#shared/formats/text-length.ts'
import { COMMENT } from '#shared/lifecycles/comment-state.ts'
import type { Source } from '#shared/model/page-model.ts'

interface Comment {
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

function toComment(item: Item): Comment {
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

interface CommentItemProps {
  readonly comment: Comment
  readonly like: Source | undefined
  /** Absent for visitors. */
  readonly onReply?: ((comment: Comment) => void) | undefined
  readonly onDelete?: ((comment: Comment) => void) | undefined
  readonly onReport?: ((comment: Comment) => void) | undefined
}

/** Draws one comment with its replies. */
const CommentItem = memo(function CommentItem(props: CommentItemProps) {
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
function CommentStatus({ comment: { status, reason } }: Pick<CommentItemProps, 'comment'>) {
  if (status === COMMENT.waiting) return <Tag color="orange">待审核，仅自己可见</Tag>
  if (status !== COMMENT.refused) return null
  return <Tag color="red">{reason ? `审核不通过：${reason}` : '审核不通过'}</Tag>
}

function Foot({ comment, like, onReply, onDelete, onReport }: CommentItemProps) {
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

const MAX_LENGTH = 1000

interface Props {
  readonly path: string
  readonly dataId: string
  readonly replyTo: Comment | null
  readonly onCancelReply: () => void
  readonly onDone: () => void
}

/** Draws the form for a comment or a reply. */
function CommentForm({ path, dataId, replyTo, onCancelReply, onDone }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const { isBusy, problem, setProblem, run } = useTask('评论失败，请稍后重试')
  useUnsavedInput(() => text.trim())
  // Clears the error, which was about the reply to another comment; the text stays.
  //
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answered comment alone decides
  useEffect(() => setProblem(''), [replyTo])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const content = text.trim()
    if (!content) return setProblem('请填写评论内容')
    setProblem('')
    void run(async () => {
      const answer = await post<{ notice?: string } | null>(path, {
        dataId,
        content,
        ...(replyTo ? { replyTo: replyTo.id } : {}),
      })
      setText('')
      toast.success(answer?.notice ?? '评论已发布')
      onDone()
    })
  }
  return (
    <form className="eq-comment-form" onSubmit={submit}>
      <label htmlFor={id}>{replyTo ? `回复 ${replyTo.ownerName ?? '网友'}` : '写评论'}</label>
      <textarea
        id={id}
        className="eq-input"
        rows={3}
        value={text}
        placeholder="请文明发言，不要留下电话等个人信息"
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => {
          setText(cutLetters(event.target.value, MAX_LENGTH))
          setProblem('')
        }}
      />
      <div className="eq-comment-form-foot">
        <span
          id={`${id}-note`}
          className={problem ? 'eq-problem' : 'eq-muted'}
          role={problem ? 'alert' : undefined}
        >
          {problem || `${countLetters(text)} / ${MAX_LENGTH}`}
        </span>
        {replyTo ? <Button onClick={onCancelReply}>取消回复</Button> : null}
        <Button type="submit" look="primary" busy={isBusy}>
          发布
        </Button>
      </div>
    </form>
  )
}

const PAGE_SIZE = 10

export function CommentList({ section, scope }: SectionProps) {
  const { user } = useSession()
  const mayWrite = useBlacklistStatus().black ? null : user
  const [page, setPage] = useState(1)
  const [replyTo, setReplyTo] = useState<Comment | null>(null)
  const read = useSectionRead(section, scope, { page, limit: PAGE_SIZE })
  const comments = useMemo(() => listOf(read.data).map(toComment), [read.data])
  const total = totalOf(read.data)
  const [deleting, setDeleting] = useState<Comment | null>(null)
  const [reporting, setReporting] = useState<Comment | null>(null)
  const { calls = {} } = section.content ?? {}
  const offered = Object.entries(calls).filter(([, call]) => canCall(call, user))
  const { commentAdd, commentLike, commentDelete, commentReport } = Object.fromEntries(offered)
  const dataId = String((scope.item as { id?: unknown } | undefined)?.id ?? '')
  const done = () => {
    setReplyTo(null)
    setPage(1)
    read.retry()
  }
  return (
    <SectionFrame section={section} scope={scope} read={read}>
      {commentAdd && mayWrite ? (
        <CommentForm
          path={commentAdd.path}
          dataId={dataId}
          replyTo={replyTo}
          onCancelReply={() => setReplyTo(null)}
          onDone={done}
        />
      ) : commentAdd ? (
        <SignInHint what="发表评论" />
      ) : null}
      {comments.length === 0 ? <Empty text={commentAdd ? '还没有评论，欢迎发表评论' : '还没有评论'} /> : null}
      <ul className="eq-comments">
        {comments.map((comment) => (
          <CommentItem
            key={comment.id}
            comment={comment}
            like={commentLike}
            onReply={commentAdd && mayWrite ? setReplyTo : undefined}
            onDelete={commentDelete && mayWrite ? setDeleting : undefined}
            onReport={commentReport && mayWrite ? setReporting : undefined}
          />
        ))}
      </ul>
      {total > PAGE_SIZE ? (
        <Pagination page={page} size={PAGE_SIZE} total={total} sizes={false} onChange={setPage} />
      ) : null}
      <MutationDialog
        open={deleting !== null}
        title="删除评论"
        label="确定删除"
        isDanger
        done="评论已删除"
        mutate={async () => commentDelete && get(commentDelete.path, { id: deleting?.id })}
        onClose={() => setDeleting(null)}
        onDone={read.retry}
      >
        <p>删除后无法恢复，他人的回复仍会保留。</p>
      </MutationDialog>
      <ReportDialog
        open={reporting !== null}
        title="举报评论"
        send={async (report) => commentReport && post(commentReport.path, { id: reporting?.id, ...report })}
        onClose={() => setReporting(null)}
        onDone={read.retry}
      />
    </SectionFrame>
  )
}
