// Builds the addresses of stored pictures in the sizes that are shown.

import type { CSSProperties, SyntheticEvent } from 'react'
import { fileUrl, isFileId } from '#portal/core/api/file-client.ts'

const STORED = new RegExp(`^${fileUrl('')}[0-9a-f-]{36}$`)

export const isStoredPicture = (address: string): boolean => STORED.test(address)

/** Some two hundred bytes, which the server keeps beside the picture. */
const WIDTH = 24

interface Placeholder {
  readonly style: CSSProperties
  readonly onLoad: (event: SyntheticEvent<HTMLImageElement>) => void
}

/** Nothing for what is no uploaded picture. */
export function picturePlaceholder(address: string, shape: 'whole' | 'wide'): Placeholder | undefined {
  if (!isStoredPicture(address)) return undefined
  const crop = shape === 'wide' ? '&shape=wide' : ''
  return {
    style: { background: `center / cover no-repeat url("${address}?w=${WIDTH}${crop}")` },
    // Else it would be seen through a picture that is transparent in parts.
    onLoad: ({ currentTarget }) => currentTarget.style.removeProperty('background'),
  }
}

/** Each at most twice as wide as the one before, so that none is fetched that is much wider than it is shown. */
const WIDTHS = [160, 320, 640, 960, 1280]

/** `wide`: cropped to eight by five around what its uploader pointed at. Undefined for what is no uploaded picture. */
export function toSrcSet(address: string, shape: 'whole' | 'wide'): string | undefined {
  if (!isStoredPicture(address)) return undefined
  const crop = shape === 'wide' ? '&shape=wide' : ''
  return WIDTHS.map((width) => `${address}?w=${width}${crop} ${width}w`).join(', ')
}

/** A picture is an uploaded file, an address of the portal, or a file with one; anything else is none. */
export function imageUrl(value: unknown): string | null {
  if (isFileId(value)) return fileUrl(value)
  const url = typeof value === 'string' ? value : (value as { url?: unknown } | null)?.url
  return typeof url === 'string' && /^\/(?![/\\])/.test(url) ? url : null
}
