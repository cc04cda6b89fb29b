// Tests the rjsf validator that works without eval: random schemas, errors, references.
import type { RJSFSchema } from '@rjsf/utils'
import { expect, test } from 'vitest'
import { rjsfValidator } from '#portal/features/form/rjsf/rjsf-validator.ts'
import { randomSchema, randomValue, seeded } from '../../../shared/validation/random-schema.ts'

test('rjsfValidator: isValid and validateFormData agree on 600 random nested schemas', () => {
  const random = seeded(3)
  for (let index = 0; index < 600; index += 1) {
    const schema = randomSchema(random, 3, true) as RJSFSchema
    const value = randomValue(random, schema as Record<string, unknown>, 3) as never
    const isValid = rjsfValidator.isValid(schema, value, schema)
    expect(rjsfValidator.validateFormData(value, schema).errors.length === 0).toBe(isValid)
  }
})

test('rjsfValidator assigns errors to their fields, with Chinese messages', () => {
  const schema: RJSFSchema = {
    type: 'object',
    properties: {
      name: { type: 'string', title: '名称', minLength: 2 },
      code: { type: 'string', title: '编号' },
    },
    required: ['code'],
  }
  const { errorSchema } = rjsfValidator.validateFormData({ name: '短' } as never, schema)
  expect(errorSchema).toMatchObject({
    name: { __errors: ['名称至少 2 个字'] },
    code: { __errors: ['请填写编号'] },
  })
})

test('rjsfValidator resolves references to definitions of the root schema', () => {
  const root: RJSFSchema = { definitions: { short: { type: 'string', maxLength: 1 } }, type: 'object' }
  expect(rjsfValidator.isValid({ $ref: '#/definitions/short' }, 'a' as never, root)).toBe(true)
  expect(rjsfValidator.isValid({ $ref: '#/definitions/short' }, 'ab' as never, root)).toBe(false)
})
