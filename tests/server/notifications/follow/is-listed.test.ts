// Tests isInList: each kind of filter, words, states, and filters that cannot be evaluated.
import { expect, test } from 'vitest'
import type { FieldFilter } from '#server/content/fields/filter.ts'
import { isInList } from '#server/notifications/follow/who-follows.ts'

const ITEM = {
  status: 'online',
  title: '采购排涝泵',
  body: { kind: '3', zones: ['a', 'b'], region: '440300', budget: 12.5, deadline: '2026-12-01', empty: '' },
  words: '采购排涝泵\n用于 Shenzhen 内涝',
}

test.each<[FieldFilter, boolean]>([
  [{ field: 'kind', test: { in: ['2', '3'] } }, true],
  [{ field: 'kind', test: { in: ['2'] } }, false],
  [{ field: 'missing', test: { in: ['2'] } }, false],
  [{ field: 'zones', test: { in: ['b', 'c'] } }, true],
  [{ field: 'zones', test: { in: ['c'] } }, false],
  [{ field: 'region', test: { gte: '44', lt: '44:' } }, true],
  [{ field: 'region', test: { gte: '45', lt: '45:' } }, false],
  [{ field: 'budget', test: { gte: 12.5, lte: 13 } }, true],
  [{ field: 'budget', test: { gte: 13 } }, false],
  [{ field: 'deadline', test: { gte: '2026-11-30', lt: '2026-12-02' } }, true],
  [{ field: 'deadline', test: { lt: '2026-12-01' } }, false],
  [{ field: 'empty', test: { empty: false } }, false],
  [{ field: 'kind', test: { empty: false } }, true],
  [{ field: 'kind', contains: '3' }, true],
])('a list filtered by %j lists the item: %s', (filter, listed) => {
  expect(isInList({ statuses: ['online'], filters: [filter] }, ITEM)).toBe(listed)
})

test.each([
  ['排涝', true],
  ['排涝 shenzhen', true],
  ['排涝 北京', false],
  ['', true],
])('isInList with the words %j returns %s', (keyWord, listed) => {
  expect(isInList({ statuses: ['online'], filters: [] }, ITEM, keyWord)).toBe(listed)
})

test('isInList returns false for an item in another state and for filters on parameters', () => {
  expect(isInList({ statuses: ['offline'], filters: [] }, ITEM)).toBe(false)
  const parameters = {} as never // whatever is asked of them
  expect(isInList({ statuses: ['online'], filters: [], parameters }, ITEM)).toBe(false)
})
