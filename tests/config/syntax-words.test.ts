// Tests the messages about common JSON mistakes, and the text lengths of patterns.
import { expect, test } from 'vitest'
import { lengthsOf } from '#config/compile/common/check-schema.ts'
import { parseDocument } from '#config/load/document.ts'

test.each([
  ['{ "title": "防汛"， "span": 6 }', '“，”是全角符号，请改用半角 ,'],
  ['{ “title”: "防汛" }', '“““是全角符号，请改用半角 "'.replace('“““', '““”')],
  ['{ "title"： "防汛" }', '“：”是全角符号，请改用半角 :'],
  ["{ 'title': 1 }", '双引号'],
  ['{ "required": True }', '“True”应写作 true'],
  ['{ "span": 6, }', '最后一项后面不能有逗号'],
  ['{ "list": [ 1, 2, ] }', '最后一项后面不能有逗号'],
  ['', '文件为空'],
  ['{\n<<<<<<< HEAD\n"a": 1\n=======\n"a": 2\n>>>>>>> other\n}', '合并冲突'],
])('the JSON parser explains the mistake in %j', (text, word) => {
  const [first] = parseDocument('pages-config/home.json', text).problems
  expect(first?.slug).toBe('json_syntax')
  expect(first?.message).toContain(word)
})

test.each([
  ['^[0-9]{4}$', 4, 4],
  ['^[0-9]{5,6}$', 5, 6],
  ['^1[3-9]\\d{9}$', 11, 11],
  ['^[A-Z]+-?[^x]*$', 1, Number.POSITIVE_INFINITY],
])('a text that matches %s has %i to %i characters', (pattern, least, most) => {
  expect(lengthsOf(pattern)).toEqual({ least, most })
})

test.each(['^(a|b)$', '[0-9]{4}', '^a|bc$', '^(?=.*x).+$'])(
  'the length of a text that matches %s is unknown',
  (pattern) => {
    expect(lengthsOf(pattern)).toBeUndefined()
  },
)
