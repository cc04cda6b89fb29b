// Tests expressions as the browser evaluates them in a form.
import { describe, expect, test } from 'vitest'
import { evaluate, fieldsRead, readsToday } from '#shared/expressions/expression.ts'
import { CASES } from './expression-cases.ts'

describe('evaluation of an expression', () => {
  test.each(CASES)('returns the expected value: %s', (_name, expression, item, value) => {
    expect(evaluate(expression, { item, today: '2026-11-23' })).toBe(value)
  })

  test('uses the date of the portal as today', () => {
    expect(
      evaluate({ days: ['today', 'item.to'] }, { item: { to: '2026-12-01' }, today: '2026-11-23' }),
    ).toBe(8)
  })
})

test('fieldsRead and readsToday return the inputs of an expression', () => {
  const expression = {
    times: ['item.price', { days: ['today', 'item.until'] }],
  } as const
  expect([...fieldsRead(expression)].sort()).toEqual(['price', 'until'])
  expect(readsToday(expression)).toBe(true)
  expect(readsToday({ plus: ['item.price', 1] })).toBe(false)
})
