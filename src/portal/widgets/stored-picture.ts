// Owns the showing of a stored picture that a plain address cannot fetch: with the session, once it has failed.
import { fetchBlob } from '../api/client.ts'
import { fileUrl } from '../api/files.ts'

const STORED = new RegExp(`^${fileUrl('')}[0-9a-f-]{36}$`)

/** Sets the picture's address; answers what ends it. */
export function showStoredPicture(image: HTMLImageElement, address: string): () => void {
  let made: string | undefined
  let isOver = false
  const retry = () => {
    image.removeEventListener('error', retry)
    if (!STORED.test(address)) return
    fetchBlob(address).then(
      (blob) => {
        if (isOver) return
        made = URL.createObjectURL(blob)
        image.src = made
      },
      () => undefined,
    )
  }
  image.addEventListener('error', retry)
  image.src = address
  return () => {
    isOver = true
    image.removeEventListener('error', retry)
    if (made) URL.revokeObjectURL(made)
  }
}
