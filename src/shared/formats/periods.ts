// Computes the periods that times are counted by: the period of a day, the earlier ones, and their titles.

export const EVERY = ['day', 'month', 'year'] as const
export type Every = (typeof EVERY)[number]

/** As much of a day's letters as names its period. */
export const PERIOD_LETTERS: Readonly<Record<Every, number>> = { day: 10, month: 7, year: 4 }

/** Such as `2026-11` of `2026-11-23`. */
export const periodOf = (day: string, every: Every): string => day.slice(0, PERIOD_LETTERS[every])

/** The period so many before; what is no period stays as it is. */
export function periodBefore(period: string, every: Every, count: number): string {
  const [year = Number.NaN, month = 1, day = 1] = period.split('-').map(Number)
  const at = {
    day: Date.UTC(year, month - 1, day - count),
    month: Date.UTC(year, month - 1 - count, 1),
    year: Date.UTC(year - count, 0, 1),
  }[every]
  return Number.isNaN(at) ? period : periodOf(new Date(at).toISOString(), every)
}

/** `2026-11-23`, `2026年11月`, `2026年`. */
export function periodLabel(period: string, every: Every): string {
  if (every === 'day') return period
  return every === 'month' ? `${period.slice(0, 4)}年${Number(period.slice(5))}月` : `${period.slice(0, 4)}年`
}

export const THIS_PERIOD: Readonly<Record<Every, string>> = { day: '今天', month: '本月', year: '今年' }
export const LAST_PERIOD: Readonly<Record<Every, string>> = { day: '昨天', month: '上月', year: '去年' }

/** The periods that a dashboard offers, beside two days of one's own. */
export const DASHBOARD_PERIODS = {
  '7d': '最近 7 天',
  '30d': '最近 30 天',
  month: '本月',
  lastMonth: '上月',
  year: '今年',
} as const
export type DashboardPeriod = keyof typeof DASHBOARD_PERIODS

export const isDashboardPeriod = (text: string | undefined): text is DashboardPeriod =>
  text !== undefined && Object.hasOwn(DASHBOARD_PERIODS, text)

/** Returns the first and the last day of a period that `today` is in or follows. */
export function daysOfPeriod(
  period: DashboardPeriod,
  today: string,
): { readonly from: string; readonly to: string } {
  const month = periodOf(today, 'month')
  switch (period) {
    case '7d':
      return { from: periodBefore(today, 'day', 6), to: today }
    case '30d':
      return { from: periodBefore(today, 'day', 29), to: today }
    case 'month':
      return { from: `${month}-01`, to: today }
    case 'lastMonth':
      return { from: `${periodBefore(month, 'month', 1)}-01`, to: periodBefore(`${month}-01`, 'day', 1) }
    case 'year':
      return { from: `${periodOf(today, 'year')}-01-01`, to: today }
  }
}
