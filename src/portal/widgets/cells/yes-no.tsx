// Draws the cell of yes or no.
import type { CellProps } from '#portal/widgets/widget-props.ts'

export function YesNoCell({ value }: CellProps) {
  return <>{value === true ? '是' : value === false ? '否' : '—'}</>
}
