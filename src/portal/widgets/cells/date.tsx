// Owns the cell of a day.
import { toDate, toDateTime } from '../../ui/format-time.ts'
import type { CellProps } from '../widget-props.ts'

export function DateCell({ value }: CellProps) {
  const day = toDate(value)
  if (!day) return <>—</>
  return (
    <time className="eq-figure" dateTime={String(value)} title={toDateTime(value) || undefined}>
      {day}
    </time>
  )
}
