// Draws the form for a comment or a reply.

import { type FormEvent, useEffect, useId, useState } from 'react'
import { post } from '#portal/core/api/client.ts'
import { useUnsavedInput } from '#portal/core/session/unsaved-input.ts'
import { toast } from '#portal/core/state/toast.ts'
import { Button } from '#portal/ui/button.tsx'
import { countLetters, cutLetters } from '#shared/formats/text-length.ts'
import type { Comment } from './comment-item.tsx'

const MAX_LENGTH = 1000

interface Props {
  readonly path: string
  readonly dataId: string
  readonly replyTo: Comment | null
  readonly onCancelReply: () => void
  readonly onDone: () => void
}

export function CommentForm({ path, dataId, replyTo, onCancelReply, onDone }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  useUnsavedInput(() => text.trim())
  // Clears the error, which was about the reply to another comment; the text stays.
  //
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answered comment alone decides
  useEffect(() => setProblem(''), [replyTo])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const content = text.trim()
    if (!content) return setProblem('请填写评论内容')
    setBusy(true)
    setProblem('')
    try {
      const answer = await post<{ notice?: string } | null>(path, {
        dataId,
        content,
        ...(replyTo ? { replyTo: replyTo.id } : {}),
      })
      setText('')
      toast.success(answer?.notice ?? '评论已发布')
      onDone()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '评论失败，请稍后重试')
    } finally {
      setBusy(false)
    }
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
        <Button type="submit" look="primary" busy={busy}>
          发布
        </Button>
      </div>
    </form>
  )
}
