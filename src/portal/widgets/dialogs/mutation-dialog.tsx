// Draws a dialog with one call: what it is about, the call's failure, and the buttons. It closes when the call is done.
import type { FormEvent, ReactNode } from 'react'
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
  /** Makes the call with the fields of the dialog; the message of what it throws is shown. */
  readonly mutate: (fields: FormData) => Promise<unknown>
  readonly onClose: () => void
  readonly onDone: () => void
  readonly children: ReactNode
}

export function MutationDialog({ open, title, label, isDanger = false, done, mutate, ...rest }: Props) {
  const { onClose, onDone, children } = rest
  const { problem, setProblem, isBusy, run } = useTask('操作失败，请稍后重试')
  const typed = useTypedForm()
  const close = () => {
    setProblem('')
    onClose()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    void run(async () => {
      await mutate(fields)
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
          label={label}
          isDanger={isDanger}
          onClose={close}
        />
      </form>
    </Dialog>
  )
}
