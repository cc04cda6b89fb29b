// Tests that the validation message of a pattern names the expected format.

import { describe, expect, test } from 'vitest'
import { validatorOf } from '#server/platform/validation/build-ajv.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { toFieldErrors } from '#shared/validation/field-errors.ts'
import { model } from '../../support/portal-model.ts'

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

/** Every schema with a pattern, with the way to it. */
function patternsIn(schema: JsonSchema, at: string): [string, JsonSchema][] {
  const own: [string, JsonSchema][] = typeof schema.pattern === 'string' ? [[at, schema]] : []
  const inner = Object.entries(schema).filter(([, value]) => isSchema(value))
  return [...own, ...inner.flatMap(([key, value]) => patternsIn(value as JsonSchema, `${at}/${key}`))]
}

const schemas: [string, JsonSchema][] = [
  ...model.forms.map(({ id, schema }): [string, JsonSchema] => [`form ${id}`, schema]),
  ...model.operations.flatMap(({ method, path, params, body }): [string, JsonSchema][] => [
    [`${method} ${path} params`, params],
    ...(body ? [[`${method} ${path} body`, body] as [string, JsonSchema]] : []),
  ]),
  ...model.families.flatMap(({ name, sets }) =>
    sets.flatMap(({ id, fields }) =>
      fields.map((field): [string, JsonSchema] => [`${name} ${id} ${field.name}`, field.schema]),
    ),
  ),
]

/** Keeps to no pattern of a text that people write. */
const WRONG = '！＊ ！'

/** What is said of a text that only the pattern refuses. */
function refusalOf({ type, title, description, pattern }: JsonSchema): string | undefined {
  const value = { type, title, description, pattern }
  const root = { type: 'object', properties: { value } }
  const validate = validatorOf(root)
  validate({ value: WRONG })
  return toFieldErrors(root, validate.errors ?? [])[0]?.message
}

describe('validation message of a text that does not match a pattern', () => {
  test('names the format for every pattern of forms, endpoints and parameters', () => {
    const patterns = schemas.flatMap(([at, schema]) => patternsIn(schema, at))
    expect(patterns.length).toBeGreaterThan(100)
    const unsaid = patterns.filter(([, schema]) => !/(应为|须|只能|不能).{4,}/u.test(refusalOf(schema) ?? ''))
    expect([...new Set(unsaid.map(([at, { pattern }]) => `${at} ${String(pattern)}`))]).toEqual([])
  })
})
