// Tests the description of changes between two states of an item: fields, rows of lists, groups.
import { expect, test } from 'vitest'
import { changedNames, describeInnerChanges } from '#portal/core/form-state/changed-fields.ts'

const unit = { type: 'string', title: '单位' } as const
const amount = { type: 'integer', title: '数量' } as const
const rows = { schema: { type: 'array', items: { type: 'object', properties: { amount, unit } } } } as const
const kit = [
  { amount: 1, unit: '台' },
  { amount: 2, unit: '套' },
  { amount: 3, unit: '件' },
]

test('changedNames treats a missing value, null, an empty text and an empty list as equal', () => {
  expect([...changedNames({ a: null, b: '', c: [], d: 1 }, { d: 1 })]).toEqual([])
  expect([...changedNames({ d: 1, e: ['x'] }, { d: 2, f: false })].sort()).toEqual(['d', 'e', 'f'])
})

test.each([
  ['a value in a row', [kit[0], { amount: 5, unit: '台' }, kit[2]], ['第 2 行：数量、单位']],
  ['a row at the end', [...kit, { amount: 4, unit: '个' }], ['新增第 4 行']],
  ['a row in the middle', [kit[0], { amount: 9, unit: '辆' }, kit[1], kit[2]], ['新增第 2 行']],
  ['the first row gone', kit.slice(1), ['删除原第 1 行']],
  ['all rows gone', [], ['删除原第 1 行', '删除原第 2 行', '删除原第 3 行']],
  ['one of two equal rows gone', [kit[0], kit[1]], ['删除原第 3 行']],
  ['nothing', kit, []],
])('the description of a changed list names the affected rows: %s', (_, after, places) => {
  expect(describeInnerChanges(rows, kit, after)).toEqual(places)
})

test('adding or removing one of two equal rows is described as one added or deleted row', () => {
  const twice = [kit[0], kit[0]]
  expect(describeInnerChanges(rows, twice, [kit[0]])).toEqual(['删除原第 2 行'])
  expect(describeInnerChanges(rows, [kit[0]], twice)).toEqual(['新增第 2 行'])
})

test('the description of a changed group names its fields; a text list or a plain text has none', () => {
  const group = { schema: { type: 'object', properties: { amount, unit } } } as const
  expect(describeInnerChanges(group, kit[0], { amount: 1, unit: '套' })).toEqual(['单位'])
  expect(
    describeInnerChanges({ schema: { type: 'array', items: { type: 'string' } } }, ['a'], ['b']),
  ).toEqual([])
  expect(describeInnerChanges({ schema: { type: 'string' } }, 'a', undefined)).toEqual([])
})
