// Owns the rules between a form's fields, which JSON Schema cannot say; judged alike in browser and server.

import type { JsonSchema } from '../content-model.ts'
import type { FieldError } from '../errors.ts'

interface Base {
  readonly field: string
  readonly message: string
}

/** `same` and `most` compare with another field; `past` and `age` with today. */
export type FormRule =
  | (Base & { readonly kind: 'same'; readonly other: string })
  | (Base & { readonly kind: 'most'; readonly other: string })
  | (Base & { readonly kind: 'past' })
  | (Base & { readonly kind: 'age'; readonly least: number; readonly most: number })

type Body = Readonly<Record<string, unknown>>

/** Keyword of a body's schema under which its rules stand. */
export const RULES = 'x-rules'

const DAY = /^\d{4}-\d{2}(-\d{2})?$/
const CHINA = 8 * 3_600_000

export function rulesOf(schema: JsonSchema): readonly FormRule[] {
  return (schema[RULES] as readonly FormRule[] | undefined) ?? []
}

/** The day in China, such as `2026-01-05`. */
export function todayAt(now: Date): string {
  return new Date(now.getTime() + CHINA).toISOString().slice(0, 10)
}

/** Whole years from a day, or from the first of a month, to another day. */
function yearsBetween(from: string, to: string): number {
  const [year, rest] = [Number(from.slice(0, 4)), from.length === 7 ? `${from.slice(5)}-01` : from.slice(5)]
  return Number(to.slice(0, 4)) - year - (to.slice(5) < rest ? 1 : 0)
}

/** A value that is missing or of the wrong kind breaks no rule: that is the schema's matter. */
function isBroken(rule: FormRule, body: Body, today: string): boolean {
  const value = body[rule.field]
  if (value === undefined || value === null) return false
  if (rule.kind === 'same') return body[rule.other] !== undefined && value !== body[rule.other]
  if (rule.kind === 'most') {
    const other = body[rule.other]
    return typeof value === 'number' && typeof other === 'number' && value > other
  }
  if (typeof value !== 'string' || !DAY.test(value)) return false
  if (rule.kind === 'past') return value > today
  const age = yearsBetween(value, today)
  return age < rule.least || age > rule.most
}

export function brokenRules(rules: readonly FormRule[], body: Body, now: Date): FieldError[] {
  const today = todayAt(now)
  return rules
    .filter((rule) => isBroken(rule, body, today))
    .map(({ field, message }) => ({ path: `/${field}`, message }))
}
