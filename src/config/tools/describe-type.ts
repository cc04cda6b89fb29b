// Describes the permitted values of a property, for the reference.
import type { JsonSchema } from '#shared/model/json.ts'
import { isSchema, type LanguageFiles, referred } from './language-paths.ts'

const TYPES: Readonly<Record<string, string>> = {
  string: '文字',
  number: '数',
  integer: '整数',
  boolean: 'true 或 false',
  array: '列表',
  object: '对象',
  null: 'null',
}

/** Of a property, or of what it refers to. */
export function descriptionOf(language: LanguageFiles, file: string, schema: JsonSchema): string {
  if (typeof schema.description === 'string') return schema.description
  const inner = targetOf(language, file, schema)
  return inner ? descriptionOf(language, inner.file, inner.schema) : ''
}

function targetOf(language: LanguageFiles, file: string, { $ref }: JsonSchema) {
  if (typeof $ref !== 'string') return undefined
  const found = referred(language, file, $ref)
  return isSchema(found.schema) ? { schema: found.schema, file: found.file } : undefined
}

/** The name of the definition that a reference means. */
const nameOf = (reference: string): string => reference.replace(/^.*[/:]/, '')

/** As a reader says it: the values, or the type with its limits. */
export function describeType(schema: JsonSchema): string {
  const { $ref, const: constant, enum: values, type, items, if: condition, anyOf } = schema
  if (typeof $ref === 'string') return nameOf($ref)
  if (constant !== undefined) return JSON.stringify(constant)
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join('、')
  if (condition !== undefined) return describeChoice(schema)
  if (Array.isArray(anyOf)) return describeAll(anyOf).join(' 或 ')
  if (type === 'array') return `列表${describeLimits(schema, 'Items', '项')}${describeItems(items)}`
  const types = [type ?? []].flat().map((one) => TYPES[String(one)] ?? String(one))
  if (types.length === 0) return '任意值'
  return `${types.join(' 或 ')}${describeLimits(schema, 'Length', '字')}${describeRange(schema)}`
}

const describeAll = (schemas: readonly unknown[]): string[] => [
  ...new Set(schemas.filter(isSchema).map(describeType)),
]

/** One half where the other is the rest. */
function describeChoice({ if: condition, then: first, else: second }: JsonSchema): string {
  return describeAll([first ?? condition, second]).join(' 或 ')
}

function describeItems(items: unknown): string {
  return isSchema(items) ? `，每项：${describeType(items)}` : ''
}

function describeLimits(schema: JsonSchema, of: 'Items' | 'Length', unit: string): string {
  const [least, most] = [schema[`min${of}`], schema[`max${of}`]]
  if (most !== undefined) return `（${least ?? 0}–${most} ${unit}）`
  return typeof least === 'number' && least > 1 ? `（至少 ${least} ${unit}）` : ''
}

function describeRange({ minimum, exclusiveMinimum, maximum }: JsonSchema): string {
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : `大于 ${exclusiveMinimum}`)
  if (least === undefined && maximum === undefined) return ''
  return `（${least ?? ''}–${maximum ?? ''}）`
}
