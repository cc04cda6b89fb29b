// Draws the cell of several pictures; each opens full size in a new window.
import type { ReactNode } from 'react'
import { isPublicPicture, PictureImage } from '#portal/widgets/media/picture.tsx'
import { imageUrl } from '#portal/widgets/media/picture-url.ts'
import type { CellProps, Item } from '#portal/widgets/widget-props.ts'

/** A picture that needs the session cannot be opened by its address. */
function PictureLink({ url, item, children }: { url: string; item: Item; children: ReactNode }) {
  if (!isPublicPicture(item)) return children
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

export function ImagesCell({ value, item, column }: CellProps) {
  const found = (Array.isArray(value) ? value : []).map(imageUrl).filter((url) => url !== null)
  const urls = [...new Set(found)]
  if (urls.length === 0) return <>—</>
  return (
    <span className="eq-images">
      {urls.map((url, index) => (
        <PictureLink key={url} url={url} item={item}>
          <PictureImage src={url} alt={`${column.label} ${index + 1}`} item={item} />
        </PictureLink>
      ))}
    </span>
  )
}
