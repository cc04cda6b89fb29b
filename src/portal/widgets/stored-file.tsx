// Owns how an uploaded file is named and fetched.
import { useEffect, useState } from 'react'
import { type FileInfo, loadFileInfo, saveFile } from '../api/files.ts'
import { toSize } from '../ui/format-number.ts'
import { toast } from '../ui/toast.tsx'

/** Null while asked for and where nothing is, undefined where it is not to be had. */
export function useFileInfo(id: string): FileInfo | null | undefined {
  const [info, setInfo] = useState<FileInfo | null | undefined>(null)
  useEffect(() => {
    if (id === '') return
    let isCurrent = true
    loadFileInfo(id).then(
      (found) => isCurrent && setInfo(found),
      () => isCurrent && setInfo(undefined),
    )
    return () => {
      isCurrent = false
    }
  }, [id])
  return info
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
