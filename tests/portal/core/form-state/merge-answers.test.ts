// Tests the field-wise merge of two edits of one item.
import { expect, test } from 'vitest'
import { mergeAnswers } from '#portal/core/form-state/merge-answers.ts'

const base = { title: '标题', source: '省厅', rows: [{ unit: '台', count: 1 }], note: '旧' }

test('merge: without what both began with, each difference is a conflict', () => {
  const { taken, conflicts } = mergeAnswers({
    base: null,
    mine: { a: 1, b: 1 },
    theirs: { b: 2, c: 3, a: 1 },
  })
  expect([[...taken], [...conflicts].sort()]).toEqual([[], ['b', 'c']])
})

test.each([
  ['a field that nobody changed', {}, {}, [], []],
  ['a field that only the editor changed', { title: '我的' }, {}, [], []],
  ['a field that only the other changed', {}, { title: '他的' }, ['title'], []],
  ['different fields on both sides', { title: '我的' }, { source: '部里' }, ['source'], []],
  ['the same change on both sides', { title: '新' }, { title: '新' }, [], []],
  ['different changes of one field', { title: '我的' }, { title: '他的' }, [], ['title']],
  ['a field that the other emptied', {}, { note: undefined }, ['note'], []],
  ['a field that the editor emptied and the other changed', { note: null }, { note: '新' }, [], ['note']],
  ['a field that both emptied', { note: '' }, { note: null }, [], []],
  ['a field that only the other filled', {}, { more: 1 }, ['more'], []],
  ['a value inside a row', {}, { rows: [{ unit: '台', count: 2 }] }, ['rows'], []],
  ['equal rows in another order of their keys', {}, { rows: [{ count: 1, unit: '台' }] }, [], []],
])('merge: %s', (_, mine, theirs, taken, conflicts) => {
  const merge = mergeAnswers({ base, mine: { ...base, ...mine }, theirs: { ...base, ...theirs } })
  expect([[...merge.taken], [...merge.conflicts]]).toEqual([taken, conflicts])
})
