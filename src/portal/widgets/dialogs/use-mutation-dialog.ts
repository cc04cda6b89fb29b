// Runs the call of a dialog, and closes the dialog when it is done.
import { toast } from '#portal/core/state/toast.ts'
import { useTask } from '#portal/ui/hooks/use-task.ts'

interface Ends {
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Runs the call, displays its result, and notifies the component that opened the dialog. */
export function useMutationDialog({ onClose, onDone }: Ends) {
  const task = useTask('操作失败，请稍后重试')
  const close = () => {
    task.setProblem('')
    onClose()
  }
  const run = (mutate: () => Promise<unknown>, done: string) =>
    task.run(async () => {
      await mutate()
      toast.success(done)
      close()
      onDone()
    })
  return { ...task, close, run }
}
