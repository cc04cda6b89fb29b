// Provides the placeholder of an uploaded picture while it loads: the picture itself, 24 pixels wide, smoothed by
// enlargement.
import type { CSSProperties, SyntheticEvent } from 'react'
import { isStoredPicture } from './stored-picture.ts'

/** Some two hundred bytes, which the server keeps beside the picture. */
const WIDTH = 24

interface Placeholder {
  readonly style: CSSProperties
  readonly onLoad: (event: SyntheticEvent<HTMLImageElement>) => void
}

/** For an img that everybody may fetch; nothing for what is no uploaded picture. */
export function picturePlaceholder(address: string, shape: 'whole' | 'wide'): Placeholder | undefined {
  if (!isStoredPicture(address)) return undefined
  const crop = shape === 'wide' ? '&shape=wide' : ''
  return {
    style: { background: `center / cover no-repeat url("${address}?w=${WIDTH}${crop}")` },
    // Else it would be seen through a picture that is transparent in parts.
    onLoad: ({ currentTarget }) => currentTarget.style.removeProperty('background'),
  }
}
