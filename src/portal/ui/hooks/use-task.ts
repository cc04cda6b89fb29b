// Runs the call of a button or form: whether it runs now, and why the last one failed.
import { useState } from 'react'
import { ApiError } from '#portal/core/api/api-error.ts'
import { toast } from '#portal/core/state/toast.ts'

/**
 * `otherwise` is the message of a failure that says nothing itself. A failure becomes the `problem`, unless `onFailed`
 * takes it. The problem stays until the caller clears it.
 */
export function useTask(otherwise: string, onFailed?: (message: string, error: unknown) => void) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      const report = onFailed ?? setProblem
      report(error instanceof Error ? error.message : otherwise, error)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, problem, setProblem, run }
}

/** Shows a failure as a message, unless the visitor is being redirected to the sign-in page. */
export function toastFailure(message: string, error: unknown): void {
  if (!(error instanceof ApiError && error.status === 401)) toast.error(message)
}

/** For calls whose failure the client has shown already. */
export const ignoreFailure = (): void => undefined
