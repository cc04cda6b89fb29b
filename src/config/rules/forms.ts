// Owns the rules over forms: contradictory limits, defaults that their own schema refuses.
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { JsonSchema } from '../../shared/content-model.ts'
import { FORMATS } from '../../shared/formats.ts'
import type { Model } from '../../shared/model.ts'
import type { Context } from '../context.ts'

const ajv = new Ajv2020({ strict: false })
for (const [format, accepts] of Object.entries(FORMATS)) ajv.addFormat(format, accepts)

const PAIRS = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['minItems', 'maxItems'],
] as const

export function checkConditions(context: Context, model: Model): void {
  for (const form of model.forms) {
    const document = context.of('content').get(form.id) ?? context.of('form').get(form.id)
    if (!document) continue
    for (const field of form.fields) {
      const path = ['fields', 'properties', field.name]
      for (const [low, high] of PAIRS) {
        const [a, b] = [field.schema[low], field.schema[high]]
        if (typeof a === 'number' && typeof b === 'number' && a > b)
          context.report(document, [...path, low], {
            slug: 'limits_contradict',
            message: `字段“${field.name}”的 ${low}（${a}）大于 ${high}（${b}），没有值能满足`,
          })
      }
      const fallback = field.schema.default
      if (fallback !== undefined && !accepts(field.schema, fallback))
        context.report(document, [...path, 'default'], {
          slug: 'default_refused',
          message: `字段“${field.name}”的默认值 ${JSON.stringify(fallback)} 不符合它自己的要求`,
        })
    }
  }
}

function accepts(schema: JsonSchema, value: unknown): boolean {
  try {
    return ajv.validate(schema as object, value)
  } catch {
    return true
  }
}
