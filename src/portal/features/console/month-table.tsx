// Draws a month of a list as a table: each item on its day. The address says the month, by the filter of the date.
import { useEffect } from 'react'
import type { ListViewProps } from '#portal/features/list/list-view-props.ts'
import { usePageScope } from '#portal/features/page/use-page-scope.ts'
import { Button } from '#portal/ui/button.tsx'
import { toDate, toDateTime } from '#portal/ui/format/format-time.ts'
import { valueAt } from '#portal/widgets/items/field-value.ts'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import type { ListPage } from '#shared/model/pages/list.ts'

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日']
const DATES: readonly string[] = ['date', 'date-time']
/** As many as a list answers at a time. */
const SIZE = '50'

interface Month {
  readonly from: string
  readonly to: string
}

const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** First and last day of the month that is so many months from that of `day`. */
function monthOf(day: string, months = 0): Month {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return { from: toDay(Date.UTC(year, month - 1 + months, 1)), to: toDay(Date.UTC(year, month + months, 0)) }
}

/** The weeks of the month, Monday first; null beside it. */
function weeksOf({ from, to }: Month): (string | null)[][] {
  const start = (new Date(from).getUTCDay() + 6) % 7
  const days = Number(to.slice(8))
  return Array.from({ length: Math.ceil((start + days) / 7) }, (_, week) =>
    WEEKDAYS.map((_name, weekday) => {
      const day = week * 7 + weekday - start + 1
      return day < 1 || day > days ? null : `${from.slice(0, 8)}${String(day).padStart(2, '0')}`
    }),
  )
}

const dateColumn = ({ columns }: ListPage) => columns.find(({ cell }) => DATES.includes(cell))

export function MonthTable({ page, items, scope }: ListViewProps) {
  const { query, setQuery } = usePageScope(page)
  const date = dateColumn(page)?.field.name ?? ''
  const [fromKey, toKey] = [`${date}From`, `${date}To`]
  const today = dayAt(Date.now())
  const month = monthOf(query[fromKey] ?? today)
  const isWhole = query[fromKey] === month.from && query[toKey] === month.to && query.size === SIZE
  const show = ({ from, to }: Month, replace = false) =>
    setQuery({ [fromKey]: from, [toKey]: to, size: SIZE, page: undefined }, replace)
  // The list is read for one whole month.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is to be shown follows from the address alone
  useEffect(() => {
    if (!isWhole) show(month, true)
  }, [isWhole])
  const itemsOf = (day: string) => items.filter((item) => toDate(valueAt(item, date)) === day)
  const title = `${month.from.slice(0, 4)} 年 ${Number(month.from.slice(5, 7))} 月`
  return (
    <div className="eq-month">
      <div className="eq-actions">
        <Button onClick={() => show(monthOf(month.from, -1))}>上个月</Button>
        <Button onClick={() => show(monthOf(today))}>本月</Button>
        <Button onClick={() => show(monthOf(month.from, 1))}>下个月</Button>
      </div>
      <table>
        <caption aria-live="polite">
          {page.title}：{title}
        </caption>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col">
                周{name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, at) => (
                <td key={day ?? WEEKDAYS[at]} data-today={day === today || undefined}>
                  {day ? <Day day={day} items={itemsOf(day)} {...{ page, scope, date }} /> : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface DayProps extends Pick<ListViewProps, 'page' | 'scope'> {
  readonly day: string
  readonly items: readonly Item[]
  /** The field that says the day. */
  readonly date: string
}

function Day({ day, items, date, page, scope }: DayProps) {
  const heading = page.columns[0]?.field.name ?? 'title'
  return (
    <>
      <time dateTime={day}>{Number(day.slice(8))}</time>
      {items.length > 0 ? (
        <ul>
          {items.map((item) => (
            <li key={`${String(item.id)} ${String(item.what)}`}>
              <span className="eq-muted">
                {toDateTime(valueAt(item, date)).slice(11)} {String(item.what ?? '')}
              </span>
              <ItemLink link={page.open} scope={scope} item={item}>
                {headingOf(item, { heading })}
              </ItemLink>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
