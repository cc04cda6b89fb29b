// Tests amounts of a statistic: periods without entries, sums, averages, order.
import { expect, test } from 'vitest'
import { findLargestAmounts, periodsOf, toAmount } from '#portal/widgets/sections/parts/statistic.ts'
import { column, field } from '../support/samples.ts'

const NOW = Date.parse('2026-11-23T20:00:00Z')
const of = column('money', field('budget', '预算', 'number', { unit: '万元' }))
const numbers = (sum: number | null) => [
  { field: 'budget', count: 1, sum, average: sum, minimum: sum, maximum: sum },
]
const MONTHS = {
  field: 'publishedAt',
  every: 'month',
  items: [
    { value: '2026-11', label: '2026年11月', count: 2, numbers: numbers(7) },
    { value: '2026-08', label: '2026年8月', count: 1, numbers: numbers(5) },
  ],
}

test('a statistic by month shows zero, and no average, for months without entries', () => {
  const shown = (asked: Parameters<typeof periodsOf>[1]) =>
    periodsOf(MONTHS, asked, 12, NOW).points.map(({ value, amount }) => [value, amount])
  const [august, november] = ['2026-08', '2026-11']
  expect(shown({})).toEqual([
    [august, 1],
    ['2026-09', 0],
    ['2026-10', 0],
    [november, 2],
  ])
  expect(shown({ of })).toEqual([
    [august, 5],
    ['2026-09', 0],
    ['2026-10', 0],
    [november, 7],
  ])
  expect(shown({ of, measure: 'average' })).toEqual([
    [august, 5],
    ['2026-09', null],
    ['2026-10', null],
    [november, 7],
  ])
})

test('a statistic by day continues to today in the time zone of the portal, across months', () => {
  const days = { every: 'day', items: [{ value: '2026-10-31', label: '2026-10-31', count: 1 }] }
  const { points } = periodsOf(days, {}, 30, NOW)
  expect([points[0]?.value, points[1]?.value, points.at(-1)?.value, points.length]).toEqual([
    '2026-10-31',
    '2026-11-01',
    '2026-11-24',
    25,
  ])
})

test('a statistic by year includes future years, and as many periods as requested', () => {
  const ahead = {
    every: 'year',
    items: [{ value: '2028' }, { value: '2020' }].map((one) => ({ ...one, count: 1 })),
  }
  expect(periodsOf(ahead, {}, 3, NOW).points.map(({ label }) => label)).toEqual([
    '2026年',
    '2027年',
    '2028年',
  ])
})

test('the largest amounts of a statistic are sorted by the requested measure, without missing ones', () => {
  const kinds = {
    items: [
      { value: 'a', label: '甲', count: 9, numbers: numbers(1) },
      { value: 'b', label: '乙', count: 1, numbers: numbers(30_000) },
      { value: 'c', label: '丙', count: 1, numbers: numbers(null) },
    ],
  }
  expect(findLargestAmounts(kinds, {}, 8).map(({ label }) => label)).toEqual(['甲', '乙', '丙'])
  expect(
    findLargestAmounts(kinds, { of }, 8).map((one) => [one.label, toAmount(one.amount, { of })]),
  ).toEqual([
    ['乙', '3 亿元'],
    ['甲', '1 万元'],
  ])
  expect(findLargestAmounts(MONTHS, { of }, 1).map(({ value }) => value)).toEqual(['2026-11'])
})
