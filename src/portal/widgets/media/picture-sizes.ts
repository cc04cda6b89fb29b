// Builds the addresses of an uploaded picture in the sizes that the server makes.
import { isStoredPicture } from './stored-picture.ts'

/** Each at most twice as wide as the one before, so that none is fetched that is much wider than it is shown. */
const WIDTHS = [160, 320, 640, 960, 1280]

/** `wide`: cropped to eight by five around what its uploader pointed at. Undefined for what is no uploaded picture. */
export function toSrcSet(address: string, shape: 'whole' | 'wide'): string | undefined {
  if (!isStoredPicture(address)) return undefined
  const crop = shape === 'wide' ? '&shape=wide' : ''
  return WIDTHS.map((width) => `${address}?w=${width}${crop} ${width}w`).join(', ')
}
