// Reads the days that a statistic is asked for, and builds its groups.
import {
  badParameter,
  type Parameters,
  readText,
  requireForward,
} from '#server/platform/calls/read-parameter.ts'
import type { StatisticGroup, StatisticItem, TitledSummary } from '#shared/content/statistics.ts'
import { type Every, PERIOD_LETTERS, periodLabel } from '#shared/formats/periods.ts'
import { dayAt, instantAt } from '#shared/formats/portal-time.ts'

/** Of days where the portal is, both included. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

const DAY_MS = 86_400_000
/** A longer time would read more rows than anybody wants to wait for. */
const MAX_DAYS = 1_100
const USUAL_DAYS = 30
/** Days are many, other groups show what there is most of. */
export const MAX_GROUPS = 50

/** The last thirty days, unless the call names others. */
export function readRange(params: Parameters, now: Date): DayRange {
  const to = readDay(params, 'to') ?? dayAt(now)
  const from = readDay(params, 'from') ?? dayAt(instantAt(to), USUAL_DAYS - 1)
  requireForward('from', '统计时间', from, to)
  if (Date.parse(to) - Date.parse(from) >= MAX_DAYS * DAY_MS)
    throw badParameter('from', '统计时间最长三年，请缩短')
  return { from, to }
}

function readDay(params: Parameters, name: string): string | undefined {
  const text = readText(params, name)
  if (text === undefined) return undefined
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) throw badParameter(name)
  return text
}

/** The first instant of the range, and the first after it. */
export const instantsOf = ({ from, to }: DayRange): { readonly begin: Date; readonly end: Date } => ({
  begin: instantAt(from),
  end: instantAt(dayAt(instantAt(to), -1)),
})

export interface GroupRow {
  readonly value: string
  readonly count: number
  readonly numbers?: NonNullable<StatisticItem['numbers']>
  readonly type?: string
}

export const groupOf = (
  field: string,
  title: string,
  rows: readonly GroupRow[],
  labelOf: (value: string) => string,
): StatisticGroup => ({
  field,
  title,
  items: rows
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MAX_GROUPS)
    .map((row) => ({ ...row, label: labelOf(row.value) })),
})

/** By day and by month, the newest first; `rows` are days. Days without anything count as none. */
export function periodGroups(rows: readonly GroupRow[], { from, to }: DayRange): StatisticGroup[] {
  const days = Array.from({ length: (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 }, (_, index) =>
    new Date(Date.parse(to) - index * DAY_MS).toISOString().slice(0, 10),
  )
  const counts = new Map(rows.map(({ value, count }) => [value, count]))
  const group = (field: string, title: string, every: Every): StatisticGroup => {
    const sums = new Map<string, number>()
    for (const day of days) {
      const period = day.slice(0, PERIOD_LETTERS[every])
      sums.set(period, (sums.get(period) ?? 0) + (counts.get(day) ?? 0))
    }
    const items = [...sums].map(([value, count]) => ({ value, label: periodLabel(value, every), count }))
    return { field, title, every, items }
  }
  return [group('day', '日期', 'day'), group('month', '月份', 'month')]
}

/** A number beside the count of a statistic, of which only the sum or the average is known. */
export const numberOf = (
  field: string,
  title: string,
  unit: string,
  { count, sum }: { readonly count: number; readonly sum: number },
): TitledSummary => ({
  field,
  title,
  unit,
  count,
  sum,
  average: count === 0 ? null : Math.round((sum / count) * 10) / 10,
  minimum: null,
  maximum: null,
})

export const sumOf = (rows: readonly GroupRow[]): number => rows.reduce((sum, { count }) => sum + count, 0)
