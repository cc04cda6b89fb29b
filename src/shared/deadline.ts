// Owns when something is due: so long after an item came into its state, or with the date that a field of it holds.

import type { Notify } from './notice-events.ts'
import { instantAt } from './portal-time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export interface Span {
  readonly days?: number
  readonly hours?: number
  readonly minutes?: number
}

/** Told so long before, while the item is in one of the states that the step leads from. */
export interface Reminder extends Notify {
  readonly before: Span
}

/** When the system takes a step that nobody has taken. */
export interface Deadline {
  readonly after?: Span
  /** A date, whose day has to be over, or a time. */
  readonly field?: string
  readonly remind?: readonly Reminder[]
}

export interface Awaited {
  /** When the item came into its state. */
  readonly since: Date
  readonly body: Readonly<Record<string, unknown>>
}

export const toMilliseconds = ({ days = 0, hours = 0, minutes = 0 }: Span): number =>
  days * DAY + hours * HOUR + minutes * MINUTE

/** The moment from which reminders are counted back, and the one at which it is due; undefined without a date. */
export function dueOf(
  { after, field }: Deadline,
  { since, body }: Awaited,
): { readonly from: Date; readonly at: Date } | undefined {
  if (field === undefined) {
    const at = new Date(since.getTime() + toMilliseconds(after ?? {}))
    return { from: at, at }
  }
  const value = body[field]
  if (typeof value !== 'string' || value === '') return undefined
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value)
  const from = isDay ? instantAt(value) : new Date(value)
  if (Number.isNaN(from.getTime())) return undefined
  return { from, at: isDay ? new Date(from.getTime() + DAY) : from }
}

/** In words, such as 3 天. */
export function spanTitle({ days, hours, minutes }: Span): string {
  const parts = [
    [days, '天'],
    [hours, '小时'],
    [minutes, '分钟'],
  ] as const
  return parts.flatMap(([count, unit]) => (count ? [`${count} ${unit}`] : [])).join(' ')
}
