// Draws the cell of several pictures; each opens full size in a new window.
import { PictureImage } from '#portal/widgets/media/picture.tsx'
import { imageUrl } from '#portal/widgets/media/picture-url.ts'
import type { CellProps } from '#portal/widgets/widget-props.ts'

export function ImagesCell({ value, column }: CellProps) {
  const found = (Array.isArray(value) ? value : []).map(imageUrl).filter((url) => url !== null)
  const urls = [...new Set(found)]
  if (urls.length === 0) return <>—</>
  return (
    <span className="eq-images">
      {urls.map((url, index) => (
        <a key={url} href={url} target="_blank" rel="noopener noreferrer">
          <PictureImage src={url} alt={`${column.label} ${index + 1}`} />
        </a>
      ))}
    </span>
  )
}
