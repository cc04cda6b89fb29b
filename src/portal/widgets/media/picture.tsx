// Draws a picture of an item in the size that is shown; the browser's session goes along with its address.
import { picturePlaceholder, toSrcSet } from './picture-url.ts'

interface Props {
  readonly src: string
  readonly alt: string
  readonly className?: string
  /** How wide it is shown, as `sizes` of an img; without it the picture is fetched as large as it is. */
  readonly sizes?: string
}

export function PictureImage({ src, alt, className, sizes }: Props) {
  const sized = sizes ? { srcSet: toSrcSet(src, 'whole'), sizes, ...picturePlaceholder(src, 'whole') } : {}
  return <img className={className} src={src} {...sized} alt={alt} loading="lazy" />
}
