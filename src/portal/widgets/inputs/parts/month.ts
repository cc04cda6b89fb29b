// Owns the reckoning of days and months of the calendar, on dates such as 2026-01-05.

function toDate(date: string): Date {
  return new Date(`${date}T00:00:00Z`)
}

function fromDate(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** Today in China. */
export function today(): string {
  return new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
}

export function addDays(date: string, days: number): string {
  const moved = toDate(date)
  moved.setUTCDate(moved.getUTCDate() + days)
  return fromDate(moved)
}

/** The same day some months on; the last day of the month where it has none such. */
export function addMonths(date: string, months: number): string {
  const moved = toDate(date)
  const day = moved.getUTCDate()
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(day, last))
  return fromDate(moved)
}

/** The weeks that a month touches, Monday first. */
export function monthRows(year: number, month: number): string[][] {
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  const before = (toDate(first).getUTCDay() + 6) % 7
  const rows: string[][] = []
  for (let start = addDays(first, -before); start.slice(0, 7) <= first.slice(0, 7); start = addDays(start, 7))
    rows.push(Array.from({ length: 7 }, (_, index) => addDays(start, index)))
  return rows
}

/** 2026年1月5日 */
export function toSpoken(date: string): string {
  return `${Number(date.slice(0, 4))}年${Number(date.slice(5, 7))}月${Number(date.slice(8))}日`
}
