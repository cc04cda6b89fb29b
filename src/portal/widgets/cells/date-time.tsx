// Draws the cell of a date with its time, to the minute.
import { toDateTime } from '#portal/ui/format/format-time.ts'
import type { CellProps } from '#portal/widgets/widget-props.ts'

export function DateTimeCell({ value }: CellProps) {
  const moment = toDateTime(value)
  if (!moment) return <>—</>
  return (
    <time className="eq-figure" dateTime={String(value)}>
      {moment}
    </time>
  )
}
