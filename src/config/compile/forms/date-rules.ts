// Compiles `x-date`: parses its bounds, checks that they can be met, and turns them into rules.

import type { Path } from '#config/load/document.ts'
import type { Place } from '#config/load/place.ts'
import type { Field } from '#shared/model/content-model.ts'
import {
  DATE_RELATIONS,
  type DateBound,
  type DateRelation,
  movedDay,
  parseBound,
  toDateMessage,
} from '#shared/validation/date-bound.ts'
import type { FormRule } from '#shared/validation/form-rules.ts'

/** The properties of a field that date rules need. */
export type Dated = Pick<Field, 'name' | 'title' | 'type'>
type Written = Partial<Readonly<Record<DateRelation, string>>>
type DateRule = Extract<FormRule, { kind: 'date' }>

const DATES: ReadonlySet<string> = new Set(['date', 'date-time'])
/** Any day does: contradictions are looked for between bounds on the same one. */
const SOME_DAY = '2026-01-15'

/** Rules of one field, in the order of the relations. */
export function compileDates(
  here: Place,
  field: Dated,
  written: Written,
  fields: readonly Dated[],
  around: Path = ['fields', 'properties'],
): DateRule[] {
  const at: Path = [...around, field.name, 'x-date']
  const rules = DATE_RELATIONS.flatMap((relation): DateRule[] => {
    const text = written[relation]
    const bound = text === undefined ? null : parseBound(text)
    if (bound === null) return []
    const other = 'field' in bound ? findOther(here.at(...at, relation), field, bound, fields) : null
    if ('field' in bound && !other) return []
    if ('now' in bound && field.type !== 'date-time') reportNow(here.at(...at, relation), field)
    const message = toDateMessage(field.title, relation, bound, other?.title)
    return [{ field: field.name, kind: 'date', relation, bound, message }]
  })
  reportContradiction(here.in(at), field, rules)
  return rules
}

function reportNow(here: Place, { name, title }: Dated): void {
  here.report({
    slug: 'date_type',
    message: `“${title}”（${name}）只有日期，不能与当前时间（now）比较，请写 today`,
    found: 'now',
    expected: 'today',
  })
}

function findOther(
  here: Place,
  field: Dated,
  { field: name }: { readonly field: string },
  fields: readonly Dated[],
): Dated | null {
  const known = new Map(fields.map((entry) => [entry.name, entry]))
  if (!here.refers('field', '字段', name, known)) return null
  const other = known.get(name) as Dated
  if (other.name === field.name) {
    here.report({
      slug: 'date_self',
      message: `字段“${field.name}”的日期不能与自身比较`,
    })
    return null
  }
  if (DATES.has(other.type)) return other
  here.report({
    slug: 'date_type',
    message: `字段“${name}”的类型是 ${other.type}，x-date 只能与 date、date-time 类型的字段比较`,
    found: other.type,
  })
  return null
}

const isLower = (relation: DateRelation) => relation === 'after' || relation === 'notBefore'
const isStrict = (relation: DateRelation) => relation === 'after' || relation === 'before'

/** A lower bound that is not below an upper one leaves no day. */
function reportContradiction(here: Place, field: Dated, rules: readonly DateRule[]): void {
  for (const low of rules.filter(({ relation }) => isLower(relation)))
    for (const high of rules.filter(({ relation }) => !isLower(relation))) {
      const order = compareBounds(low.bound, high.bound)
      const isStrictPair = isStrict(low.relation) || isStrict(high.relation)
      if (order === undefined || order < 0 || (order === 0 && !isStrictPair)) continue
      here.report({
        slug: 'date_contradiction',
        message: `字段“${field.name}”的 ${low.relation} 与 ${high.relation} 互相矛盾，没有符合的日期：请改其一`,
      })
    }
}

function compareBounds(low: DateBound, high: DateBound): number | undefined {
  // Between fields it shows as a ring.
  if ('field' in low || 'field' in high) return undefined
  const [a, b] = [movedDay(SOME_DAY, low), movedDay(SOME_DAY, high)]
  return a < b ? -1 : a > b ? 1 : 0
}
