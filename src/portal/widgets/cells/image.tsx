// Owns the cell of one picture.
import { imageUrl } from '../image-url.ts'
import { Picture } from '../picture.tsx'
import type { CellProps } from '../widget-props.ts'

export function ImageCell({ value, item, column }: CellProps) {
  const url = imageUrl(value)
  if (url === null) return <>—</>
  return <Picture className="eq-image" src={url} alt={column.label} item={item} />
}
