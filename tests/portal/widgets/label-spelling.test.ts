// Tests how choices are found by spelling: pinyin, first letters, sound, traditional characters; and what is not found.
import { expect, test } from 'vitest'
import { matchesSpelling } from '#portal/widgets/choices/label-spelling.ts'

test.each([
  ['洪涝灾害', 'honglao'],
  ['洪涝灾害', 'hl'],
  ['洪涝灾害', 'zaihai'],
  ['洪涝灾害', '洪捞'],
  ['台风灾害', '颱風'],
  ['绿色', 'lvse'],
  ['绿色', 'luse'],
  ['吕梁市', '旅梁'],
  ['AED 除颤仪', 'ａｅｄ'],
  ['重庆市', 'chongqing'],
])('%s is found by %s', (label, words) => {
  expect(matchesSpelling(label, words)).toBe(true)
})

test.each([
  ['洪涝灾害', 'hz'],
  ['洪涝灾害', '洪灾'],
  ['台风灾害', 'taifengx'],
  ['绿色', ' '],
])('%s is not found by %j', (label, words) => {
  expect(matchesSpelling(label, words)).toBe(false)
})
