// Draws the cell of a duration given in seconds.
import { toDuration } from '#portal/ui/format/format-time.ts'
import type { CellProps } from '#portal/widgets/widget-props.ts'

export function DurationCell({ value }: CellProps) {
  return <span className="eq-figure">{toDuration(value) || '—'}</span>
}
