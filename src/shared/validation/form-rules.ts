// Validates the rules between a form's fields, which JSON Schema cannot express; the same in browser and server.

import type { FieldError } from '#shared/calls/errors.ts'
import { type Condition, evaluateCondition, isEmpty, pathsOf } from '#shared/expressions/condition.ts'
import { parseSetting, type Setting } from '#shared/forms/setting.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import {
  compareDates,
  type DateBound,
  type DateRelation,
  edgeOf,
  keepsRelation,
  movedEdge,
  todayAt,
  withDays,
} from './date-bound.ts'
import { keepsOrder, type NumberRelation } from './number-bound.ts'

interface Base {
  readonly field: string
  readonly message: string
}

/**
 * `same` and `number` compare with another field; `past` and `age` with today; `date` with either; `needed` asks for an
 * answer where others are such; `named` is the name of a setting, `setting` the value of the one that is named in `other`;
 * `inner` are those of a group, or of each of several rows, between what stands beside one
 * another there.
 */
export type FormRule =
  | (Base & { readonly kind: 'same'; readonly other: string })
  | (Base & { readonly kind: 'number'; readonly relation: NumberRelation; readonly other: string })
  | (Base & { readonly kind: 'past' })
  | (Base & { readonly kind: 'age'; readonly least: number; readonly most: number })
  | (Base & { readonly kind: 'date'; readonly relation: DateRelation; readonly bound: DateBound })
  | (Base & { readonly kind: 'needed'; readonly when: Condition })
  | (Base & { readonly kind: 'named'; readonly names: readonly string[] })
  | (Base & {
      readonly kind: 'setting'
      readonly other: string
      readonly name: string
      readonly setting: Setting
    })
  | (Base & { readonly kind: 'inner'; readonly rules: readonly FormRule[] })

type Body = Readonly<Record<string, unknown>>

/** Keyword of a body's schema under which its rules stand. */
export const RULES = 'x-rules'

const DAY = /^\d{4}-\d{2}(-\d{2})?$/

/**
 * Returns the rules between the fields of a form, which its schema contains under `x-rules`; an empty list if there
 * are none.
 *
 * @example
 * rulesOf({ type: 'object' }) // → []
 */
export function rulesOf(schema: JsonSchema): readonly FormRule[] {
  return (schema[RULES] as readonly FormRule[] | undefined) ?? []
}

/** The other field that a rule reads; undefined where it reads none. */
export function otherOf(rule: FormRule): string | undefined {
  if (rule.kind === 'same' || rule.kind === 'number' || rule.kind === 'setting') return rule.other
  if (rule.kind !== 'date') return undefined
  return 'field' in rule.bound ? rule.bound.field : 'start' in rule.bound ? rule.bound.start : undefined
}

/** The field that says by how many days the other one is moved. */
function daysOf(rule: FormRule): string | undefined {
  const by = rule.kind === 'date' && 'start' in rule.bound ? rule.bound.by : undefined
  return by && 'days' in by ? by.days : undefined
}

/** The other fields on which the verdict on a rule's field depends. */
export function readsOf(rule: FormRule): readonly string[] {
  if (rule.kind === 'needed') return pathsOf(rule.when).map((path) => path.split('.')[1] ?? '')
  const other = otherOf(rule)
  const days = daysOf(rule)
  return [...(other === undefined ? [] : [other]), ...(days === undefined ? [] : [days])]
}

/** Whole years from a day, or from the first of a month, to another day. */
function yearsBetween(from: string, to: string): number {
  const [year, rest] = [Number(from.slice(0, 4)), from.length === 7 ? `${from.slice(5)}-01` : from.slice(5)]
  return Number(to.slice(0, 4)) - year - (to.slice(5) < rest ? 1 : 0)
}

const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The groups that the value is, each with its place below the field. */
function groupsOf(value: unknown): readonly { readonly at: string; readonly group: Body }[] {
  if (!Array.isArray(value)) return isBody(value) ? [{ at: '', group: value }] : []
  return value.flatMap((group, index) => (isBody(group) ? [{ at: `/${index}`, group }] : []))
}

/** A value that is missing or of the wrong kind breaks no rule: that is the schema's matter. */
function isBroken(rule: Exclude<FormRule, { kind: 'inner' }>, body: Body, now: Date): boolean {
  const value = body[rule.field]
  if (rule.kind === 'needed') return isEmpty(value) && evaluateCondition(rule.when, { form: body })
  if (value === undefined || value === null) return false
  if (rule.kind === 'same') return body[rule.other] !== undefined && value !== body[rule.other]
  if (rule.kind === 'named') return !rule.names.includes(String(value))
  if (rule.kind === 'setting')
    return body[rule.other] === rule.name && parseSetting(rule.setting, value) === undefined
  if (rule.kind === 'number') return !keepsOrder(rule.relation, value, body[rule.other])
  if (rule.kind === 'date') {
    const { bound, relation } = rule
    const edge =
      'field' in bound
        ? body[bound.field]
        : 'start' in bound
          ? movedEdge(bound, body)
          : edgeOf(bound, relation, now)
    const order = compareDates(value, edge)
    return order !== undefined && !keepsRelation(relation, order)
  }
  if (typeof value !== 'string' || !DAY.test(value)) return false
  const today = todayAt(now)
  if (rule.kind === 'past') return value > today
  const age = yearsBetween(value, today)
  return age < rule.least || age > rule.most
}

/**
 * Returns true if the values are unchanged, so that the rule is not checked again: a deadline that has passed since
 * must not prevent other corrections.
 */
function isUnchanged(rule: FormRule, body: Body, stored: Body): boolean {
  if (rule.kind === 'needed') return false
  return [rule.field, ...readsOf(rule)].every((name) => isSame(body[name] ?? null, stored[name] ?? null))
}

function isSame(value: unknown, stored: unknown): boolean {
  return value === stored || compareDates(value, stored) === 0
}

/** Returns true if the other answers make the field required by one of its rules; its schema is not considered. */
export function isNeeded(rules: readonly FormRule[], body: Body, field: string): boolean {
  return rules.some(
    (rule) => rule.kind === 'needed' && rule.field === field && evaluateCondition(rule.when, { form: body }),
  )
}

/** Returns true if `value` would meet the field's own rules, given the other answers. */
export function keepsRules(rules: readonly FormRule[], body: Body, field: string, value: unknown): boolean {
  const own = rules.filter((rule) => rule.field === field)
  return own.length === 0 || brokenRules(own, { ...body, [field]: value }, { now: new Date() }).length === 0
}

/** `stored` is what is being changed; absent for something new. */
export function brokenRules(
  rules: readonly FormRule[],
  body: Body,
  { now, stored }: { readonly now: Date; readonly stored?: Body | undefined },
): FieldError[] {
  return rules.flatMap((rule): FieldError[] => {
    const { field, message } = rule
    if (rule.kind === 'inner') return brokenInside(rule, body, { now, stored })
    const isWrong = isBroken(rule, body, now) && !(stored && isUnchanged(rule, body, stored))
    if (!isWrong) return []
    const days = daysOf(rule)
    return [{ path: `/${field}`, message: days === undefined ? message : withDays(message, body[days]) }]
  })
}

/** A row is compared with the one that stood in its place. */
function brokenInside(
  { field, rules }: Extract<FormRule, { kind: 'inner' }>,
  body: Body,
  { now, stored }: { readonly now: Date; readonly stored?: Body | undefined },
): FieldError[] {
  const before = new Map(groupsOf(stored?.[field]).map(({ at, group }) => [at, group]))
  return groupsOf(body[field]).flatMap(({ at, group }) =>
    brokenRules(rules, group, { now, stored: before.get(at) }).map(({ path, message }) => ({
      path: `/${field}${at}${path}`,
      message,
    })),
  )
}
