// Draws the layout of events: by month, each with its day, its name and its location.
import { toDate } from '#portal/ui/format/format-time.ts'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { valueAt } from '#portal/widgets/items/field-value.ts'
import type { LayoutProps } from '#portal/widgets/layout-props.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { LayoutHeading, LayoutTags, useColumnPlan } from './parts/layout-parts.tsx'

const UNDATED = '日期待定'
/** By day of the week, Sunday first. */
const WEEKDAYS = '日一二三四五六'

/** In the order of the list: a month that comes twice has two headings. */
function byMonth(items: readonly Item[], dayOf: (item: Item) => string): { month: string; items: Item[] }[] {
  const months: { month: string; items: Item[] }[] = []
  for (const item of items) {
    const day = dayOf(item)
    const month = day ? `${day.slice(0, 4)} 年 ${Number(day.slice(5, 7))} 月` : UNDATED
    const last = months.at(-1)
    if (last?.month === month) last.items.push(item)
    else months.push({ month, items: [item] })
  }
  return months
}

export function CalendarLayout({ items, columns, dense, foot, ...layout }: LayoutProps) {
  const { tags, date, others } = useColumnPlan(columns)
  const dayOf = (item: Item): string => (date ? toDate(valueAt(item, date.field.name)) : '')
  return (
    <div className="eq-calendar" data-dense={dense}>
      {byMonth(items, dayOf).map(({ month, items: within }) => (
        <section key={`${month} ${String(within[0]?.id)}`}>
          <p className="eq-calendar-month">{month}</p>
          <ul>
            {within.map((item) => {
              const day = dayOf(item)
              return (
                <li key={String(item.id)}>
                  <p className="eq-calendar-day">
                    <b className="eq-figure">{day ? Number(day.slice(8)) : '—'}</b>
                    <span>{day ? `周${WEEKDAYS[new Date(day).getUTCDay()]}` : ''}</span>
                  </p>
                  <div className="eq-calendar-what">
                    <LayoutHeading layout={layout} item={item} />
                    <LayoutTags columns={tags} item={item} />
                    <FactList columns={others} item={item} layout="inline" />
                  </div>
                  {foot?.(item)}
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}
