// Explains why a schema refuses a value, in words for authors of the configuration; fast enough to run on every
// value.

import { FORMATS } from '#shared/formats/text-formats.ts'
import type { JsonSchema } from '#shared/model/json.ts'

export interface SchemaViolation {
  readonly reason: string
  /** Values that would be right. */
  readonly known?: readonly string[]
}

const LIMITS: readonly [keyword: string, title: string, sign: 1 | -1][] = [
  ['maximum', '不能大于', 1],
  ['minimum', '不能小于', -1],
]
type Size = readonly [keyword: string, title: string, sign: 1 | -1, unit: string]
const LENGTHS: readonly Size[] = [
  ['maxLength', '最多', 1, '字'],
  ['minLength', '至少', -1, '字'],
]
const COUNTS: readonly Size[] = [
  ['maxItems', '最多', 1, '项'],
  ['minItems', '至少', -1, '项'],
]
const TYPES: Readonly<Record<string, string>> = {
  string: '文字',
  number: '数字',
  integer: '整数',
  boolean: 'true 或 false',
  array: '列表',
  object: '一组内容',
}

/** The first reason against a value; undefined where nothing speaks against it. */
export function findViolation(schema: JsonSchema, value: unknown): SchemaViolation | undefined {
  const choices = schema.anyOf as readonly JsonSchema[] | undefined
  if (choices) {
    const refusals = choices.map((choice) => findViolation(choice, value))
    return refusals.some((refusal) => refusal === undefined) ? undefined : refusals[0]
  }
  return (
    refusedType(schema, value) ??
    refusedChoice(schema, value) ??
    refusedLimit(schema, value) ??
    refusedSize(schema, value) ??
    refusedText(schema, value)
  )
}

function refusedType({ type }: JsonSchema, value: unknown): SchemaViolation | undefined {
  // Nearly all values are of the one type that is said.
  if (typeof type === 'string' && isOf(type, value)) return undefined
  const types = [type].flat().filter((one): one is string => typeof one === 'string')
  if (types.length === 0 || types.some((one) => isOf(one, value))) return undefined
  return { reason: `应为${types.map((one) => TYPES[one] ?? one).join('或')}` }
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}

function refusedChoice({ enum: allowed }: JsonSchema, value: unknown): SchemaViolation | undefined {
  const known = allowed as readonly unknown[] | undefined
  if (!known || known.includes(value)) return undefined
  return { reason: '不在可选值之中', known: known.map(String) }
}

function refusedLimit(schema: JsonSchema, value: unknown): SchemaViolation | undefined {
  if (typeof value !== 'number') return undefined
  for (const [keyword, title, sign] of LIMITS) {
    const limit = schema[keyword]
    if (typeof limit === 'number' && value * sign > limit * sign) return { reason: `${title} ${limit}` }
  }
  return undefined
}

function refusedSize(schema: JsonSchema, value: unknown): SchemaViolation | undefined {
  if (typeof value !== 'string' && !Array.isArray(value)) return undefined
  for (const [keyword, title, sign, unit] of typeof value === 'string' ? LENGTHS : COUNTS) {
    const limit = schema[keyword]
    if (typeof limit !== 'number') continue
    // A text has no more characters than units, which need not be counted.
    if (sign > 0 && value.length <= limit) continue
    const size = [...value].length
    if (size * sign > limit * sign) return { reason: `${title} ${limit} ${unit}，现有 ${size} ${unit}` }
  }
  return undefined
}

function refusedText({ pattern, format }: JsonSchema, value: unknown): SchemaViolation | undefined {
  if (typeof value !== 'string') return undefined
  const accepts = FORMATS[String(format)]
  if (accepts && !accepts(value)) return { reason: `格式不正确（${String(format)}）` }
  if (typeof pattern !== 'string' || matches(pattern, value)) return undefined
  return { reason: `不符合 ${pattern}` }
}

/** An invalid expression is reported where it is declared; here it matches everything. */
function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    return true
  }
}
