// Refuses sorting and filtering by figures of mixed units: 3 of one unit may be more than 5000 of another.
import type { Context } from '#config/load/context.ts'

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
      context.report(document, ['fields', 'properties', name, key], {
        slug: 'sort_units',
        message: `“${String(own.title)}”的单位随“${String(unit.title)}”（${by}）变化，按数值${verb}会出错（3 万会排在 5000 之前）：请在 computed 中算出统一单位的字段，再按该字段${verb}`,
        found: name,
        key: true,
      })
}
