// Resolves dates in samples written as an offset from now, so that a deadline is in the future whenever they are
// seeded.

import type { Field } from '#shared/model/content-model.ts'
import { dayAt, instantAt } from './portal-time.ts'

const OFFSET = /^@([+-]?\d{1,5})d$/

/** Returns true if the date moves with the day of seeding. */
export function isOffset(value: unknown): boolean {
  return typeof value === 'string' && OFFSET.test(value)
}

/** `@+20d` is a day where the portal is for a date, nine o'clock of that day for a time; other values stay. */
export function resolveDate(field: Field, value: unknown, now: Date): unknown {
  const days = typeof value === 'string' ? OFFSET.exec(value)?.[1] : undefined
  if (days === undefined) return value
  const day = dayAt(now, -Number(days))
  return field.type === 'date-time' ? instantAt(day, '09:00:00').toISOString() : day
}
