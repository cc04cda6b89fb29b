// Draws a picture of an item: by its plain address if everybody may read the item, else with the session.
import { useEffect, useRef } from 'react'
import { isPublicStateOf } from '#portal/core/configuration/manifest.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { isStoredPicture, picturePlaceholder, showStoredPicture, toSrcSet } from './picture-url.ts'

interface Props {
  readonly src: string
  readonly alt: string
  readonly item: Item
  readonly className?: string
  /** How wide it is shown, as `sizes` of an img; without it the picture is fetched as large as it is. */
  readonly sizes?: string
}

/** Records that are no content have no state, and their pictures are public. */
export const isPublicPicture = ({ status }: Item): boolean => status === undefined || isPublicStateOf(status)

export function PictureImage({ src, alt, item, className, sizes }: Props) {
  const image = useRef<HTMLImageElement>(null)
  const isPlain = isPublicPicture(item) || !isStoredPicture(src)
  useEffect(() => {
    if (isPlain || !image.current) return
    return showStoredPicture(image.current, src)
  }, [isPlain, src])
  const sized = sizes ? { srcSet: toSrcSet(src, 'whole'), sizes, ...picturePlaceholder(src, 'whole') } : {}
  const plain = { src, ...sized }
  return <img ref={image} className={className} {...(isPlain ? plain : {})} alt={alt} loading="lazy" />
}
