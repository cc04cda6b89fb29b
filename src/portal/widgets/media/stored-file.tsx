// Draws an uploaded file: its name, which downloads it, and the reader of a PDF file.
import { lazy, Suspense } from 'react'
import useSWR from 'swr'
import { fetchBlob } from '#portal/core/api/client.ts'
import { type FileInfo, fileInfoKey, fileUrl, loadFileInfo, saveFile } from '#portal/core/api/file-client.ts'
import { FIXED } from '#portal/core/api/shared-read.ts'
import { toast } from '#portal/core/state/toast.ts'
import { Guard } from '#portal/ui/error-card.tsx'
import { toSize } from '#portal/ui/format/format-number.ts'
import { useLoaded } from '#portal/ui/hooks/use-loaded.ts'
import { Skeleton } from '#portal/ui/skeleton.tsx'

/** The address at which the browser has the bytes of a stored file, for as long as the component needs it. */
export async function toObjectUrl(address: string): Promise<string> {
  return URL.createObjectURL(await fetchBlob(address))
}

/** Undefined until it is there, or where nothing is asked for; null when it cannot be had. */
export function useStoredUrl(id: string | undefined): string | null | undefined {
  const load = async () => (id === undefined ? undefined : toObjectUrl(fileUrl(id)))
  const { value, error } = useLoaded(load, [id], (url) => url && URL.revokeObjectURL(url))
  return error ? null : value
}

/** Null while asked for and where nothing is, undefined where it is not to be had; never what is known of another file. */
export function useFileInfo(id: string): FileInfo | null | undefined {
  const key = id === '' ? null : fileInfoKey(id)
  const { data, error } = useSWR(key, () => loadFileInfo(id), FIXED)
  return data ?? (error ? undefined : null)
}

export function StoredFile({ id }: { readonly id: string }) {
  const info = useFileInfo(id)
  if (info === null) return <span className="eq-muted">正在读取…</span>
  if (info === undefined) return <span className="eq-muted">文件不存在或已过期</span>
  return (
    <>
      <button
        type="button"
        className="eq-link-button"
        onClick={() => saveFile(info).catch(() => toast.error('下载失败，请重试'))}
      >
        {info.name}
      </button>
      <small className="eq-muted">{toSize(info.size)}</small>
    </>
  )
}

const Reader = lazy(async () => ({
  default: (await import('#portal/features/pdf/pdf-reader.tsx')).PdfReader,
}))

/** The reader is loaded on demand; its failure does not affect the page. */
export function LazyPdfReader({ id, label }: { readonly id: string; readonly label: string }) {
  return (
    <Guard name={label}>
      <Suspense fallback={<Skeleton shape="block" height={400} />}>
        <Reader id={id} label={label} />
      </Suspense>
    </Guard>
  )
}
