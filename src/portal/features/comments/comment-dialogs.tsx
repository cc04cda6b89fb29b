// Draws the dialogs in which a comment is deleted by its author or reported by a reader.
import type { FormEvent } from 'react'
import { get, post } from '#portal/core/api/client.ts'
import { Dialog } from '#portal/ui/dialog.tsx'
import { MutationDialogFooter, useMutationDialog } from '#portal/widgets/dialogs/mutation-dialog.tsx'
import { ReportDialog } from '#portal/widgets/dialogs/report-dialog.tsx'
import type { Source } from '#shared/model/page-model.ts'
import type { Comment } from './comment-item.tsx'

interface Props {
  readonly comment: Comment | null
  readonly call: Source | undefined
  readonly onClose: () => void
  readonly onDone: () => void
}

export function DeleteComment(props: Props) {
  const { comment, call } = props
  const { problem, busy, close, run } = useMutationDialog(props)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (comment && call) void run(() => get(call.path, { id: comment.id }), '评论已删除')
  }
  return (
    <Dialog open={comment !== null} title="删除评论" onClose={close}>
      <form onSubmit={submit}>
        <p>删除后无法恢复，他人的回复仍会保留。</p>
        <MutationDialogFooter problem={problem} busy={busy} label="确定删除" onClose={close} isDanger />
      </form>
    </Dialog>
  )
}

export function ReportComment({ comment, call, onClose, onDone }: Props) {
  return (
    <ReportDialog
      open={comment !== null}
      title="举报评论"
      send={async (report) => {
        if (comment && call) await post(call.path, { id: comment.id, ...report })
      }}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
