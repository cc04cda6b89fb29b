// Checks what a computed field computes: nothing is set against itself, sums have one unit, days are counted forwards.

import type { WrittenContentType } from '#config/generated/written.ts'
import type { Place } from '#config/load/place.ts'
import { type Expression, TODAY } from '#shared/expressions/expression.ts'
import { isConvertible } from '#shared/formats/units.ts'
import type { Field } from '#shared/model/content-model.ts'
import { type DateRelation, parseBound } from '#shared/validation/date-bound.ts'

type Computation = Extract<Expression, object>

/** In these a figure below nothing may be meant. */
const TURNING: readonly string[] = ['minus', 'times']
/** Parts that stand beside a verb, not in its list. */
const BESIDE: readonly string[] = ['day', 'later']

/** Visits what is computed, from the outside inwards, with the keys in which it stands. */
function eachComputation(
  here: Place<WrittenContentType>,
  expression: Expression,
  visit: (here: Place<WrittenContentType>, one: Computation, outer: readonly string[]) => void,
  outer: readonly string[] = [],
): void {
  if (typeof expression !== 'object') return
  visit(here, expression, outer)
  for (const [key, parts] of Object.entries(expression)) {
    const keys = [...outer, key]
    if (Array.isArray(parts))
      for (const [at, part] of parts.entries()) eachComputation(here.at(key, at), part, visit, keys)
    else eachComputation(here.at(key), parts as Expression, visit, keys)
  }
}

/** `own` are the fields of the type, `title` is that of what is computed. */
export function checkExpression(
  here: Place<WrittenContentType>,
  own: readonly Field[],
  title: string,
  expression: Expression,
): void {
  eachComputation(here, expression, (at, one, outer) => {
    if (!outer.some((key) => BESIDE.includes(key))) checkSameTerms(at, title, one)
    if ('plus' in one) checkTerms(at.at('plus'), own, title, one.plus, '相加')
    if ('minus' in one) checkTerms(at.at('minus'), own, title, one.minus, '相减')
    if ('days' in one && !outer.some((key) => TURNING.includes(key)))
      checkDays(at.at('days'), own, title, one.days)
  })
}

const DEEDS: Readonly<Record<string, string>> = {
  minus: '减去自身，结果恒为 0',
  days: '与自身计算天数，结果恒为 0',
  times: '乘以自身',
}

function checkSameTerms(here: Place, title: string, computation: Computation): void {
  for (const [verb, terms] of Object.entries(computation)) {
    const deed = Array.isArray(terms) ? DEEDS[verb] : undefined
    const again = terms as readonly Expression[]
    const duplicate = deed
      ? again.findIndex((term, at) => typeof term === 'string' && again.indexOf(term) < at)
      : -1
    if (duplicate >= 0)
      here.at(verb, duplicate).report('computed_same', { found: String(again[duplicate]), title, deed })
  }
}

/** Values of other units make no sum, as pieces and prices. */
function checkTerms(
  here: Place,
  own: readonly Field[],
  title: string,
  terms: readonly Expression[],
  verb: string,
): void {
  const fields = terms.flatMap((term) => own.find(({ name }) => term === `item.${name}`) ?? [])
  const counted = fields.find(({ unit }) => unit !== undefined)
  const other = fields.find(({ unit }) => counted && !isConvertible(unit, counted.unit))
  if (!counted || !other) return
  here.at(terms.indexOf(`item.${other.name}`)).report('computed_added', {
    found: `item.${other.name}`,
    title,
    counted,
    other,
    unit: other.unit ?? '没有单位',
    verb,
  })
}

type Dates = WrittenContentType['fields']['properties']

const LEFT = /剩|还有|尚有|距(?!今)|倒计时/
const OVER = /逾期|超期|过期|超过|拖延|延误|(?<!最)迟|距今|已/

const UPPER: readonly DateRelation[] = ['after', 'notBefore']
const LOWER: readonly DateRelation[] = ['before', 'notAfter']

/** From the earlier date to the later one; in reverse order the count is negative. */
function checkDays(
  here: Place<WrittenContentType>,
  own: readonly Field[],
  title: string,
  [from, to]: readonly Expression[],
): void {
  const { properties } = here.document.value.fields
  if (typeof from !== 'string' || typeof to !== 'string') return
  const why = reasonOf(properties, title, from, to)
  if (why === undefined) return
  const titleOf = (name: string) =>
    name === TODAY ? '今天' : (own.find((field) => `item.${field.name}` === name)?.title ?? name)
  here.report('days_turned', {
    found: `${from}, ${to}`,
    expected: `${to}, ${from}`,
    title,
    first: titleOf(from),
    last: titleOf(to),
    why,
    to,
    from,
  })
}

/** Why the second is not the later one. */
function reasonOf(dates: Dates, title: string, from: string, to: string): string | undefined {
  const boundsOf = (name: string, relations: readonly DateRelation[]) => {
    const written = dates[name.slice('item.'.length)]?.['x-date'] ?? {}
    return relations.flatMap((relation) => parseBound(written[relation] ?? '') ?? [])
  }
  if (from !== TODAY && to !== TODAY) {
    const isUpper = boundsOf(from, UPPER).some((bound) => 'field' in bound && `item.${bound.field}` === to)
    const isLower = boundsOf(to, LOWER).some((bound) => 'field' in bound && `item.${bound.field}` === from)
    return isUpper || isLower ? '后者却不晚于前者（x-date），天数不会大于 0' : undefined
  }
  if (from === TODAY) {
    if (boundsOf(to, LOWER).some((bound) => 'today' in bound && bound.today <= 0))
      return '后者却只能填今天及以前（x-date），天数不会大于 0'
    return OVER.test(title) && !LEFT.test(title) ? '名称指已过的天数，未到的日期却得正数' : undefined
  }
  const isAhead = boundsOf(from, UPPER).some((bound) => 'today' in bound && bound.today >= 0)
  if (OVER.test(title)) return undefined
  if (isAhead) return '前者却只能填今天及以后（x-date），填下时天数不大于 0'
  return LEFT.test(title) ? '名称指剩余的天数，已过的日期却得正数' : undefined
}
