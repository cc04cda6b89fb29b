// Tests full-text search: segmentation of text, search queries and search vectors.
import { describe, expect, test } from 'vitest'
import { toSearchQuery } from '#server/platform/text/search-query.ts'
import { quoteTerm, VectorBuilder } from '#server/platform/text/search-vector.ts'
import { cutWords, splitRuns, toBigrams } from '#server/platform/text/segment.ts'

describe('segmentation of search text', () => {
  test('splits Chinese from Latin text, in half width and lower case', () => {
    expect(splitRuns('ＵＡＶ-300型无人机，救援').map(({ text }) => text)).toEqual([
      'uav',
      '300',
      '型无人机',
      '救援',
    ])
  })

  test('leaves out the accents of letters', () => {
    expect(splitRuns('Besançon, Curaçao 与 Zürich').map(({ text }) => text)).toEqual([
      'besancon',
      'curacao',
      '与',
      'zurich',
    ])
  })

  test('finds dictionary words', () => {
    expect(cutWords('城市内涝抢险')).toEqual(expect.arrayContaining(['城市', '抢险']))
  })

  test('splits text into pairs of adjacent characters', () => {
    expect(toBigrams('排水抢险')).toEqual(['排水', '水抢', '抢险'])
  })
})

describe('toSearchQuery', () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['', undefined],
    ['，。！', undefined],
    ['水抢', `('水抢')`],
    ['泵', `'泵'`],
    ['uav', `'uav':*`],
    ['Besançon', `('besancon':*|'~besancon':*)`],
    ["a' | 'b", `('a'|'~a')&'b':*`],
    ['000 m 排', `('000m':*|'~000m')`],
    ['000 x 排', `('000':*|'~000')&'x'`],
    ['\\', undefined],
  ]
  test.each(cases)('turns %j into %j', (text, expected) => {
    expect(toSearchQuery(text)).toBe(expected)
  })
})

describe('VectorBuilder', () => {
  test('adds weights, pinyin and suffixes of terms, and quoteTerm escapes quotes', () => {
    const vector = new VectorBuilder()
    vector.add('水泵', 'A')
    vector.add('uav', 'D')
    vector.add('20 ㎏', 'D')
    expect(vector.toString().split(' ').sort()).toEqual([
      `'20':9`,
      `'20kg':13`,
      `'^sb':5A`,
      `'^shuibeng':4A`,
      `'kg':11`,
      `'uav':6`,
      `'~0':10`,
      `'~0kg':14`,
      `'~av':7`,
      `'~g':12`,
      `'~v':8`,
      `'水':2A`,
      `'水泵':1A`,
      `'泵':3A`,
    ])
    expect(quoteTerm(`a'\\`)).toBe(`'a''\\\\'`)
  })
})
