// Runs an import: sends the file and validates its rows in batches; both can be stopped.
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '#portal/core/api/api-error.ts'
import type { ImportView } from '#shared/calls/import-answers.ts'
import { cancelImport, continueImport, uploadTable } from './import-client.ts'

export interface Sent {
  readonly name: string
  /** Between 0 and 1. */
  readonly share: number
}

export interface RunningImport {
  readonly view: ImportView | null
  readonly sending: Sent | null
  /** Why the last one stopped. */
  readonly problem: string | null
  /** Judging stands still and can be gone on with. */
  readonly isHeld: boolean
  send(file: File, category: string): void
  goOn(): void
  /** Cancels the import; nothing of it is stored. */
  cancel(): void
  show(view: ImportView | null): void
}

const messageOf = (error: unknown): string =>
  error instanceof ApiError ? (error.errors?.[0]?.message ?? error.message) : '上传失败，请重试'

export function useImport(type: string, first: ImportView | null): RunningImport {
  // An import that was decided on at an earlier visit is not shown again.
  const [view, setView] = useState(first?.state === 'done' ? null : first)
  const [sending, setSending] = useState<Sent | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isHeld, setHeld] = useState(false)
  const stop = useRef<AbortController | null>(null)
  const runValidation = useCallback(async (start: ImportView) => {
    const controller = new AbortController()
    stop.current = controller
    setHeld(false)
    setProblem(null)
    try {
      for (let now = start; now.state === 'judging'; ) {
        now = await continueImport(now.id, controller.signal)
        if (controller.signal.aborted) return
        setView(now)
      }
    } catch (error) {
      if (controller.signal.aborted) return
      // Gone, or not to be gone on with: another file takes its place.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) setView(null)
      else setHeld(true)
      setProblem(messageOf(error))
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was left unfinished is gone on with once
  useEffect(() => {
    if (view?.state === 'judging') runValidation(view)
    return () => stop.current?.abort()
  }, [])
  const send = async (file: File, category: string) => {
    const controller = new AbortController()
    stop.current = controller
    setProblem(null)
    setSending({ name: file.name, share: 0 })
    const { signal } = controller
    const onProgress = (share: number) => setSending({ name: file.name, share })
    try {
      const sent = await uploadTable(file, { type, category, signal, onProgress })
      setView(sent)
      setSending(null)
      if (!signal.aborted) await runValidation(sent)
    } catch (error) {
      setSending(null)
      if (!signal.aborted) setProblem(messageOf(error))
    }
  }
  const cancel = () => {
    stop.current?.abort()
    setSending(null)
    setView(null)
    setProblem(null)
    if (view) cancelImport(view.id).catch(() => undefined)
  }
  return {
    view,
    sending,
    problem,
    isHeld,
    send: (file, category) => void send(file, category),
    goOn: () => void (view && runValidation(view)),
    cancel,
    show: (next) => {
      setView(next)
      // An import that waited for a decision may have to be validated again.
      if (next?.state === 'judging') void runValidation(next)
    },
  }
}
