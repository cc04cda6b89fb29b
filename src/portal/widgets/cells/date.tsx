// Draws the cell of a date.
import { toDate, toDateTime } from '#portal/ui/format/format-time.ts'
import type { CellProps } from '#portal/widgets/widget-props.ts'

export function DateCell({ value }: CellProps) {
  const day = toDate(value)
  if (!day) return <>—</>
  return (
    <time className="eq-figure" dateTime={String(value)} title={toDateTime(value) || undefined}>
      {day}
    </time>
  )
}
