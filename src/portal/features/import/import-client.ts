// Makes the calls of an import.

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
