// Formats times in the portal's time zone, in zh-CN.

import { instantAt, localTimeAt } from '#shared/formats/portal-time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Milliseconds: beyond the year 9999 a date has no common spelling. */
const FARTHEST = Date.UTC(10_000)

/** `2026-03-05 14:30`. */
const toMinute = (date: Date): string => localTimeAt(date).slice(0, 16).replace('T', ' ')

function parse(value: unknown): Date | null {
  if (typeof value !== 'string' || value === '') return null
  const date = new Date(value)
  return Math.abs(date.getTime()) < FARTHEST ? date : null
}

/**
 * Formats a time as the day in the portal's time zone. A text that is a day already is returned unchanged. Returns
 * an empty text for any other value; only texts are read as times, up to the year 9999.
 *
 * @example
 * toDate('2026-03-05T16:30:00Z') // → '2026-03-06'
 * toDate('2026-03-05') // → '2026-03-05'
 * toDate('待定') // → ''
 */
export function toDate(value: unknown): string {
  const date = parse(value)
  if (date && /^\d{4}-\d{2}-\d{2}$/.test(String(value))) return String(value)
  return date ? toMinute(date).slice(0, 10) : ''
}

/**
 * Formats a time to the minute in the portal's time zone. Returns an empty text for a value that is no time; only
 * texts are read as times, up to the year 9999.
 *
 * @example
 * toDateTime('2026-03-05T06:30:00Z') // → '2026-03-05 14:30'
 */
export function toDateTime(value: unknown): string {
  const date = parse(value)
  return date ? toMinute(date) : ''
}

/** 刚刚, 5 分钟前, 3 小时前, 昨天 …, and the date from a week on. */
export function toRelative(value: unknown, now: number = Date.now()): string {
  const date = parse(value)
  if (!date) return ''
  const age = now - date.getTime()
  if (age < 0 || age >= 7 * DAY) return toDate(value)
  if (age < MINUTE) return '刚刚'
  if (age < HOUR) return `${Math.floor(age / MINUTE)} 分钟前`
  if (age < DAY) return `${Math.floor(age / HOUR)} 小时前`
  return age < 2 * DAY ? '昨天' : `${Math.floor(age / DAY)} 天前`
}

/** Whole days until the end of that day; negative when over, null for no date. */
export function daysUntil(value: unknown, now: number = Date.now()): number | null {
  const day = toDate(value)
  if (!day) return null
  const end = instantAt(day, '23:59:59').getTime()
  return Math.ceil((end - now) / DAY) - 1
}

/** Seconds as people say them: 45 秒, 3 分 20 秒, 1 小时 5 分. */
export function toDuration(value: unknown): string {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return ''
  const seconds = Math.round(value)
  const parts = [
    [Math.floor(seconds / 3600), '小时'],
    [Math.floor(seconds / 60) % 60, '分'],
    [seconds % 60, '秒'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .slice(0, 2)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}
