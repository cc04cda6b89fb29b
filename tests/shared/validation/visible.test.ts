// Tests fields hidden by conditions, in groups and rows too.
import { expect, test } from 'vitest'
import { hiddenFields, NOBODY, withoutFields } from '#shared/validation/visible-fields.ts'

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
])('hiddenFields evaluates conditions: %s', (_, data, user, hidden) => {
  expect([...hiddenFields({ conditions }, data, user)].sort()).toEqual(hidden)
})

test('hiddenFields returns the same result twice for a cycle of conditions', () => {
  const ring = { a: { 'form.b': { empty: true } }, b: { 'form.a': { empty: true } } }
  const ask = () => [...hiddenFields({ conditions: ring }, { a: 1, b: 1 }, NOBODY)]
  expect(ask()).toEqual(ask())
})

test('hiddenFields hides fields of rows by their own row and by the whole form', () => {
  const inRows = {
    'rows.unit': { 'item.kind': '1' },
    'group.note': { 'form.rows': { empty: false } },
    'rows.tail': { 'item.unit': { empty: false } },
  }
  const data = {
    rows: [{ kind: '1', unit: '辆', tail: 1 }, { kind: '2', unit: '辆', tail: 1 }, 'x'],
    group: { note: 1 },
  }
  const hidden = hiddenFields({ conditions: inRows }, data, NOBODY)
  expect([...hidden].sort()).toEqual(['rows.1.tail', 'rows.1.unit', 'rows.2.tail', 'rows.2.unit'])
  expect(withoutFields(data, hidden)).toEqual({
    rows: [{ kind: '1', unit: '辆', tail: 1 }, { kind: '2' }, 'x'],
    group: { note: 1 },
  })
})
