// Checks that days are counted from the earlier date to the later one; in reverse order the count is negative.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { type Expression, TODAY } from '#shared/expressions/expression.ts'
import type { Field } from '#shared/model/content-model.ts'
import { type DateRelation, parseBound } from '#shared/validation/date-bound.ts'

interface Around {
  readonly context: Context
  readonly document: Document
  readonly own: readonly Field[]
}

type Dates = Readonly<
  Record<string, { readonly 'x-date'?: Readonly<Partial<Record<DateRelation, string>>> } | undefined>
>

/** In these a figure below nothing may be meant. */
const TURNING: readonly string[] = ['minus', 'times', 'over']
const LEFT = /剩|还有|尚有|距(?!今)|倒计时/
const OVER = /逾期|超期|过期|超过|拖延|延误|(?<!最)迟|距今|已/

const UPPER: readonly DateRelation[] = ['after', 'notBefore']
const LOWER: readonly DateRelation[] = ['before', 'notAfter']

/** `title`: of what is computed. `path`: of the expression. */
export function checkDayCountOrder(around: Around, title: string, expression: Expression, path: Path): void {
  if (typeof expression !== 'object') return
  if ('days' in expression) {
    checkPair(around, title, expression.days, [...path, 'days'])
    return
  }
  for (const [verb, parts] of Object.entries(expression))
    if (TURNING.includes(verb) || verb === 'if') continue
    else if (Array.isArray(parts))
      for (const [at, part] of parts.entries()) checkDayCountOrder(around, title, part, [...path, verb, at])
    else checkDayCountOrder(around, title, parts as Expression, [...path, verb])
}

function checkPair(
  { context, document, own }: Around,
  title: string,
  [from, to]: readonly Expression[],
  path: Path,
): void {
  const { fields = {} } = document.value as { readonly fields?: { readonly properties?: Dates } }
  const dates = fields.properties ?? {}
  if (typeof from !== 'string' || typeof to !== 'string') return
  const why = reasonOf(dates, title, from, to)
  if (why === undefined) return
  const titleOf = (name: string) =>
    name === TODAY ? '今天' : (own.find((field) => `item.${field.name}` === name)?.title ?? name)
  context.report(document, path, {
    slug: 'days_turned',
    message: `“${title}”计算“${titleOf(from)}”至“${titleOf(to)}”的天数，${why}：前后写反，请写 [ "${to}", "${from}" ]`,
    found: `${from}, ${to}`,
    expected: `${to}, ${from}`,
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
