// Owns the cases of hidden fields and the schema that remains.
import { expect, test } from 'vitest'
import { effectiveSchema, hiddenFields, NOBODY } from '../../../src/shared/validation/visible.ts'

const conditions = {
  unit: { 'form.kind': ['1', '3'] },
  reason: { 'form.unit': { empty: false } },
  staff: { 'user.role': 'operator' },
}

test.each([
  ['nothing given', {}, NOBODY, ['reason', 'staff', 'unit']],
  ['kind opens unit', { kind: '1' }, NOBODY, ['reason', 'staff']],
  ['unit opens reason', { kind: '1', unit: '辆' }, NOBODY, ['staff']],
  ['a hidden value opens nothing', { kind: '2', unit: '辆' }, NOBODY, ['reason', 'staff', 'unit']],
  ['the role counts', {}, { signedIn: true, role: 'operator' }, ['reason', 'unit']],
])('%s', (_, data, user, hidden) => {
  expect([...hiddenFields({ conditions }, data, user)].sort()).toEqual(hidden)
})

test('a ring of conditions ends, twice with the same answer', () => {
  const ring = { a: { 'form.b': { empty: true } }, b: { 'form.a': { empty: true } } }
  const ask = () => [...hiddenFields({ conditions: ring }, { a: 1, b: 1 }, NOBODY)]
  expect(ask()).toEqual(ask())
})

test('the effective schema neither requires nor allows what is hidden, and is cached', () => {
  const schema = {
    type: 'object',
    properties: { kind: { type: 'string' }, unit: { type: 'string' } },
    required: ['kind', 'unit'],
    additionalProperties: false,
  }
  const left = effectiveSchema(schema, new Set(['unit']))
  expect(left).toEqual({ ...schema, properties: { kind: { type: 'string' } }, required: ['kind'] })
  expect(effectiveSchema(schema, new Set(['unit']))).toBe(left)
  expect(effectiveSchema(schema, new Set())).toBe(schema)
})
