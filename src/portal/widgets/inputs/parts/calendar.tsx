// Owns the month in which a day is picked, by mouse or arrow keys.
import { useEffect, useRef, useState } from 'react'
import { addDays, addMonths, monthRows, today, toSpoken } from './month.ts'

interface Props {
  readonly value: string | undefined
  readonly title: string
  /** Days that do not fit are shown, but not picked; absent where all do. */
  readonly fits?: (date: string) => boolean
  readonly onPick: (date: string) => void
  readonly onClose: () => void
}

const STEPS: Readonly<Record<string, (date: string) => string>> = {
  ArrowLeft: (date) => addDays(date, -1),
  ArrowRight: (date) => addDays(date, 1),
  ArrowUp: (date) => addDays(date, -7),
  ArrowDown: (date) => addDays(date, 7),
  PageUp: (date) => addMonths(date, -1),
  PageDown: (date) => addMonths(date, 1),
}

const ALL = () => true

export function Calendar({ value, title, fits = ALL, onPick, onClose }: Props) {
  const [day, setDay] = useState(value ?? today())
  const table = useRef<HTMLTableElement>(null)
  const moved = useRef(true)
  const year = Number(day.slice(0, 4))
  const month = Number(day.slice(5, 7))
  useEffect(() => {
    if (moved.current) table.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
    moved.current = false
  }, [day])
  const turn = (months: number) => setDay(addMonths(day, months))
  return (
    <div
      className="eq-calendar"
      role="dialog"
      aria-label={`选择${title}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation()
          onClose()
        }
      }}
    >
      <header>
        <button type="button" aria-label="上个月" onClick={() => turn(-1)}>
          ‹
        </button>
        <input
          type="number"
          aria-label="年"
          value={year}
          min={1900}
          max={2100}
          onChange={(event) => {
            const wanted = Number(event.target.value)
            if (wanted >= 1900 && wanted <= 2100) turn((wanted - year) * 12)
          }}
        />
        <select aria-label="月" value={month} onChange={(event) => turn(Number(event.target.value) - month)}>
          {Array.from({ length: 12 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the twelve months
            <option key={index} value={index + 1}>
              {index + 1} 月
            </option>
          ))}
        </select>
        <button type="button" aria-label="下个月" onClick={() => turn(1)}>
          ›
        </button>
      </header>
      <table ref={table}>
        <thead>
          <tr>
            {['一', '二', '三', '四', '五', '六', '日'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthRows(year, month).map((row) => (
            <tr key={row[0]}>
              {row.map((date) => (
                <td key={date}>
                  <button
                    type="button"
                    data-day={date}
                    tabIndex={date === day ? 0 : -1}
                    className={Number(date.slice(5, 7)) === month ? undefined : 'eq-calendar-other'}
                    aria-label={toSpoken(date)}
                    aria-pressed={date === value}
                    aria-current={date === today() ? 'date' : undefined}
                    // Still reached by arrow keys, on the way to others.
                    aria-disabled={fits(date) ? undefined : true}
                    onClick={() => fits(date) && onPick(date)}
                    onKeyDown={(event) => {
                      const step = STEPS[event.key]
                      if (!step) return
                      event.preventDefault()
                      moved.current = true
                      setDay(step(date))
                    }}
                  >
                    {Number(date.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <footer>
        <button type="button" disabled={!fits(today())} onClick={() => onPick(today())}>
          今天
        </button>
        <button type="button" onClick={onClose}>
          关闭
        </button>
      </footer>
    </div>
  )
}
