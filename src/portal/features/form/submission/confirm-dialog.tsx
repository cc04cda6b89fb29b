// Asks for confirmation before an irreversible submission: the user types a word, then sees that it runs.
import { type FormEvent, useId, useState } from 'react'
import { useSession } from '#portal/core/session/session.ts'
import { Button } from '#portal/ui/button.tsx'
import { Dialog } from '#portal/ui/dialog.tsx'
import type { FormPage } from '#shared/model/pages/form.ts'

export interface Question {
  readonly answer: (isConfirmed: boolean) => void
  readonly isRunning: boolean
}

interface Props {
  readonly confirm: NonNullable<FormPage['confirm']>
  readonly label: string
  /** Null while nothing is asked. */
  readonly question: Question | null
}

export function ConfirmDialog({ confirm, label, question }: Props) {
  const word = useSession().user?.userName ?? ''
  const id = useId()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const isRunning = question?.isRunning === true
  const end = (isConfirmed: boolean) => {
    setTyped('')
    setProblem('')
    question?.answer(isConfirmed)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The dialog is inside the form in React's tree, and its submission must not reach that form.
    event.stopPropagation()
    if (typed.trim() !== word) return setProblem(`填写的内容与“${word}”不一致`)
    end(true)
  }
  return (
    <Dialog open={question !== null} title={label} onClose={() => (isRunning ? undefined : end(false))}>
      {isRunning ? (
        <div role="status">
          <p>{confirm.running}</p>
          <progress className="eq-progress-line" aria-label={confirm.running} />
        </div>
      ) : (
        <form onSubmit={submit}>
          <p>{confirm.text}</p>
          <div className="eq-native-field">
            <label htmlFor={id}>请填写您的用户名“{word}”以确认</label>
            <input
              id={id}
              className="eq-input"
              type="text"
              autoComplete="off"
              value={typed}
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? `${id}-problem` : undefined}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
          {problem ? (
            <p id={`${id}-problem`} className="eq-problem" role="alert">
              {problem}
            </p>
          ) : null}
          <div className="eq-actions eq-actions-end">
            <Button onClick={() => end(false)}>取消</Button>
            <Button type="submit" look="danger">
              {label}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
