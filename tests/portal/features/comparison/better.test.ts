// Tests which value of a comparison row is marked as the best: only one of comparable items.
import { expect, test } from 'vitest'
import { compareRows } from '#portal/features/comparison/comparison-rows.ts'
import type { Column } from '#shared/model/page-model.ts'

const days = {
  label: '供货周期',
  field: { name: 'days', type: 'integer', better: 'low' },
} as unknown as Column
const items = [{ id: 'a', days: 30 }, { id: 'b', days: 20 }, undefined]

test('compareRows marks the lowest value as the best one of comparable items', () => {
  expect(compareRows([days], items, true)[0]).toMatchObject({ differs: true, best: new Set([1]) })
})

test('compareRows marks a difference and no best value when the items are not comparable', () => {
  expect(compareRows([days], items, false)[0]).toMatchObject({ differs: true, best: new Set() })
})
