// Owns the cell of one picture.
import { imageUrl } from '../image-url.ts'
import type { CellProps } from '../widget-props.ts'

export function ImageCell({ value, column }: CellProps) {
  const url = imageUrl(value)
  if (url === null) return <>—</>
  return <img className="eq-image" src={url} alt={column.label} loading="lazy" />
}
