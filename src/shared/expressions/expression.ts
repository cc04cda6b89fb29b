// Evaluates expressions: data that declares how a value is computed, the same here and in the database.
import { readPath } from './condition.ts'

/** `item.price` reads a field; `today` is the current day in the portal's time zone. */
export type Expression =
  | number
  | string
  | { readonly plus: readonly Expression[] }
  | { readonly minus: readonly [Expression, Expression] }
  | { readonly times: readonly Expression[] }
  /** To so many digits behind the point; a half is rounded up. */
  | { readonly round: Expression; readonly digits?: number }
  /** From the one day to the other. */
  | { readonly days: readonly [Expression, Expression] }
  /** So many days later. */
  | { readonly day: Expression; readonly later: Expression }

export type Value = number | string | null

export interface ExpressionContext {
  readonly item: Readonly<Record<string, unknown>>
  /** Such as 2026-01-05. */
  readonly today: string
}

export const TODAY = 'today'
/** Further from a day nothing is a day any more. */
export const MAX_DAYS = 400_000

export const isPath = (text: string): boolean => text.startsWith('item.')

/** Null where anything that is calculated with is missing, or cannot be. */
export function evaluate(expression: Expression, reading: ExpressionContext): Value {
  if (typeof expression === 'number') return expression
  if (typeof expression === 'string') return read(expression, reading)
  if ('plus' in expression) return fold(expression.plus, reading, (a, b) => a + b)
  if ('times' in expression) return fold(expression.times, reading, (a, b) => a * b)
  if ('minus' in expression) return fold(expression.minus, reading, (a, b) => a - b)
  if ('round' in expression)
    return round(toNumber(evaluate(expression.round, reading)), expression.digits ?? 0)
  if ('days' in expression) return daysBetween(expression.days, reading)
  return later(expression, reading)
}

function read(text: string, reading: ExpressionContext): Value {
  if (text === TODAY) return reading.today
  const value = readPath(reading, text)
  return typeof value === 'number' || typeof value === 'string' ? value : null
}

const toNumber = (value: Value): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

function fold(
  parts: readonly Expression[],
  reading: ExpressionContext,
  add: (a: number, b: number) => number,
): number | null {
  const [first = null, ...rest] = parts.map((part) => toNumber(evaluate(part, reading)))
  return rest.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : add(sum, value)),
    first,
  )
}

function round(value: number | null, digits: number): number | null {
  if (value === null) return null
  const scale = 10 ** digits
  return Math.floor(value * scale + 0.5) / scale
}

const DAY_MS = 86_400_000

function toDay(value: Value): number | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return null
  const time = Date.parse(`${value}T00:00:00Z`)
  // 30 February would be a day of March.
  if (Number.isNaN(time) || value.startsWith('0000') || !new Date(time).toISOString().startsWith(value))
    return null
  return time / DAY_MS
}

function daysBetween(
  [from, to]: readonly [Expression, Expression],
  reading: ExpressionContext,
): number | null {
  const [start, end] = [toDay(evaluate(from, reading)), toDay(evaluate(to, reading))]
  return start === null || end === null ? null : end - start
}

function later(
  { day, later: by }: { day: Expression; later: Expression },
  reading: ExpressionContext,
): string | null {
  const [start, days] = [toDay(evaluate(day, reading)), toNumber(evaluate(by, reading))]
  if (start === null || days === null || !Number.isInteger(days) || Math.abs(days) > MAX_DAYS) return null
  const text = new Date((start + days) * DAY_MS).toISOString()
  return /^\d{4}-/.test(text) && !text.startsWith('0000') ? text.slice(0, 10) : null
}

/** The expressions that one is made of. */
export function partsOf(expression: Expression): readonly Expression[] {
  if (typeof expression !== 'object') return []
  if ('plus' in expression) return expression.plus
  if ('times' in expression) return expression.times
  if ('minus' in expression) return expression.minus
  if ('round' in expression) return [expression.round]
  if ('days' in expression) return expression.days
  return [expression.day, expression.later]
}

/** Names of the fields that it reads. */
export function fieldsRead(expression: Expression): ReadonlySet<string> {
  const own = typeof expression === 'string' && isPath(expression) ? [expression] : []
  return new Set([
    ...own.map((path) => path.slice('item.'.length)),
    ...partsOf(expression).flatMap((part) => [...fieldsRead(part)]),
  ])
}

export function readsToday(expression: Expression): boolean {
  return expression === TODAY || partsOf(expression).some(readsToday)
}
