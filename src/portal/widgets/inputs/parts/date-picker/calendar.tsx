// Draws the calendar of a date: antd's DatePicker, opened, with names, keys and a focus that antd leaves out.
import { DatePicker } from 'antd'
import words from 'antd/es/date-picker/locale/zh_CN'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { AntdFrame } from '#portal/ui/antd/antd-frame.tsx'
import { popupContainer } from '#portal/ui/antd/popup-container.ts'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { todayAt } from '#shared/validation/date-bound.ts'

/** The panels of antd's DatePicker that hold one entry to a cell. */
type PanelKind = 'date' | 'month' | 'year' | 'decade'

interface Grid {
  readonly unit: 'day' | 'month' | 'year'
  /** How many units a cell, a row and a panel are. */
  readonly cell: number
  readonly row: number
  readonly page: readonly [number, 'month' | 'year']
}

const GRIDS: Readonly<Record<PanelKind, Grid>> = {
  date: { unit: 'day', cell: 1, row: 7, page: [1, 'month'] },
  month: { unit: 'month', cell: 1, row: 3, page: [1, 'year'] },
  year: { unit: 'year', cell: 1, row: 3, page: [10, 'year'] },
  decade: { unit: 'year', cell: 10, row: 30, page: [100, 'year'] },
}

/** The day to which a key leads; undefined for keys that lead nowhere. */
function dayAfter(day: Dayjs, key: string, kind: PanelKind): Dayjs | undefined {
  const { unit, cell, row, page } = GRIDS[kind]
  if (key === 'ArrowLeft') return day.subtract(cell, unit)
  if (key === 'ArrowRight') return day.add(cell, unit)
  if (key === 'ArrowUp') return day.subtract(row, unit)
  if (key === 'ArrowDown') return day.add(row, unit)
  if (key === 'PageUp') return day.subtract(...page)
  if (key === 'PageDown') return day.add(...page)
  return undefined
}

/** Returns true if the cell is the one of the day: the same day, month, year or decade. */
function isCellOf(cell: Dayjs, day: Dayjs, kind: PanelKind): boolean {
  if (kind === 'decade') return Math.floor(cell.year() / 10) === Math.floor(day.year() / 10)
  return cell.isSame(day, GRIDS[kind].unit)
}

/** Such as 2026年1月5日. */
const NAMES: Readonly<Record<PanelKind, (cell: Dayjs) => string>> = {
  date: (cell) => cell.format('YYYY年M月D日'),
  month: (cell) => cell.format('YYYY年M月'),
  year: (cell) => cell.format('YYYY年'),
  decade: (cell) => `${Math.floor(cell.year() / 10) * 10}年代`,
}

interface DayCellProps {
  readonly cell: Dayjs
  readonly kind: PanelKind
  readonly isChosen: boolean
  readonly isToday: boolean
  readonly isOffered: boolean
  /** The one of its panel that Tab reaches. */
  readonly isCurrent: boolean
  /** Takes the focus as soon as it is the current one. */
  readonly takesFocus: boolean
  readonly children: ReactNode
}

/**
 * Draws a day, month or year of the calendar as a button with a name; only a mouse can use the cells that antd
 * draws.
 */
function DayCell({
  cell,
  kind,
  isChosen,
  isToday,
  isOffered,
  isCurrent,
  takesFocus,
  children,
}: DayCellProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The popup may still be on its way to its place.
    if (isCurrent && takesFocus) button.current?.focus({ preventScroll: true })
  }, [isCurrent, takesFocus])
  return (
    <button
      ref={button}
      type="button"
      className="eq-day"
      tabIndex={isCurrent ? 0 : -1}
      aria-label={NAMES[kind](cell)}
      aria-pressed={isChosen}
      aria-current={isToday ? 'date' : undefined}
      // Still reached by arrow keys, on the way to others.
      aria-disabled={isOffered ? undefined : true}
    >
      {children}
    </button>
  )
}

interface Props {
  /** A date such as 2026-01-05. */
  readonly value: string | undefined
  readonly title: string
  /** Days that do not fit are shown, but not picked. */
  readonly fits: (date: string) => boolean
  readonly onPick: (date: string | undefined) => void
  readonly onClose: () => void
  /** A press outside the calendar, at this element. */
  readonly onOutside: (target: Node) => void
}

/** antd names the buttons of the year, month and decade without saying which they show. */
function toLocale(day: Dayjs) {
  const year = day.year()
  const decade = year - (year % 10)
  const lang = {
    ...words.lang,
    yearSelect: `${year}年，选择年份`,
    monthSelect: `${day.month() + 1}月，选择月份`,
    decadeSelect: `${decade}年-${decade + 9}年，选择年代`,
  }
  return { ...words, lang }
}

/** The current day in the portal's time zone, in any time zone of the reader. */
const today = (): Dayjs => dayjs(todayAt(new Date()))

const toText = (day: Dayjs): string => day.format('YYYY-MM-DD')

/** Tab goes round within the calendar, over antd's own buttons too, which it takes out of the order. */
function goRound(event: KeyboardEvent<HTMLElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('button:enabled')].filter(
    (button) => button.tabIndex === 0 || !button.classList.contains('eq-day'),
  )
  const here = stops.indexOf(event.target as HTMLElement)
  event.preventDefault()
  stops.at((here + (event.shiftKey ? -1 : 1)) % stops.length)?.focus()
}

export function Calendar({ value, title, fits, onPick, onClose, onOutside }: Props) {
  const [day, setDay] = useState(() => (value === undefined ? today() : dayjs(value)))
  const [kind, setKind] = useState<PanelKind>('date')
  const [takesFocus, setTakesFocus] = useState(true)
  const frame = useRef<HTMLDivElement>(null)
  const chosen = value === undefined ? undefined : dayjs(value)
  useEffect(() => {
    const press = ({ target }: PointerEvent) => {
      if (target instanceof Node && !frame.current?.contains(target)) onOutside(target)
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [onOutside])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const key = pressedKey(event)
    if (key === 'Tab') return goRound(event)
    const next = (event.target as HTMLElement).classList.contains('eq-day')
      ? dayAfter(day, key, kind)
      : undefined
    if (key !== 'Escape' && !next) return
    // Neither scrolls the page nor closes the dialog that the field is in.
    event.preventDefault()
    event.stopPropagation()
    if (!next) return onClose()
    setTakesFocus(true)
    setDay(next)
  }
  const draw = (panel: ReactNode) => (
    <div ref={frame} role="dialog" aria-label={`选择${title}`} onKeyDown={onKeyDown}>
      {panel}
      <span className="eq-sr-only" role="status">
        {day.format('YYYY年M月')}
      </span>
    </div>
  )
  return (
    <AntdFrame>
      <DatePicker
        open
        allowClear={false}
        className="eq-date-anchor"
        classNames={{ popup: { root: 'eq-date-popup' } }}
        placement="bottomRight"
        getPopupContainer={popupContainer}
        locale={toLocale(day)}
        value={chosen ?? null}
        onChange={(next: Dayjs | null) => onPick(next ? toText(next) : undefined)}
        disabledDate={(date: Dayjs, { type }) => type === 'date' && !fits(toText(date))}
        pickerValue={day}
        mode={kind}
        onPanelChange={(next: Dayjs, mode) => {
          setTakesFocus(mode !== kind)
          setKind(mode as PanelKind)
          setDay(next)
        }}
        panelRender={draw}
        cellRender={(cell, { type }) => {
          const date = cell as Dayjs
          return (
            <DayCell
              cell={date}
              kind={type as PanelKind}
              isChosen={chosen !== undefined && isCellOf(date, chosen, type as PanelKind)}
              isToday={isCellOf(date, today(), type as PanelKind)}
              isOffered={type !== 'date' || fits(toText(date))}
              isCurrent={isCellOf(date, day, type as PanelKind)}
              takesFocus={takesFocus}
            >
              {type === 'date' ? date.date() : type === 'month' ? `${date.month() + 1}月` : date.year()}
            </DayCell>
          )
        }}
        showNow={false}
        renderExtraFooter={() => (
          <div className="eq-date-foot">
            <button type="button" disabled={!fits(toText(today()))} onClick={() => onPick(toText(today()))}>
              今天
            </button>
            <button type="button" disabled={!chosen} onClick={() => onPick(undefined)}>
              清除
            </button>
            <button type="button" onClick={onClose}>
              关闭
            </button>
          </div>
        )}
      />
    </AntdFrame>
  )
}
