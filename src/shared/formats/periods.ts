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
