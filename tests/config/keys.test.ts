// Tests the parser of configuration files: duplicate and forbidden keys, encoding, nesting.
import { expect, test } from 'vitest'
import { parseDocument } from '#config/load/document.ts'

const slugs = (text: string) => parseDocument('pages-config/home.json', text).problems.map(({ slug }) => slug)
const deep = (levels: number) => `${'{"a":['.repeat(levels / 2)}1${']}'.repeat(levels / 2)}`

test.each([
  ['{ "a": "x\\": y", "b" : { "a": [ { "c": 1 }, { "c": 2 } ] } }'],
  ['{ "a\\\\": "\\\\", "a": "\\\\\\"", "": ":" }'],
  ['{ "a"\n\t : "，\\u003a:", "时间:": "8:00" }'],
  ['[ "a", "a", ":", "\\":" ]'],
  ['"a"'],
  ['null'],
  [deep(40)],
])('parseDocument accepts %s', (text) => {
  const { value, problems } = parseDocument('pages-config/home.json', text)
  expect(problems).toEqual([])
  expect(value).toEqual(JSON.parse(text))
})

test.each([
  ['{ "a": "x\\": y", "a": 1 }', ['json_duplicate_key']],
  ['{ "a\\\\": 1, "a\\\\": 2 }', ['json_duplicate_key']],
  ['{ "a": 1, "\\u0061": 2 }', ['json_duplicate_key']],
  ['{ "b": [ { "a" : 1, "c": 2, "a"\n: 3, "a": 4 } ] }', ['json_duplicate_key', 'json_duplicate_key']],
  ['{ "b": { "__proto__": { "a": 1 } } }', ['json_forbidden_key']],
  ['{ "constructor": 1, "b": 2 }', ['json_forbidden_key']],
  ['{ "a": "\uFFFD" }', ['json_encoding']],
  ['\uFEFF{ "a": 1 }', ['json_encoding']],
  [deep(42), ['json_depth']],
])(
  'parseDocument reports a duplicate or forbidden key, a wrong encoding or too deep nesting in %s',
  (text, found) => {
    expect(slugs(text)).toEqual(found)
  },
)
