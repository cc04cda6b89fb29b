// Checks that only among what can be compared something is told to be the better one.
import { expect, test } from 'vitest'
import { compareRows } from '#portal/features/comparison/comparison-rows.ts'
import type { Column } from '#shared/model/page-model.ts'

const days = {
  label: '供货周期',
  field: { name: 'days', type: 'integer', better: 'low' },
} as unknown as Column
const items = [{ id: 'a', days: 30 }, { id: 'b', days: 20 }, undefined]

test('the better of items that can be compared is told', () => {
  expect(compareRows([days], items, true)[0]).toMatchObject({ differs: true, best: new Set([1]) })
})

test('of what cannot be compared it is said that it differs, and nothing is better', () => {
  expect(compareRows([days], items, false)[0]).toMatchObject({ differs: true, best: new Set() })
})
