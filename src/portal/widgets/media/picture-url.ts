// Builds the address of a stored picture.
import { fileUrl, isFileId } from '#portal/core/api/file-client.ts'

/** A picture is an uploaded file, an address of the portal, or a file with one; anything else is none. */
export function imageUrl(value: unknown): string | null {
  if (isFileId(value)) return fileUrl(value)
  const url = typeof value === 'string' ? value : (value as { url?: unknown } | null)?.url
  return typeof url === 'string' && /^\/(?![/\\])/.test(url) ? url : null
}
