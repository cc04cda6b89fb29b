// Tests matching of choices by spelling: pinyin, initials, homophones, traditional characters.
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
])('the choice %s matches the typed text %s', (label, words) => {
  expect(matchesSpelling(label, words)).toBe(true)
})

test.each([
  ['洪涝灾害', 'hz'],
  ['洪涝灾害', '洪灾'],
  ['台风灾害', 'taifengx'],
  ['绿色', ' '],
])('the choice %s does not match the typed text %j', (label, words) => {
  expect(matchesSpelling(label, words)).toBe(false)
})
