// Validates by interpreting the schema, which needs no eval and so works under a strict content security policy.
import { format, type OutputUnit, type Schema, Validator } from '@cfworker/json-schema'
import { FORMATS } from '#shared/formats/text-formats.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { perModel } from '#shared/model/per-model.ts'
import type { ValidationError } from './validation-error.ts'

// The interpreter looks formats up in this exported table; it offers no other way to add some.
Object.assign(format, FORMATS)

/** Errors that only say that a nested value has errors of its own. */
const WRAPPERS = new Set([
  'properties',
  'items',
  'prefixItems',
  'allOf',
  '$ref',
  'patternProperties',
  'dependentSchemas',
])

const validatorOf = perModel((schema: JsonSchema) => new Validator(schema as Schema, '2020-12', false))

/** The interpreter refuses undefined; JSON has none. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => withoutUndefined(entry ?? null))
  if (value === null || typeof value !== 'object') return value ?? null
  const kept = Object.entries(value).filter(([, entry]) => entry !== undefined)
  return Object.fromEntries(kept.map(([name, entry]) => [name, withoutUndefined(entry)]))
}

function decode(pointer: string): string[] {
  const parts = pointer.replace(/^#/, '').split('/').slice(1)
  return parts.map((part) => decodeURIComponent(part).replace(/~1/g, '/').replace(/~0/g, '~'))
}

function toPointer(parts: readonly string[]): string {
  return parts.map((part) => `/${part.replace(/~/g, '~0').replace(/\//g, '~1')}`).join('')
}

function read(value: unknown, parts: readonly string[]): unknown {
  let found = value
  for (const part of parts) {
    if (found === null || typeof found !== 'object') return undefined
    found = (found as Record<string, unknown>)[part]
  }
  return found
}

const LIMITS = /^(min|max|exclusive)/

function paramsOf(unit: OutputUnit, value: unknown): Record<string, unknown> {
  if (unit.keyword === 'required') return { missingProperty: /"(.*)"\.$/s.exec(unit.error)?.[1] ?? '' }
  if (unit.keyword === 'additionalProperties')
    return { additionalProperty: /^Property "(.*)" does not match/s.exec(unit.error)?.[1] ?? '' }
  if (unit.keyword === 'enum') return { allowedValues: value }
  if (unit.keyword === 'const') return { allowedValue: value }
  if (LIMITS.test(unit.keyword)) return { limit: value }
  return { [unit.keyword]: value }
}

function toError(unit: OutputUnit, schema: JsonSchema): ValidationError {
  const location = decode(unit.keywordLocation)
  const params = paramsOf(unit, read(schema, location))
  const parent = read(schema, location.slice(0, -1)) as JsonSchema | undefined
  const missing = params.missingProperty
  const own =
    typeof missing === 'string' ? (parent?.properties as Record<string, JsonSchema>)?.[missing] : parent
  return {
    keyword: unit.keyword,
    instancePath: toPointer(decode(unit.instanceLocation)),
    schemaPath: `#${toPointer(location)}`,
    params,
    message: unit.error,
    ...(own ? { schema: own } : {}),
  }
}

const TYPES: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
}

/** Ajv compares items of a plain type only where they have it: what is wrong by its type is not also a repetition. */
function isRepetition(unit: OutputUnit, schema: JsonSchema, value: unknown): boolean {
  const parent = read(schema, decode(unit.keywordLocation).slice(0, -1)) as JsonSchema | undefined
  const types = [(parent?.items as JsonSchema | undefined)?.type ?? []]
    .flat()
    .map((type) => TYPES[String(type)])
  const items = read(value, decode(unit.instanceLocation))
  if (!Array.isArray(items) || types.length === 0 || types.includes(undefined)) return true
  const typed = items.filter((item) => types.some((is) => is?.(item)))
  return new Set(typed).size < typed.length
}

/** All errors, in Ajv's form; none when the value is valid. Throws where a `$ref` leads nowhere. */
export function interpret(schema: JsonSchema, value: unknown): ValidationError[] {
  const whole = withoutUndefined(value)
  const result = validatorOf(schema).validate(whole)
  if (result.valid) return []
  const own = result.errors.filter(
    (unit) =>
      !WRAPPERS.has(unit.keyword) &&
      unit.keyword !== 'false' &&
      (unit.keyword !== 'uniqueItems' || isRepetition(unit, schema, whole)),
  )
  return (own.length ? own : result.errors).map((unit) => toError(unit, schema))
}
