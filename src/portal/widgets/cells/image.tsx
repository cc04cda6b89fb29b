// Draws the cell of one picture.

import { PictureImage } from '#portal/widgets/media/picture.tsx'
import { imageUrl } from '#portal/widgets/media/picture-url.ts'
import type { CellProps } from '#portal/widgets/widget-props.ts'

export function ImageCell({ value, column }: CellProps) {
  const url = imageUrl(value)
  if (url === null) return <>—</>
  return <PictureImage className="eq-image" src={url} alt={column.label} />
}
