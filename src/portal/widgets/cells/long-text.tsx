// Draws the cell of a text in paragraphs.
import type { CellProps } from '#portal/widgets/widget-props.ts'

export function LongTextCell({ value }: CellProps) {
  if (typeof value !== 'string' || value === '') return <>—</>
  return <span className="eq-long-text">{value}</span>
}
