// Owns the cell of a figure with its unit.
import type { Field } from '../../../shared/content-model.ts'
import { toFigure } from '../../ui/format-number.ts'
import { toText } from '../../ui/to-text.ts'
import type { CellProps } from '../widget-props.ts'

/** Nobody writes the year 2,026. */
function isYear({ type, unit, schema }: Field): boolean {
  const { minimum, maximum } = schema
  return type === 'integer' && unit === undefined && Number(minimum) >= 1_000 && Number(maximum) <= 9_999
}

export function NumberCell({ value, column }: CellProps) {
  const figure = isYear(column.field) ? toText(value) : toFigure(value)
  if (!figure) return <>—</>
  return (
    <span className="eq-figure">
      {figure}
      {column.field.unit ? <small> {column.field.unit}</small> : null}
    </span>
  )
}
