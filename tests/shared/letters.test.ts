// Tests counting and cutting of displayed texts.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { cut } from '#shared/content/page-description.ts'
import { countLetters, cutLetters, cutUnits, shortenText } from '#shared/formats/text-length.ts'

const FAMILY = '👨‍👩‍👧‍👦'
const ACCENT = 'e\u0301'

describe('countLetters', () => {
  test.each([
    ['汉字', 2],
    ['𠮷', 1],
    [FAMILY, 7],
    [ACCENT, 2],
    ['甲\r\n乙', 3],
    ['甲\n乙', 3],
    ['', 0],
  ])('returns for %j the length %i, as the validator counts', (text, expected) => {
    expect(countLetters(text)).toBe(expected)
    const sent = text.replaceAll('\r\n', '\n')
    for (const most of [expected - 1, expected].filter((one) => one >= 0)) {
      const schema = { type: 'string', maxLength: most }
      const isValid = most === expected
      expect(new Ajv2020().validate(schema, sent)).toBe(isValid)
    }
  })
})

describe('cutLetters', () => {
  test.each([
    [`甲${FAMILY}乙`, 1, '甲'],
    [`甲${FAMILY}乙`, 7, '甲'],
    [`甲${FAMILY}乙`, 8, `甲${FAMILY}`],
    ['𠮷𠮷𠮷', 2, '𠮷𠮷'],
    [`${ACCENT}${ACCENT}`, 3, ACCENT],
    ['🇨🇳🇨🇳', 3, '🇨🇳'],
    ['短', 5, '短'],
    [`a${'\u0301'.repeat(100)}`, 10, `a${'\u0301'.repeat(9)}`],
  ])('cuts %j to at most %i letters, at the end of a grapheme when possible', (text, most, expected) => {
    expect(cutLetters(text, most)).toBe(expected)
  })
})

test('cutUnits cuts to a number of UTF-16 units without splitting a character', () => {
  expect(cutUnits('甲𠮷𠮷', 4)).toBe('甲𠮷')
})

test.each([
  ['𠮷𠮷𠮷', 3, '𠮷𠮷𠮷'],
  ['𠮷𠮷𠮷𠮷', 3, '𠮷𠮷…'],
  [`甲${FAMILY}乙`, 4, '甲…'],
])(
  'shortenText limits %j to %i letters and ends a shortened text with an ellipsis',
  (text, most, expected) => {
    expect(shortenText(text, most)).toBe(expected)
    expect(cut(text, most)).toBe(expected)
  },
)
