// Compiles `x-date` and `x-number` into rules: what they compare with is there, and can be met.

import { findCycles } from '#config/compile/common/find-cycles.ts'
import type { Path } from '#config/load/document.ts'
import type { Finding, Place } from '#config/load/place.ts'
import type { Field } from '#shared/model/content-model.ts'
import {
  DATE_RELATIONS,
  type DateBound,
  type DateRelation,
  movedDay,
  parseBound,
  toDateMessage,
} from '#shared/validation/date-bound.ts'
import { type FormRule, otherOf } from '#shared/validation/form-rules.ts'
import { NUMBER_RELATIONS, type NumberRelation, toNumberMessage } from '#shared/validation/number-bound.ts'

/** The properties of a field that date rules need. */
export type Dated = Pick<Field, 'name' | 'title' | 'type'>
type Written = Partial<Readonly<Record<DateRelation, string>>>
const NUMBERS: ReadonlySet<string> = new Set(['number', 'integer'])
type DateRule = Extract<FormRule, { kind: 'date' }>

const DATES: ReadonlySet<string> = new Set(['date', 'date-time'])
/** Any day does: contradictions are looked for between bounds on the same one. */
const SOME_DAY = '2026-01-15'

/** Returns the field that another is compared with; null where there is none, or where it does not fit (reported). */
function findOther<Own extends Dated>(
  here: Place,
  field: Own,
  name: string,
  fields: readonly Own[],
  misfitOf: (field: Own, other: Own) => Finding | undefined,
): Own | null {
  const other = here.find('field', '字段', name, new Map(fields.map((entry) => [entry.name, entry])))
  const misfit = other && misfitOf(field, other)
  if (misfit) here.report(...misfit)
  return other && !misfit ? other : null
}

/** Rules of one field, in the order of the relations. */
export function compileDates(
  here: Place,
  field: Dated,
  written: Written,
  fields: readonly Dated[],
  around: Path = ['fields', 'properties'],
): DateRule[] {
  const at = here.at(...around, field.name, 'x-date')
  const rules = DATE_RELATIONS.flatMap((relation): DateRule[] => {
    const text = written[relation]
    const bound = text === undefined ? null : parseBound(text)
    if (bound === null) return []
    const name = 'field' in bound ? bound.field : 'start' in bound ? bound.start : undefined
    const other = name === undefined ? null : findOther(at.at(relation), field, name, fields, findDateMisfit)
    if (name !== undefined && !other) return []
    const daysName = 'start' in bound && 'days' in bound.by ? bound.by.days : undefined
    const days =
      daysName === undefined ? null : findOther(at.at(relation), field, daysName, fields, findDaysMisfit)
    if (daysName !== undefined && !days) return []
    if ('now' in bound && field.type !== 'date-time')
      at.at(relation).report('date_type.now', { found: 'now', expected: 'today', field })
    const message = toDateMessage(field.title, relation, bound, other?.title, days?.title)
    return [{ field: field.name, kind: 'date', relation, bound, message }]
  })
  reportContradiction(at, field, rules)
  return rules
}

function findDateMisfit(field: Dated, other: Dated): Finding | undefined {
  if (other.name === field.name) return ['date_self', { field }]
  return DATES.has(other.type) ? undefined : ['date_type.other', { found: other.type, other }]
}

const isLower = (relation: DateRelation) => relation === 'after' || relation === 'notBefore'
const isStrict = (relation: DateRelation) => relation === 'after' || relation === 'before'

const findDaysMisfit = (_field: Dated, other: Dated): Finding | undefined =>
  NUMBERS.has(other.type) ? undefined : ['date_type.days', { found: other.type, other }]

/** A lower bound that is not below an upper one leaves no day. */
function reportContradiction(here: Place, field: Dated, rules: readonly DateRule[]): void {
  for (const low of rules.filter(({ relation }) => isLower(relation)))
    for (const high of rules.filter(({ relation }) => !isLower(relation))) {
      const order = compareBounds(low.bound, high.bound)
      const isStrictPair = isStrict(low.relation) || isStrict(high.relation)
      if (order === undefined || order < 0 || (order === 0 && !isStrictPair)) continue
      here.report('date_contradiction', { field, low, high })
    }
}

function compareBounds(low: DateBound, high: DateBound): number | undefined {
  // Between fields it shows as a ring.
  if (!('today' in low) || !('today' in high)) return undefined
  const [a, b] = [movedDay(SOME_DAY, low), movedDay(SOME_DAY, high)]
  return a < b ? -1 : a > b ? 1 : 0
}

/** The kinds of comparison, with their keyword in the configuration and the code of their cycles. */
const KINDS = {
  date: { keyword: 'x-date', slug: 'date_ring' },
  number: { keyword: 'x-number', slug: 'number_ring' },
} as const

type OrderRule = Extract<FormRule, { kind: keyof typeof KINDS }>

/** Relations by which the own field is the upper one. */
const UPPER: ReadonlySet<OrderRule['relation']> = new Set(['after', 'notBefore', 'more', 'notLess'])

export function reportCycles(
  here: Place,
  rules: readonly FormRule[],
  around: Path = ['fields', 'properties'],
): void {
  for (const kind of ['date', 'number'] as const) {
    const own = rules.filter((rule): rule is OrderRule => rule.kind === kind)
    const { keyword, slug } = KINDS[kind]
    for (const ring of findCycles(buildOrderGraph(own))) {
      const field = own.find((rule) => ring.includes(rule.field))?.field ?? ''
      here.at(...around, field, keyword).report(slug, { ring: ring.join(' → ') })
    }
  }
}

/** From each field to those that it has to be above. */
function buildOrderGraph(rules: readonly OrderRule[]): ReadonlyMap<string, ReadonlySet<string>> {
  const below = new Map<string, Set<string>>()
  for (const rule of rules) {
    const other = otherOf(rule)
    // What is moved may be on either side.
    if (other === undefined || (rule.kind === 'date' && 'start' in rule.bound)) continue
    const [from, to] = UPPER.has(rule.relation) ? [rule.field, other] : [other, rule.field]
    below.set(from, (below.get(from) ?? new Set()).add(to))
  }
  return below
}

type WrittenNumbers = Partial<Readonly<Record<NumberRelation, string>>>
type NumberRule = Extract<FormRule, { kind: 'number' }>

const FIELD = /^form\.(.+)$/

/** Rules of one field, in the order of the relations. */
export function compileNumbers(
  here: Place,
  field: Field,
  written: WrittenNumbers,
  fields: readonly Field[],
): NumberRule[] {
  return NUMBER_RELATIONS.flatMap((relation): NumberRule[] => {
    const name = FIELD.exec(written[relation] ?? '')?.[1]
    if (name === undefined) return []
    const at = here.at('fields', 'properties', field.name, 'x-number', relation)
    const other = findOther(at, field, name, fields, findNumberMisfit)
    if (!other) return []
    const message = toNumberMessage(field.title, relation, other.title)
    return [{ field: field.name, kind: 'number', relation, other: other.name, message }]
  })
}

function findNumberMisfit(field: Field, other: Field): Finding | undefined {
  if (other.name === field.name) return ['number_self', { field }]
  if (!NUMBERS.has(other.type)) return ['number_type', { found: other.type, other }]
  if (other.unit === field.unit) return undefined
  const [unit, otherUnit] = [field, other].map((one) => one.unit ?? '无单位')
  return ['number_unit', { found: other.unit ?? '', field, unit, other, otherUnit }]
}
