// Compares dates with bounds: today, a period from it, this moment, or a field. Days are in the portal's time zone.

import { isOrdered, type Order } from '#shared/expressions/condition.ts'
import { dayAt } from '#shared/formats/portal-time.ts'

export const DATE_RELATIONS = ['after', 'notBefore', 'before', 'notAfter'] as const
export type DateRelation = (typeof DATE_RELATIONS)[number]

const MEANINGS: Readonly<Record<DateRelation, { readonly order: Order; readonly words: string }>> = {
  after: { order: 'gt', words: '应晚于' },
  notBefore: { order: 'gte', words: '不能早于' },
  before: { order: 'lt', words: '应早于' },
  notAfter: { order: 'lte', words: '不能晚于' },
}

type Unit = 'd' | 'm' | 'y'

/**
 * `today`, moved by a number of days, months or years; `now`; the field `form.<name>`; or that field moved, also by as
 * many days as a number field says.
 */
export type DateBound = TodayBound | { readonly field: string } | MovedBound

export interface MovedBound {
  /** The field with the date that is moved. */
  readonly start: string
  readonly by: DayShift | { readonly days: string }
}

/** So many days, months or years later. */
interface DayShift {
  readonly today: number
  readonly unit: Unit
}

interface TodayBound extends DayShift {
  /** The moment, and not the day: for times. */
  readonly now?: true
}

const TODAY = /^today(?:([+-]\d{1,4})([dmy]))?$/
const FIELD = /^form\.([a-z][A-Za-z0-9]*)$/
const MOVED = /^form\.([a-z][A-Za-z0-9]*)(?:([+-]\d{1,4})([dmy])|\+form\.([a-z][A-Za-z0-9]*))$/
const DAY = /^\d{4}-\d{2}(-\d{2})?$/
const TIME = /^\d{4}-\d{2}-\d{2}T/

/** Null where the text is no bound. */
export function parseBound(text: string): DateBound | null {
  const field = FIELD.exec(text)?.[1]
  if (field !== undefined) return { field }
  if (text === 'now') return { today: 0, unit: 'd', now: true }
  const [, start, by, unit, days] = MOVED.exec(text) ?? []
  if (start !== undefined)
    return { start, by: days === undefined ? { today: Number(by), unit: unit as Unit } : { days } }
  const found = TODAY.exec(text)
  return found ? { today: Number(found[1] ?? 0), unit: (found[2] ?? 'd') as Unit } : null
}

/** The day where the portal is, such as `2026-01-05`. */
export function todayAt(now: Date): string {
  return dayAt(now)
}

/** The day that a bound on today means; the last of the month where it has no such day. */
export function movedDay(today: string, { today: by, unit }: DayShift): string {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number]
  if (unit === 'd') return new Date(Date.UTC(year, month - 1, day + by)).toISOString().slice(0, 10)
  const months = month - 1 + (unit === 'y' ? by * 12 : by)
  const last = new Date(Date.UTC(year, months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, months, Math.min(day, last))).toISOString().slice(0, 10)
}

/** Clocks differ by as much. */
const LENIENCE = 5 * 60_000

/** Returns the bound to compare with: a day, or a time with tolerance in favour of the relation. */
export function edgeOf(bound: TodayBound, relation: DateRelation, now: Date): string {
  if (!bound.now) return movedDay(todayAt(now), bound)
  const isUpper = relation === 'before' || relation === 'notAfter'
  return new Date(now.getTime() + (isUpper ? LENIENCE : -LENIENCE)).toISOString()
}

/**
 * Returns the field moved by its bound, a time to the same time of another day; undefined where a value is missing.
 *
 * @example
 * movedEdge({ start: 'begin', by: { days: 'longest' } }, { begin: '2026-01-30', longest: 3 }) // → '2026-02-02'
 */
export function movedEdge(
  { start, by }: MovedBound,
  body: Readonly<Record<string, unknown>>,
): string | undefined {
  const [begin, number] = [body[start], 'days' in by ? body[by.days] : by.today]
  const day = toDay(begin)
  if (day === undefined || typeof number !== 'number') return undefined
  const moved = movedDay(day, { today: number, unit: 'days' in by ? 'd' : by.unit })
  if (!TIME.test(String(begin))) return moved
  return new Date(Date.parse(String(begin)) + Date.parse(moved) - Date.parse(day)).toISOString()
}

/** A date, a month or a time as something to compare; undefined for anything else. */
function toDay(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  if (DAY.test(value)) return value
  const time = TIME.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : todayAt(new Date(time))
}

/** Two times by the instant, anything else by the day; undefined where one is no date. */
export function compareDates(value: unknown, other: unknown): number | undefined {
  const [a, b] = [toDay(value), toDay(other)]
  if (a === undefined || b === undefined) return undefined
  const areTimes = TIME.test(String(value)) && TIME.test(String(other))
  if (areTimes) return Math.sign(Date.parse(String(value)) - Date.parse(String(other)))
  return a < b ? -1 : a > b ? 1 : 0
}

/** `sign` is what `compareDates` says of the two. */
export const keepsRelation = (relation: DateRelation, sign: number): boolean =>
  isOrdered(sign, MEANINGS[relation].order, 0)

/** Stands in a message for the number of days that a field of the answers says. */
const DAYS = '{days}'

/**
 * The message of a broken rule with the number of days.
 *
 * @example
 * withDays('归还日期不能晚于取用日期后 {days} 天（最长借期）', 3) // → '归还日期不能晚于取用日期后 3 天（最长借期）'
 */
export const withDays = (message: string, days: unknown): string => message.replace(DAYS, String(days))

const UNITS: Readonly<Record<Unit, string>> = { d: '天', m: '个月', y: '年' }

function toMovedWords({ by }: MovedBound, start: string, days: string): string {
  if ('days' in by) return `${start}后 ${DAYS} 天（${days}）`
  return `${start}${by.today < 0 ? '之前' : '之后'} ${Math.abs(by.today)} ${UNITS[by.unit]}`
}

/** One sentence that names the field and what it is compared with: `other`, and `days` by which that is moved. */
export function toDateMessage(
  title: string,
  relation: DateRelation,
  bound: DateBound,
  other = '',
  days = '',
): string {
  const begin = `${title}${MEANINGS[relation].words}`
  if ('field' in bound) return `${begin}${other}`
  if ('start' in bound) return `${begin}${toMovedWords(bound, other, days)}`
  const { today, unit, now } = bound
  if (now) return `${begin}现在`
  const moved = today === 0 ? '今天' : `今天${today > 0 ? '之后' : '之前'} ${Math.abs(today)} ${UNITS[unit]}`
  return `${begin}${moved}`
}
