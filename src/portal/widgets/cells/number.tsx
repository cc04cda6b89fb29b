// Owns the cell of a figure with its unit.
import { toFigure } from '../../ui/format-number.ts'
import type { CellProps } from '../widget-props.ts'

export function NumberCell({ value, column }: CellProps) {
  const figure = toFigure(value)
  if (!figure) return <>—</>
  return (
    <span className="eq-figure">
      {figure}
      {column.field.unit ? <small> {column.field.unit}</small> : null}
    </span>
  )
}
