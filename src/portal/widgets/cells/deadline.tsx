// Draws the cell of a closing day or moment: the time left, in words and colour.
import { daysUntil, toDate, toDateTime } from '#portal/ui/format/format-time.ts'
import { Tag } from '#portal/ui/tag.tsx'
import type { CellProps } from '#portal/widgets/widget-props.ts'

const HOUR = 60 * 60_000

/** Within a day the hours count. */
function labelAt(value: unknown, days: number): { text: string; color: string } {
  const left = Date.parse(String(value)) - Date.now()
  if (left < 0) return { text: '已截止', color: 'grey' }
  if (left < HOUR) return { text: '不足 1 小时', color: 'red' }
  if (left < 24 * HOUR) return { text: `剩 ${Math.floor(left / HOUR)} 小时`, color: 'red' }
  return labelOf(days)
}

function labelOf(days: number): { text: string; color: string } {
  if (days < 0) return { text: '已截止', color: 'grey' }
  if (days === 0) return { text: '今天截止', color: 'red' }
  return { text: `剩 ${days} 天`, color: days <= 7 ? 'orange' : 'green' }
}

export function DeadlineCell({ value, column }: CellProps) {
  const days = daysUntil(value)
  if (days === null) return <>—</>
  const isMoment = column.field.type === 'date-time'
  const { text, color } = isMoment ? labelAt(value, days) : labelOf(days)
  return (
    <span className="eq-deadline">
      <time className="eq-figure" dateTime={String(value)}>
        {isMoment ? toDateTime(value) : toDate(value)}
      </time>
      <Tag color={color}>{text}</Tag>
    </span>
  )
}
