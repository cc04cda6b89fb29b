// Runs an import: sends the file and validates its rows in batches; both can be stopped.
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '#portal/core/api/api-error.ts'
import { fetchBlob, get, post } from '#portal/core/api/client.ts'
import { addressOf } from '#portal/core/site.ts'
import { saveBlob } from '#portal/ui/browser/save-blob.ts'
import type { ImportOverviewAnswer, ImportView } from '#shared/calls/import-answers.ts'

interface Sending {
  readonly type: string
  readonly category: string
  readonly signal: AbortSignal
  readonly onProgress: (share: number) => void
}

const SHOWN = { showError: true } as const

export const loadImportState = (type: string) =>
  get<ImportOverviewAnswer>(addressOf('import.state'), { type })
export const continueImport = (id: string, signal: AbortSignal) =>
  post<ImportView>(addressOf('import.step'), { id }, {}, { signal, quiet: true })
export const confirmImport = (id: string) => post<ImportView>(addressOf('import.confirm'), { id }, {}, SHOWN)
export const cancelImport = (id: string) => post<null>(addressOf('import.cancel'), { id }, {}, SHOWN)

export function uploadTable(file: File, { type, category, ...options }: Sending): Promise<ImportView> {
  const body = new FormData()
  body.append('file', file, file.name)
  return post<ImportView>(addressOf('import.upload'), body, { type, category }, { ...options, quiet: true })
}

export async function saveTemplate(
  type: string,
  category: string,
  format: string,
  name: string,
): Promise<void> {
  const query = new URLSearchParams({ type, format, ...(category ? { category } : {}) })
  saveBlob(`${name}导入模板.${format}`, await fetchBlob(`${addressOf('import.template')}?${query}`))
}

export async function saveReport(id: string, format: string): Promise<void> {
  saveBlob(
    `导入问题.${format}`,
    await fetchBlob(`${addressOf('import.problems')}?${new URLSearchParams({ id, format })}`),
  )
}

interface Sent {
  readonly name: string
  /** Between 0 and 1. */
  readonly share: number
}

const messageOf = (error: unknown): string =>
  error instanceof ApiError ? (error.errors?.[0]?.message ?? error.message) : '上传失败，请重试'

export function useImport(type: string, first: ImportView | null) {
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
    /** Why the last one stopped. */
    problem,
    /** Judging stands still and can be gone on with. */
    isHeld,
    send: (file: File, category: string) => void send(file, category),
    goOn: () => void (view && runValidation(view)),
    /** Cancels the import; nothing of it is stored. */
    cancel,
    show: (next: ImportView | null) => {
      setView(next)
      // An import that waited for a decision may have to be validated again.
      if (next?.state === 'judging') void runValidation(next)
    },
  }
}
