// Tests the default cell of a field without a configured widget.
import { expect, test } from 'vitest'
import { defaultCell } from '#shared/forms/default-widgets.ts'

test.each([
  ['a day', { name: 'foundDate', type: 'date' }, 'date'],
  ['a time that somebody gave', { name: 'reportTime', type: 'date-time' }, 'date-time'],
  ['a time that the portal keeps', { name: 'createdAt', type: 'date-time', system: true }, 'date'],
  ['the state', { name: 'status', type: 'dict', system: true }, 'status'],
  ['another code', { name: 'stage', type: 'dict' }, 'tag'],
] as const)('defaultCell selects the cell of %s', (_, field, cell) => {
  expect(defaultCell(field)).toBe(cell)
})
