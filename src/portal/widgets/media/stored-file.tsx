// Reads the name of an uploaded file, and downloads it.
import { useEffect, useState } from 'react'
import { type FileInfo, loadFileInfo, saveFile } from '#portal/core/api/file-client.ts'
import { toast } from '#portal/core/state/toast.ts'
import { toSize } from '#portal/ui/format/format-number.ts'

/** Null while asked for and where nothing is, undefined where it is not to be had; never what is known of another file. */
export function useFileInfo(id: string): FileInfo | null | undefined {
  const [loaded, setLoaded] = useState<{ readonly id: string; readonly info: FileInfo | undefined }>()
  useEffect(() => {
    if (id === '') return
    let isCurrent = true
    loadFileInfo(id).then(
      (info) => isCurrent && setLoaded({ id, info }),
      () => isCurrent && setLoaded({ id, info: undefined }),
    )
    return () => {
      isCurrent = false
    }
  }, [id])
  return loaded?.id === id ? loaded.info : null
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
