// Computes deadlines: a time after an item came into its state, a time on a timer, or the date of a field.

import { instantAt } from '#shared/formats/portal-time.ts'
import type { Notify } from '#shared/model/notice-events.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export interface Span {
  readonly days?: number
  readonly hours?: number
  readonly minutes?: number
}

/**
 * A notice sent this time before the deadline, while the item is in one of the states from which the transition
 * leads.
 */
export interface Reminder extends Notify {
  readonly before: Span
}

/** The time at which the system executes a transition that nobody has executed. */
export interface Deadline {
  readonly after?: Span
  /** A clock of the lifecycle that steps start and stop: `after` is counted on it, instead of since the state began. */
  readonly clock?: string
  /** A date, whose day has to be over, or a time. */
  readonly field?: string
  readonly remind?: readonly Reminder[]
}

/** A clock of an item. */
export interface TimerState {
  /** Milliseconds that it ran before. */
  readonly ran: number
  /** Since when it runs, in milliseconds; null while it stands still. */
  readonly since: number | null
}

export interface Awaited {
  /** When the item came into its state. */
  readonly since: Date
  readonly body: Readonly<Record<string, unknown>>
  readonly clocks?: Readonly<Record<string, TimerState>> | null | undefined
}

export const toMilliseconds = ({ days = 0, hours = 0, minutes = 0 }: Span): number =>
  days * DAY + hours * HOUR + minutes * MINUTE

/** The moment from which reminders are counted back, and the one at which it is due; undefined without a date, and while the clock stands still. */
export function dueOf(
  { after, field, clock }: Deadline,
  { since, body, clocks }: Awaited,
): { readonly from: Date; readonly at: Date } | undefined {
  if (clock !== undefined) {
    const reading = clocks?.[clock]
    if (reading?.since == null) return undefined
    const at = new Date(reading.since + toMilliseconds(after ?? {}) - reading.ran)
    return { from: at, at }
  }
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
