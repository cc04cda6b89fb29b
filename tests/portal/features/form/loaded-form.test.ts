// Tests the validators that browsers load: the code of the server's Ajv, with rjsf's precompiled validator around it.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { validatorModule } from '#config/compile/common/schema-validator.ts'
import { schemaErrors } from '#portal/core/form-state/loaded-form.ts'
import { validatorOf } from '#server/platform/validation/build-ajv.ts'
import { FORMATS } from '#shared/formats/text-formats.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { toFieldErrors } from '#shared/validation/field-errors.ts'
import { randomSchema, randomValue, seeded } from '../../../shared/validation/random-schema.ts'
import { loaded } from '../../../support/loaded-form.ts'

const formOf = (schema: JsonSchema): FormModel => ({
  id: 'random',
  version: 1,
  title: '随机',
  schema,
  fields: [],
  steps: [],
  conditions: {},
  inputs: {},
})

const errorsInBrowser = (schema: JsonSchema, value: unknown) => schemaErrors(loaded(formOf(schema)), value)

test('a loaded form finds the same errors as the server in 60 random values', () => {
  const random = seeded(11)
  let refused = 0
  for (let index = 0; index < 60; index += 1) {
    const schema = randomSchema(random, 3) as JsonSchema
    const value = randomValue(random, schema, 3)
    const validate = validatorOf(schema)
    validate(value)
    if (validate.errors) refused += 1
    const expected = toFieldErrors(schema, validate.errors ?? [])
    expect(toFieldErrors(schema, errorsInBrowser(schema, value)), JSON.stringify({ schema, value })).toEqual(
      expected,
    )
  }
  expect(refused).toBeGreaterThan(20)
})

test('a module of a validator contains no long list of choices, which the browser reads from the schema', () => {
  const choices = Array.from({ length: 300 }, (_, index) => `choice-${index}`)
  const schema: JsonSchema = { type: 'object', properties: { kind: { type: 'string', enum: choices } } }
  expect(validatorModule(schema)).not.toContain('choice-7')
  expect(errorsInBrowser(schema, { kind: 'choice-7' })).toEqual([])
  expect(errorsInBrowser(schema, { kind: 'choice-300' })).toHaveLength(1)
})

test.each(Object.keys(FORMATS))('a loaded form refuses a text that is not of the format %s', (format) => {
  const schema: JsonSchema = { type: 'object', properties: { text: { type: 'string', format } } }
  expect(errorsInBrowser(schema, { text: '不对' }).map(({ keyword }) => keyword)).toEqual(['format'])
})

// Its own validators of inner schemas are in no module: it would throw where it asks for one.
test('a field of the configuration language has no keyword for which rjsf validates by an inner schema', () => {
  const { $defs } = JSON.parse(readFileSync('schemas/config/common.schema.json', 'utf8'))
  const { properties, additionalProperties } = $defs.fieldSchema
  expect(additionalProperties).toBe(false)
  const asking = ['if', 'oneOf', 'anyOf', 'allOf', 'dependencies', 'dependentSchemas', 'patternProperties']
  expect(asking.filter((keyword) => keyword in properties)).toEqual([])
})
