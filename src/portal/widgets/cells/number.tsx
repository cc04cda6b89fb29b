// Draws the cell of a number with its unit.

import { toFigure } from '#portal/ui/format/format-number.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import type { CellProps } from '#portal/widgets/widget-props.ts'
import type { Field } from '#shared/model/content-model.ts'

/** A year is not written with a thousands separator, as in 2,026. */
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
