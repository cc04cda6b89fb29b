// Maps keys to the next cell in each panel of the calendar: days, months, years and decades.
import type { Dayjs } from 'dayjs'

/** The panels of antd's DatePicker that hold one entry to a cell. */
export type PanelKind = 'date' | 'month' | 'year' | 'decade'

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
export function dayAfter(day: Dayjs, key: string, kind: PanelKind): Dayjs | undefined {
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
export function isCellOf(cell: Dayjs, day: Dayjs, kind: PanelKind): boolean {
  if (kind === 'decade') return Math.floor(cell.year() / 10) === Math.floor(day.year() / 10)
  return cell.isSame(day, GRIDS[kind].unit)
}

const NAMES: Readonly<Record<PanelKind, (cell: Dayjs) => string>> = {
  date: (cell) => cell.format('YYYY年M月D日'),
  month: (cell) => cell.format('YYYY年M月'),
  year: (cell) => cell.format('YYYY年'),
  decade: (cell) => `${Math.floor(cell.year() / 10) * 10}年代`,
}

/** 2026年1月5日 */
export function panelCellName(cell: Dayjs, kind: PanelKind): string {
  return NAMES[kind](cell)
}
