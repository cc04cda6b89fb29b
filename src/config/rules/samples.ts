// Owns the check that sample rows fit the content type they belong to.
import type { Model } from '../../shared/model.ts'
import { isRegionCode } from '../../shared/region-codes.ts'
import type { Context } from '../context.ts'
import { checkSampleRules, toJudged } from './sample-rules.ts'

/** Keys of a sample that are no fields: identity, owner, account, state and counters. */
export const SAMPLE_KEYS = [
  '_id',
  '_status',
  '_owner',
  '_account',
  '_publishedDaysAgo',
  '_views',
  '_likes',
  '_comments',
]

export function checkSamples(
  context: Context,
  model: Pick<Model, 'contentTypes' | 'forms' | 'samples'>,
): void {
  for (const type of model.contentTypes) {
    const document = context.of('samples').get(type.name)
    // A field under a reserved name is refused there, not wherever it is given.
    const reserved = new Set(model.forms.find(({ id }) => id === type.name)?.fields.map(({ name }) => name))
    const fields = new Map(type.fields.filter((field) => !field.system).map((field) => [field.name, field]))
    const required = [...fields.values()].filter(
      (field) => field.required && !Object.hasOwn(type.conditions, field.name),
    )
    const judged = toJudged(type)
    for (const [index, row] of (model.samples[type.name] ?? []).entries()) {
      if (!document || row === null || typeof row !== 'object') continue
      for (const [name, value] of Object.entries(row)) {
        if (SAMPLE_KEYS.includes(name)) continue
        const field = fields.get(name)
        if (!field && reserved.has(name)) continue
        if (!field)
          context.report(document, ['items', index, name], {
            slug: 'field_unknown',
            message: `内容类型“${type.title}”没有字段“${name}”`,
            found: name,
            known: [...fields.keys(), ...SAMPLE_KEYS],
            key: true,
          })
        else if (
          field.type === 'dict' &&
          field.schema.enum &&
          !(field.schema.enum as unknown[]).includes(value)
        )
          context.report(document, ['items', index, name], {
            slug: 'value_unknown',
            message: `值“${String(value)}”不在字典“${field.dict}”中`,
            found: String(value),
            known: ((field.schema.enum as string[] | undefined) ?? []).map(String),
          })
        else if (field.type === 'region' && !isRegionCode(String(value)))
          context.report(document, ['items', index, name], {
            slug: 'value_unknown',
            message: `行政区划代码“${String(value)}”不存在`,
            found: String(value),
          })
        else if (!hasType(field.schema.type, value))
          context.report(document, ['items', index, name], {
            slug: 'type_wrong',
            message: `字段“${name}”应为 ${String(field.schema.type)}`,
          })
      }
      checkSampleRules(context, document, ['items', index], judged, row as Readonly<Record<string, unknown>>)
      for (const field of required)
        if (!Object.hasOwn(row, field.name))
          context.report(document, ['items', index], {
            slug: 'key_missing',
            message: `示例缺少必填字段“${field.name}”`,
            expected: field.name,
          })
    }
  }
}

function hasType(type: unknown, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return type === undefined || typeof value === type
}
