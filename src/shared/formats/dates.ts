// Checks dates.

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/

/** Returns true for a day that exists, such as `2026-01-05`. */
export function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (!year || !month || !day) return false
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= last
}
