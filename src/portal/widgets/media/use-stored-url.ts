// Fetches, with the session, a file that only its owner or an operator may read, and keeps it as a blob address.
import { useEffect, useState } from 'react'
import { fetchBlob } from '#portal/core/api/client.ts'
import { fileUrl } from '#portal/core/api/file-client.ts'

/** Undefined until it is there, or where nothing is asked for; null when it cannot be had. */
export function useStoredUrl(id: string | undefined): string | null | undefined {
  const [url, setUrl] = useState<string | null>()
  useEffect(() => {
    if (id === undefined) return
    let isCurrent = true
    let made: string | undefined
    fetchBlob(fileUrl(id)).then(
      (blob) => {
        if (!isCurrent) return
        made = URL.createObjectURL(blob)
        setUrl(made)
      },
      () => isCurrent && setUrl(null),
    )
    return () => {
      isCurrent = false
      if (made) URL.revokeObjectURL(made)
    }
  }, [id])
  return url
}
