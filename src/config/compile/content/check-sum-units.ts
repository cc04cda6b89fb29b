// Checks that added or subtracted values have the same unit: pieces and prices make no sum.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import type { Expression } from '#shared/expressions/expression.ts'
import { isConvertible } from '#shared/formats/units.ts'
import type { Field } from '#shared/model/content-model.ts'

interface Around {
  readonly context: Context
  readonly document: Document
  readonly own: readonly Field[]
}

const TITLES = { plus: '相加', minus: '相减' } as const

/** `title`: of what is computed. `path`: of the expression. */
export function checkSumUnits(around: Around, title: string, expression: Expression, path: Path): void {
  if (typeof expression !== 'object') return
  for (const [verb, parts] of Object.entries(expression))
    if (Array.isArray(parts))
      for (const [at, part] of parts.entries()) checkSumUnits(around, title, part, [...path, verb, at])
    else if (verb !== 'if') checkSumUnits(around, title, parts as Expression, [...path, verb])
  if ('plus' in expression) checkTerms(around, title, expression.plus, [...path, 'plus'], TITLES.plus)
  if ('minus' in expression) checkTerms(around, title, expression.minus, [...path, 'minus'], TITLES.minus)
}

function checkTerms(
  { context, document, own }: Around,
  title: string,
  terms: readonly Expression[],
  path: Path,
  verb: string,
): void {
  const fields = terms.flatMap((term) => own.find(({ name }) => term === `item.${name}`) ?? [])
  const counted = fields.find(({ unit }) => unit !== undefined)
  const other = fields.find(({ unit }) => counted && !isConvertible(unit, counted.unit))
  if (!counted || !other) return
  context.report(document, [...path, terms.indexOf(`item.${other.name}`)], {
    slug: 'computed_added',
    message: `“${title}”将“${counted.title}”（${counted.unit}）与“${other.title}”（${other.unit ?? '没有单位'}）${verb}，两者单位不同：请改用同一单位的字段；数量乘单价请用 times`,
    found: `item.${other.name}`,
  })
}
