// Refuses sorting and filtering by figures of mixed units: 3 of one unit may be more than 5000 of another.

import type { Context } from '#config/load/context.ts'
import { Place } from '#config/load/place.ts'

/**
 * Checks the field `name`, whose unit is the value of the field `by`. Reports at the annotation in the content type.
 */
export function checkMixedUnits(context: Context, type: string, name: string, by: string): void {
  const document = context.of('content').get(type)
  const { [name]: own, [by]: unit } = document?.value.fields.properties ?? {}
  if (!document || !own || unit?.['x-dict'] === undefined) return
  for (const [key, verb] of [
    ['x-sort', '排序'],
    ['x-filter', '筛选'],
  ] as const)
    if (own[key] !== undefined && own[key] !== false)
      new Place(context, document, ['fields', 'properties', name, key]).report('sort_units', {
        found: name,
        key: true,
        own,
        unit,
        by,
        verb,
      })
}
