// Owns the compilation of the rules between fields: the same as, an order, not after today, an age.
import type { Field } from '../../shared/content-model.ts'
import type { DateRelation } from '../../shared/validation/date-bound.ts'
import type { NumberRelation } from '../../shared/validation/number-bound.ts'
import type { FormRule } from '../../shared/validation/rules.ts'
import type { Context } from '../context.ts'
import type { Document } from '../document.ts'
import { compileDates } from './date-rules.ts'
import { compileNumbers } from './number-rules.ts'
import { reportRings } from './order-ring.ts'

type Raw = Readonly<Record<string, unknown>>

export function compileRules(
  context: Context,
  document: Document,
  fields: readonly Field[],
  properties: Readonly<Record<string, Raw>>,
): FormRule[] {
  const titles = new Map(fields.map(({ name, title }) => [name, title]))
  const otherOf = (field: string, keyword: string): string | undefined => {
    const other = properties[field]?.[keyword] as string | undefined
    if (other === undefined || titles.has(other)) return other
    context.report(document, ['fields', 'properties', field, keyword], {
      slug: 'field_unknown',
      message: `字段“${field}”所比较的字段“${other}”没有定义`,
      found: other,
      known: titles.keys(),
    })
    return undefined
  }
  const rules = fields.flatMap((own): FormRule[] => {
    const { name: field, title } = own
    const raw = properties[field] ?? {}
    const same = otherOf(field, 'x-same')
    const dates = (raw['x-date'] ?? {}) as Partial<Record<DateRelation, string>>
    const numbers = (raw['x-number'] ?? {}) as Partial<Record<NumberRelation, string>>
    const age = raw['x-age'] as readonly [number, number] | undefined
    return [
      ...(same
        ? [{ field, kind: 'same' as const, other: same, message: `${title}与${titles.get(same)}不一致` }]
        : []),
      ...(raw['x-past'] === true ? [{ field, kind: 'past' as const, message: `${title}不能晚于今天` }] : []),
      ...(age
        ? [
            {
              field,
              kind: 'age' as const,
              least: age[0],
              most: age[1],
              message: `按${title}计算，年龄应在 ${age[0]}～${age[1]} 周岁`,
            },
          ]
        : []),
      ...compileDates(context, document, own, dates, fields),
      ...compileNumbers(context, document, own, numbers, fields),
    ]
  })
  reportRings(context, document, rules)
  return rules
}
