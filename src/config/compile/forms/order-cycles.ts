// Finds cycles of fields that each have to be greater than the next, and so can never be filled in.

import { findCycles } from '#config/compile/common/find-cycles.ts'
import type { Path } from '#config/load/document.ts'
import type { Place } from '#config/load/place.ts'
import { type FormRule, otherOf } from '#shared/validation/form-rules.ts'

/** The kinds of comparison, with their keyword in the configuration and their title in messages. */
const KINDS = {
  date: { keyword: 'x-date', slug: 'date_ring', title: '日期的先后' },
  number: { keyword: 'x-number', slug: 'number_ring', title: '数值的大小' },
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
    const { keyword, slug, title } = KINDS[kind]
    for (const ring of findCycles(buildOrderGraph(own))) {
      const field = own.find((rule) => ring.includes(rule.field))?.field ?? ''
      here.at(...around, field, keyword).report({
        slug,
        message: `${title}构成循环：${ring.join(' → ')}`,
      })
    }
  }
}

/** From each field to those that it has to be above. */
function buildOrderGraph(rules: readonly OrderRule[]): ReadonlyMap<string, ReadonlySet<string>> {
  const below = new Map<string, Set<string>>()
  for (const rule of rules) {
    const other = otherOf(rule)
    if (other === undefined) continue
    const [from, to] = UPPER.has(rule.relation) ? [rule.field, other] : [other, rule.field]
    below.set(from, (below.get(from) ?? new Set()).add(to))
  }
  return below
}
