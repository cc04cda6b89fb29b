// Draws comments: ten a page, replies, likes, writing, deleting and reporting for signed-in users (CON-02).
import { useMemo, useState } from 'react'
import { useBlacklistStatus } from '#portal/core/access/blacklist-status.ts'
import { canCall } from '#portal/core/access/can-call.ts'
import { useSession } from '#portal/core/session/session.ts'
import { Empty } from '#portal/ui/empty.tsx'
import { Pagination } from '#portal/ui/pagination.tsx'
import { listOf, totalOf } from '#portal/widgets/items/read-list.ts'
import { SignInHint } from '#portal/widgets/notices/sign-in-hint.tsx'
import { SectionFrame } from '#portal/widgets/sections/parts/section-frame.tsx'
import { useSectionRead } from '#portal/widgets/sections/parts/use-section-read.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { DeleteComment, ReportComment } from './comment-dialogs.tsx'
import { CommentForm } from './comment-form.tsx'
import { type Comment, CommentItem, toComment } from './comment-item.tsx'

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
      <DeleteComment
        comment={deleting}
        call={commentDelete}
        onClose={() => setDeleting(null)}
        onDone={read.retry}
      />
      <ReportComment
        comment={reporting}
        call={commentReport}
        onClose={() => setReporting(null)}
        onDone={read.retry}
      />
    </SectionFrame>
  )
}
