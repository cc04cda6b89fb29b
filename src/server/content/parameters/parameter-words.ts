// Builds the search words of an item's category and parameters, such as 额定流量 3000.
import { createHash } from 'node:crypto'
import type { SearchTexts } from '#server/platform/text/search-vector.ts'
import type { ParameterSet } from '#shared/parameters/parameter-model.ts'
import type { ParameterPlan } from './parameter-plan.ts'

/** Grows when the same parameters make other words than before. */
const WORDS_VERSION = 3

type Body = Readonly<Record<string, unknown>>

/** Of the set that is chosen, of those above it, and of each parameter that has a value. */
export function parameterTexts(plan: ParameterPlan | undefined, body: Body): SearchTexts {
  const chosen = plan?.sets.get(String(body[plan.chooser.name]))
  if (!plan || !chosen) return []
  const values = body[plan.field.name]
  const held = typeof values === 'object' && values !== null ? (values as Body) : {}
  return [
    ...categoryTexts(plan, chosen),
    ...chosen.fields.flatMap((field) => valueTexts(plan, field, held[field.name])),
  ]
}

function categoryTexts(plan: ParameterPlan, chosen: ParameterSet): SearchTexts {
  const above = plan.sets.get(chosen.parent ?? '')
  return [
    ...[chosen.title, ...chosen.alias].map((text) => [text, 'B'] as const),
    ...(above ? categoryTexts(plan, above).map(([text]) => [text, 'C'] as const) : []),
  ]
}

/** Title and value apart, so that titles, which are few, are cut into words once. */
function valueTexts(plan: ParameterPlan, field: ParameterSet['fields'][number], value: unknown): SearchTexts {
  const title = [field.title, 'C'] as const
  if (value === true) return [title]
  if (typeof value === 'number')
    return [
      [field.title, 'C', value],
      [`${value}${field.unit ?? ''}`, 'C'],
      [`${value} ${field.unit ?? ''}`, 'C'],
    ]
  if (typeof value !== 'string' || value === '') return []
  return [title, [plan.labelOf(field, value), 'C']]
}

/** Changes when an item with the same parameters is found by other words than before. */
export function textsSignature({ family, field, chooser }: ParameterPlan): string {
  const sets = family.sets.map(({ id, title, alias, parent, fields }) => [
    id,
    title,
    alias,
    parent,
    fields.map((one) => [one.name, one.title, one.unit, one.dict]),
  ])
  const written = JSON.stringify([WORDS_VERSION, field.name, chooser.name, sets])
  return createHash('sha256').update(written).digest('hex').slice(0, 16)
}
