// Draws a dialog with one call: what it is about, the call's failure, and the buttons. It closes when the call is done.
import { type FormEvent, type ReactNode, useState } from 'react'
import { type Warnings, warningsOf } from '#portal/core/api/warnings.ts'
import { toast } from '#portal/core/state/toast.ts'
import { Dialog } from '#portal/ui/dialog.tsx'
import { useTask } from '#portal/ui/hooks/use-task.ts'
import { MutationDialogFooter, useTypedForm } from './dialog-form.tsx'

interface Props {
  readonly open: boolean
  readonly title: string
  /** Of the button that makes the call. */
  readonly label: string
  readonly isDanger?: boolean
  /** The message once it is done. */
  readonly done: string
  /**
   * Makes the call with the fields of the dialog; the message of what it throws is shown. After warnings that somebody
   * has confirmed it gets the headers with which the call passes them.
   */
  readonly mutate: (fields: FormData, headers: Warnings['headers']) => Promise<unknown>
  readonly onClose: () => void
  readonly onDone: () => void
  readonly children: ReactNode
}

export function MutationDialog({ open, title, label, isDanger = false, done, mutate, ...rest }: Props) {
  const { onClose, onDone, children } = rest
  const { problem, setProblem, isBusy, run } = useTask('操作失败，请稍后重试')
  const [warnings, setWarnings] = useState<Warnings>()
  const typed = useTypedForm()
  const close = () => {
    setProblem('')
    setWarnings(undefined)
    onClose()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    void run(async () => {
      try {
        await mutate(fields, warnings?.headers ?? {})
      } catch (error) {
        const found = warningsOf(error)
        setWarnings(found)
        throw found ? new Error(found.text) : error
      }
      toast.success(done)
      close()
      onDone()
    })
  }
  return (
    <Dialog open={open} title={title} onClose={close}>
      <form ref={typed} onSubmit={submit}>
        {children}
        <MutationDialogFooter
          problem={problem}
          isBusy={isBusy}
          label={warnings ? '核对无误，仍然提交' : label}
          isDanger={isDanger}
          onClose={close}
        />
      </form>
    </Dialog>
  )
}
