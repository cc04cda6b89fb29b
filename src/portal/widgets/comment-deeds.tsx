// Owns the dialogs in which a comment is deleted by its writer or reported by a reader.

import { type FormEvent, useId, useState } from 'react'
import { DICTIONARY } from '../../shared/own-dictionaries.ts'
import type { Source } from '../../shared/page-model.ts'
import { get, post } from '../api/client.ts'
import { useDictionary } from '../app/dictionaries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import type { Comment } from './comment-item.tsx'

interface Props {
  readonly comment: Comment | null
  readonly call: Source | undefined
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Runs the call, says what came of it, and tells whoever shows the comments. */
function useDeed({ onClose, onDone }: Props) {
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const close = () => {
    setProblem('')
    onClose()
  }
  const run = async (deed: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await deed()
      toast.success(done)
      close()
      onDone()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '操作失败，请稍后重试')
    } finally {
      setBusy(false)
    }
  }
  return { problem, setProblem, busy, close, run }
}

export function DeleteComment(props: Props) {
  const { comment, call } = props
  const { problem, busy, close, run } = useDeed(props)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (comment && call) void run(() => get(call.path, { id: comment.id }), '评论已删除')
  }
  return (
    <Dialog open={comment !== null} title="删除评论" onClose={close}>
      <form onSubmit={submit}>
        <p>删除后不能恢复；别人的回复仍会保留。</p>
        <Foot problem={problem} busy={busy} label="确定删除" onClose={close} isDanger />
      </form>
    </Dialog>
  )
}

export function ReportComment(props: Props) {
  const { comment, call } = props
  const { problem, setProblem, busy, close, run } = useDeed(props)
  const reasons = useDictionary(DICTIONARY.reportReasons)
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const reason = String(form.get('reason') ?? '')
    const content = String(form.get('content') ?? '').trim()
    if (!reason) return setProblem('请选择举报原因')
    const body = { id: comment?.id, reason, ...(content ? { content } : {}) }
    if (comment && call) void run(() => post(call.path, body), '举报已提交，运营人员会尽快核实')
  }
  return (
    <Dialog open={comment !== null} title="举报评论" onClose={close}>
      <form onSubmit={submit}>
        <fieldset className="eq-report-reasons">
          <legend>举报原因</legend>
          {reasons.map(({ value, label }) => (
            <label key={value}>
              <input type="radio" name="reason" value={value} /> {label}
            </label>
          ))}
        </fieldset>
        <div className="eq-native-field">
          <label htmlFor={id}>说明（可不填）</label>
          <textarea id={id} name="content" className="eq-input" rows={3} maxLength={200} />
        </div>
        <Foot problem={problem} busy={busy} label="提交举报" onClose={close} />
      </form>
    </Dialog>
  )
}

interface FootProps {
  readonly problem: string
  readonly busy: boolean
  readonly label: string
  readonly isDanger?: boolean
  readonly onClose: () => void
}

function Foot({ problem, busy, label, isDanger = false, onClose }: FootProps) {
  return (
    <>
      {problem ? (
        <p className="eq-problem" role="alert">
          {problem}
        </p>
      ) : null}
      <div className="eq-actions eq-actions-end">
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" look={isDanger ? 'danger' : 'primary'} busy={busy}>
          {label}
        </Button>
      </div>
    </>
  )
}
