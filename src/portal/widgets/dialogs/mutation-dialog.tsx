// Provides the common parts of dialogs with one action: the call, its result and the two buttons.
import { useState } from 'react'
import { toast } from '#portal/core/state/toast.ts'
import { Button } from '#portal/ui/button.tsx'

interface Ends {
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Runs the call, displays its result, and notifies the component that opened the dialog. */
export function useMutationDialog({ onClose, onDone }: Ends) {
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const close = () => {
    setProblem('')
    onClose()
  }
  const run = async (mutate: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await mutate()
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

interface FootProps {
  readonly problem: string
  readonly busy: boolean
  readonly label: string
  readonly isDanger?: boolean
  readonly onClose: () => void
}

export function MutationDialogFooter({ problem, busy, label, isDanger = false, onClose }: FootProps) {
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
