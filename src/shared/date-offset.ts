// Owns dates in samples that are written as an offset from now, so that a deadline lies ahead whenever it is seeded.
import type { Field } from './content-model.ts'

const OFFSET = /^@([+-]?\d{1,5})d$/
const DAY_MS = 86_400_000
const CHINA_OFFSET_MS = 8 * 3_600_000

/** Whether the date moves with the day of seeding. */
export function isOffset(value: unknown): boolean {
  return typeof value === 'string' && OFFSET.test(value)
}

/** `@+20d` is a day of the China calendar for a date, nine o'clock of that day for a time; other values stay. */
export function resolveDate(field: Field, value: unknown, now: Date): unknown {
  const days = typeof value === 'string' ? OFFSET.exec(value)?.[1] : undefined
  if (days === undefined) return value
  const day = new Date(now.getTime() + Number(days) * DAY_MS + CHINA_OFFSET_MS).toISOString().slice(0, 10)
  return field.type === 'date-time' ? new Date(`${day}T09:00:00+08:00`).toISOString() : day
}
