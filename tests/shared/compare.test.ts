// Tests the comparison of parameters: common units, best values, missing values.
import { describe, expect, test } from 'vitest'
import { convert, isConvertible } from '#shared/formats/units.ts'
import { areComparable, compareParameters, findBestIndexes } from '#shared/parameters/compare-parameters.ts'
import { checkVessels } from '../config/parameter-case.ts'

const result = await checkVessels()
if (!result.ok) throw new Error('the configuration has mistakes')
const family = result.model.families.find(({ name }) => name === 'vessel')
if (!family) throw new Error('no family')

describe('comparison of parameters', () => {
  test('lists all parameters of one category by group, with null for missing values', () => {
    const rows = compareParameters(family, [
      { set: 'jug', values: { volume: 2, warm: 5, lid: true } },
      { set: 'jug', values: { volume: 3, shape: '方' } },
    ])
    expect(rows.map(({ group, field, values, best }) => [group, field.name, values, best])).toEqual([
      ['容量', 'volume', [2, 3], [1]],
      ['容量', 'shape', [null, '方'], []],
      ['保温', 'warm', [5, null], []],
      ['保温', 'lid', [true, null], []],
      ['保温', 'maker', [null, null], []],
    ])
  })

  test('lists shared parameters of two categories in one unit, then those of a single category', () => {
    const rows = compareParameters(family, [
      { set: 'jug', values: { volume: 2, warm: 5, lid: true } },
      { set: 'cup', values: { volume: 300, warm: 45, lid: 20 } },
    ])
    expect(rows.map(({ field, values, best }) => [field.title, field.unit, values, best])).toEqual([
      ['容积', 'L', [2, 0.3], [0]],
      ['形状', undefined, [null, null], []],
      ['保温', 'h', [5, 0.75], []],
      ['有盖', undefined, [true, null], []],
      ['窑口', undefined, [null, null], []],
      ['盖重', 'g', [null, 20], []],
    ])
  })

  test('is possible within one category and among siblings directly below one category', () => {
    expect(areComparable(family, ['jug', 'cup'])).toBe(true)
    expect(areComparable(family, ['jug', 'vat'])).toBe(false)
  })
})

test.each([
  [[1, 2, 2], 'high', [1, 2]],
  [[1, 2, null], 'low', [0]],
  [[2, 2], 'high', []],
  [[2, null], 'high', []],
  [[1, 2], undefined, []],
] as const)('findBestIndexes of %j with better = %s returns %j', (values, better, places) => {
  expect(findBestIndexes(values, better)).toEqual(places)
})

test.each([
  [90, 'min', 'h', 1.5],
  [1, 'L/s', 'm³/h', 3.6],
  [1000, 'L/min', 'm³/h', 60],
  [36, 'km/h', 'm/s', 10],
  [1, 'kn', 'km/h', 1.852],
  [16, 'bar', 'MPa', 1.6],
  [2, 't', 'kg', 2000],
  [0.1, 'm', 'mm', 100],
] as const)('convert: %d %s in %s is %d', (value, from, to, said) => {
  expect(convert(value, from, to)).toBe(said)
  expect(convert(said, to, from)).toBeCloseTo(value, 8)
})

test('convert throws a TypeError between different quantities', () => {
  expect(isConvertible('kg', 'm')).toBe(false)
  expect(isConvertible('kg', undefined)).toBe(false)
  expect(() => convert(1, 'kg', 'm')).toThrow(TypeError)
})
