// Owns the cell of a closing day: how many days are left, in words and colour.
import { daysUntil, toDate } from '../../ui/format-time.ts'
import { Tag } from '../../ui/tag.tsx'
import type { CellProps } from '../widget-props.ts'

function labelOf(days: number): { text: string; color: string } {
  if (days < 0) return { text: '已截止', color: 'grey' }
  if (days === 0) return { text: '今天截止', color: 'red' }
  return { text: `剩 ${days} 天`, color: days <= 7 ? 'orange' : 'green' }
}

export function DeadlineCell({ value }: CellProps) {
  const days = daysUntil(value)
  if (days === null) return <>—</>
  const { text, color } = labelOf(days)
  return (
    <span className="eq-deadline">
      <time className="eq-figure" dateTime={String(value)}>
        {toDate(value)}
      </time>
      <Tag color={color}>{text}</Tag>
    </span>
  )
}
