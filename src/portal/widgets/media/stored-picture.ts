// Fetches pictures with the session that a plain address cannot fetch, because their item is not public.
import { fetchBlob } from '#portal/core/api/client.ts'
import { fileUrl } from '#portal/core/api/file-client.ts'

const STORED = new RegExp(`^${fileUrl('')}[0-9a-f-]{36}$`)

export const isStoredPicture = (address: string): boolean => STORED.test(address)

/** Sets the picture's address; answers what ends it. */
export function showStoredPicture(image: HTMLImageElement, address: string): () => void {
  if (!isStoredPicture(address)) {
    image.src = address
    return () => undefined
  }
  let made: string | undefined
  let isOver = false
  fetchBlob(address).then(
    (blob) => {
      if (isOver) return
      made = URL.createObjectURL(blob)
      image.src = made
    },
    () => undefined,
  )
  return () => {
    isOver = true
    if (made) URL.revokeObjectURL(made)
  }
}
