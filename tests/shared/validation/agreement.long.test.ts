// Tests that the interpreter of the browser and Ajv agree on random schemas and values.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { FORMATS } from '#shared/formats/text-formats.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { toFieldErrors } from '#shared/validation/field-errors.ts'
import { interpret } from '#shared/validation/interpret-schema.ts'
import { IS_LONG } from '../../support/long-run.ts'
import { randomSchema, randomValue, seeded } from './random-schema.ts'

const CASES = IS_LONG ? 2000 : 300

function ajv(): Ajv2020 {
  const built = new Ajv2020({ strict: false, allErrors: true })
  for (const [name, check] of Object.entries(FORMATS)) built.addFormat(name, check)
  return built
}

function places(root: JsonSchema, errors: Parameters<typeof toFieldErrors>[1]): string[] {
  return toFieldErrors(root, errors)
    .map((error) => `${error.path} ${error.message}`)
    .sort()
}

test(`interpret returns the same verdict as Ajv for ${CASES} nested schemas with combinators`, () => {
  const random = seeded(7)
  const strict = ajv()
  const differences: string[] = []
  let valid = 0
  for (let index = 0; index < CASES; index += 1) {
    const schema = randomSchema(random, 3, true) as JsonSchema
    const validate = strict.compile(schema)
    for (let round = 0; round < 3; round += 1) {
      const value = randomValue(random, schema, 3)
      const verdict = validate(value)
      if (verdict) valid += 1
      const found = interpret(schema, value)
      if (verdict !== (found.length === 0))
        differences.push(JSON.stringify({ schema, value, found, verdict }))
    }
  }
  expect(differences).toEqual([])
  expect(valid).toBeGreaterThan(CASES / 10)
})

test(`interpret returns the same messages and paths as Ajv for ${CASES} form-like schemas`, () => {
  const random = seeded(11)
  const strict = ajv()
  const differences: string[] = []
  let refused = 0
  for (let index = 0; index < CASES; index += 1) {
    const schema = randomSchema(random, 3, false) as JsonSchema
    const value = randomValue(random, schema, 3)
    const validate = strict.compile(schema)
    if (validate(value)) continue
    refused += 1
    const wanted = places(schema, (validate.errors ?? []) as Parameters<typeof toFieldErrors>[1])
    const got = places(schema, interpret(schema, value))
    if (JSON.stringify(got) !== JSON.stringify(wanted))
      differences.push(JSON.stringify({ schema, value, got, wanted }))
  }
  expect(differences).toEqual([])
  expect(refused).toBeGreaterThan(CASES / 4)
})

test('interpret reports the same errors as Ajv for duplicate entries of a wrong type', () => {
  const schema = { type: 'array', uniqueItems: true, items: { type: 'string', minLength: 2 } } as const
  const strict = ajv()
  for (const value of [
    [null, null],
    ['a', 'a'],
    ['ab', 'ab', null],
    [1, 1, 'ab'],
  ]) {
    strict.validate(schema, value)
    expect(places(schema, interpret(schema, value)), JSON.stringify(value)).toEqual(
      places(schema, (strict.errors ?? []) as Parameters<typeof toFieldErrors>[1]),
    )
  }
})
