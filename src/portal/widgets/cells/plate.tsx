// Draws the cell of an identifying number, such as that of a standard.
import { toText } from '#portal/ui/format/to-text.ts'
import type { CellProps } from '#portal/widgets/widget-props.ts'

export function PlateCell({ value }: CellProps) {
  return <span className="eq-plate eq-figure">{toText(value) || '—'}</span>
}
