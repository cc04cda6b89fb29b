// Provides the one table that all evaluators of expressions are held to: what is written, of which item, and what it comes to.
import type { Expression, Value } from '#shared/expressions/expression.ts'

export type Item = Readonly<Record<string, unknown>>
export type Case = readonly [name: string, expression: Expression, item: Item, value: Value]

const A = { price: 12.5, count: 4, zero: 0, name: '水泵', code: '7', from: '2026-02-27', to: '2026-03-02' }

export const CASES: readonly Case[] = [
  ['a number', 3, {}, 3],
  ['a field that is a number', 'item.price', A, 12.5],
  ['a field that is missing', 'item.nothing', A, null],
  ['a sum', { plus: ['item.price', 'item.count', 1] }, A, 17.5],
  ['a sum of one', { plus: ['item.price'] }, A, 12.5],
  ['a sum with something missing', { plus: ['item.price', 'item.nothing'] }, A, null],
  ['a sum with a text', { plus: ['item.price', 'item.code'] }, A, null],
  ['a difference', { minus: ['item.price', 'item.count'] }, A, 8.5],
  ['a product', { times: ['item.price', 'item.count'] }, A, 50],
  ['a product of fractions as machines count', { times: [0.1, 0.2] }, {}, 0.1 * 0.2],
  ['a sum of fractions as machines count', { plus: [0.1, 0.2] }, {}, 0.1 + 0.2],
  ['rounded', { round: { times: ['item.price', 0.25] } }, A, 3],
  ['rounded to digits', { round: { times: ['item.price', 0.25] }, digits: 2 }, A, 3.13],
  ['a half is rounded up', { round: 2.5 }, {}, 3],
  ['a half below nothing is rounded up', { round: { minus: [0, 2.5] } }, {}, -2],
  ['days over a month', { days: ['item.from', 'item.to'] }, A, 3],
  ['days backwards', { days: ['item.to', 'item.from'] }, A, -3],
  ['days over a leap day', { days: ['item.a', 'item.b'] }, { a: '2028-02-28', b: '2028-03-01' }, 2],
  ['days from a missing day', { days: ['item.nothing', 'item.to'] }, A, null],
  ['days from what is no day', { days: ['item.name', 'item.to'] }, A, null],
  ['days from 30 February', { days: ['item.a', 'item.to'] }, { ...A, a: '2026-02-30' }, null],
  ['days from the year nothing', { days: ['item.a', 'item.to'] }, { ...A, a: '0000-01-01' }, null],
  ['a day later', { day: 'item.from', later: 3 }, A, '2026-03-02'],
  ['days earlier', { day: 'item.to', later: { minus: [0, 3] } }, A, '2026-02-27'],
  ['later by a field', { day: 'item.from', later: 'item.count' }, A, '2026-03-03'],
  ['later by half a day', { day: 'item.from', later: 0.5 }, A, null],
  ['later than all days', { day: 'item.a', later: 9 }, { a: '9999-12-30' }, null],
  ['later by far too much', { day: 'item.from', later: 900_000 }, A, null],
]
