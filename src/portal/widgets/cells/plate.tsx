// Owns the cell of the number by which something is known, such as that of a standard.
import { toText } from '../../ui/to-text.ts'
import type { CellProps } from '../widget-props.ts'

export function PlateCell({ value }: CellProps) {
  return <span className="eq-plate eq-figure">{toText(value) || '—'}</span>
}
