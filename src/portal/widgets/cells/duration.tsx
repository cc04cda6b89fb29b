// Owns the cell of a length of time given in seconds.
import { toDuration } from '../../ui/format-time.ts'
import type { CellProps } from '../widget-props.ts'

export function DurationCell({ value }: CellProps) {
  return <span className="eq-figure">{toDuration(value) || '—'}</span>
}
