// Tests normalisation of texts, payloads (API-05) and form bodies.
import { describe, expect, test } from 'vitest'
import { normaliseInput } from '#shared/formats/normalise-input.ts'
import { normalisePayload } from '#shared/formats/normalise-payload.ts'
import type { Field } from '#shared/model/content-model.ts'
import { settle, type ValidatedForm } from '#shared/validation/validate-form.ts'
import { NOBODY } from '#shared/validation/visible-fields.ts'

const INPUTS: readonly [format: string | undefined, typed: string, tidy: string][] = [
  [undefined, '  排水抢险车  ', '排水抢险车'],
  [undefined, 'ＡＢ１２　型', 'AB12 型'],
  [undefined, '说明（一）：合格，可用', '说明（一）：合格，可用'],
  [undefined, '抢险\u202e车\u0007 \u2066一型\u2069\u200b\u009f\ufeff', '抢险车 一型'],
  [undefined, '第一行\r\n第二行\t末\u2028尾', '第一行 第二行 末 尾'],
  [undefined, '家人\u{1f468}\u200d\u{1f469}', '家人\u{1f468}\u200d\u{1f469}'],
  ['mobile', '138\u200e0013\u202c8000', '13800138000'],
  ['mobile', ' １３８００１３８０００ ', '13800138000'],
  ['mobile', '+86 138-0013-8000', '13800138000'],
  ['mobile', '8613800138000', '13800138000'],
  ['uscc', '91350100m000100y43 ', '91350100M000100Y43'],
  ['id-card', '11010519491231002ｘ', '11010519491231002X'],
  ['email', 'Name＠example．com', 'Name@example.com'],
  ['telephone', '０１０－１２３４５６７８', '010-12345678'],
  ['telephone', '010 12345678', '010-12345678'],
  ['telephone', '010 1234 5678', '010-12345678'],
  ['telephone', '（０１０）１２３４ ５６７８', '010-12345678'],
  ['telephone', '(0591) 8765432', '0591-8765432'],
  ['telephone', '010—12345678', '010-12345678'],
  ['telephone', '010–12345678–801', '010-12345678-801'],
  ['telephone', '010－12345678 转 801', '010-12345678-801'],
  ['telephone', '0591-87654321转分机：8001', '0591-87654321-8001'],
  ['telephone', '0591-87654321转8001', '0591-87654321-8001'],
  ['telephone', '0591 87654321 8001', '0591-87654321-8001'],
  ['telephone', '010-12345678分机801', '010-12345678-801'],
  ['telephone', '010-12345678 ext. 801', '010-12345678-801'],
  ['telephone', '+86 10 12345678', '010-12345678'],
  ['telephone', '+86-10-1234-5678', '010-12345678'],
  ['telephone', '0086-591-87654321', '0591-87654321'],
  ['telephone', '(+86) 0591 87654321', '0591-87654321'],
  ['telephone', '86 010 12345678', '010-12345678'],
  ['telephone', '8765 4321', '87654321'],
  ['telephone', '86543210', '86543210'],
  ['telephone', '8654321', '8654321'],
  ['telephone', '+86 138 0013 8000', '13800138000'],
  ['telephone', '0086 138-0013-8000', '13800138000'],
  ['telephone', '138 0013 8000', '13800138000'],
  ['telephone', '400 800 1234', '400-800-1234'],
  ['telephone', '800—810—8888', '800-810-8888'],
  ['telephone', '400-800-1234 转 5', '400-800-1234-5'],
  // What cannot be understood stays, and is refused.
  ['telephone', '010-12345678/13800138000', '010-12345678/13800138000'],
  ['telephone', '010-12345678 王工', '010-12345678 王工'],
  ['telephone', '1234', '1234'],
  ['telephone', '13800138000转8', '13800138000转8'],
  ['telephone', '010 12345678 801 2', '010 12345678 801 2'],
  ['mobile', '0086 138 0013 8000', '13800138000'],
  ['mobile', '（＋８６）１３８－００１３－８０００', '13800138000'],
  ['mobile', '138—0013—8000', '13800138000'],
]

test.each(INPUTS)('normaliseInput as %s turns “%s” into “%s”', (format, typed, tidy) => {
  expect(normaliseInput(typed, format)).toBe(tidy)
  expect(normaliseInput(tidy, format)).toBe(tidy)
})

describe('normalisePayload (API-05)', () => {
  test.each([
    ['empty text', '', null],
    ['undefined', undefined, null],
    ['"null"', 'null', null],
    ['"Invalid date"', 'Invalid date', null],
    ['null', null, null],
    ['zero', 0, 0],
    ['false', false, false],
    ['text', 'nullable', 'nullable'],
  ])('turns empty values into null and keeps other values: %s', (_, given, sent) => {
    expect(normalisePayload({ a: { b: [given] } })).toEqual({ a: { b: [sent] } })
  })

  test('keeps dates unchanged', () => {
    const date = new Date(0)
    expect(normalisePayload({ date }).date).toBe(date)
  })

  test('keeps a __proto__ key as a plain value', () => {
    const sent = normalisePayload(JSON.parse('{"__proto__":{"x":""}}') as object)
    expect(Object.hasOwn(sent, '__proto__')).toBe(true)
    expect((sent as { x?: unknown }).x).toBeUndefined()
  })

  test('throws a RangeError for too deep or too large payloads', () => {
    const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) as unknown
    expect(() => normalisePayload(deep)).toThrow(RangeError)
    expect(() => normalisePayload(new Array(100_001).fill(1))).toThrow(RangeError)
  })
})

function field(name: string, schema: Field['schema'], type: Field['type'] = 'text'): Field {
  return { name, title: name, type, required: false, filter: false, sort: false, system: false, schema }
}

test('settle normalises by format, omits empty and hidden values and keeps passwords unchanged', () => {
  const form: ValidatedForm = {
    schema: {},
    fields: [
      field('kind', { type: 'string' }),
      field('code', { type: 'string', format: 'uscc' }),
      field('password', { type: 'string' }),
      field('words', { type: 'string' }, 'long-text'),
      field('article', { type: 'string' }, 'rich-text'),
      field('extra', { type: 'string' }),
      field('rows', {
        type: 'array',
        items: { type: 'object', properties: { tel: { type: 'string', format: 'mobile' } } },
      }),
      field('none', { type: 'number' }),
    ],
    inputs: { password: { widget: 'password' } },
    conditions: { extra: { 'form.kind': 'B' } },
  }
  const { body } = settle(
    form,
    {
      kind: 'Ａ ',
      code: '91350100m000100y43',
      password: ' ａ\u200b ',
      words: '  第一段\u0007\u202e\r\n\t第二段\u0000 ',
      article: '<p>正文\u202e\u0008&#X202e;&rlm;&#7;&#65;</p>\n<p>\u200b</p>',
      extra: '旧的',
      rows: [{ tel: '138 0013 8000', gone: '' }],
      none: null,
      stranger: 1,
    },
    { user: NOBODY, now: new Date(0) },
  )
  expect(body).toEqual({
    kind: 'A',
    code: '91350100M000100Y43',
    password: ' ａ\u200b ',
    words: '  第一段\n\t第二段\u0000',
    article: '<p>正文&#65;</p>\n<p></p>',
    rows: [{ tel: '13800138000' }],
    stranger: 1,
  })
})
