// Tests the check of limits, defaults and required lists of fields, at every depth and in operations.
import { describe, expect, test } from 'vitest'
import { API_FILE, checkChanged, FORM_FILE, type Found, type Written } from './language-case.ts'

type Raw = Readonly<Record<string, unknown>>

const DEPTHS: readonly (readonly [string, (name: string, field: Raw) => Raw])[] = [
  ['a row', (name, field) => rows({ [name]: field })],
  ['a group', (name, field) => group({ [name]: field })],
  ['a row of a row', (name, field) => rows({ inner: rows({ [name]: field }) })],
  ['a group of a row', (name, field) => rows({ inner: group({ [name]: field }) })],
]

function rows(properties: Raw, more: Raw = {}): Raw {
  return { type: 'array', title: '多行', items: { type: 'object', properties, ...more } }
}

function group(properties: Raw, more: Raw = {}): Raw {
  return { type: 'object', title: '一组', properties, ...more }
}

const WRONG: readonly (readonly [slug: string, field: Raw, place: string, said: string])[] = [
  ['limits_contradict', { type: 'string', title: '某项', minLength: 9, maxLength: 2 }, '"minLength"', '大于'],
  ['limits_contradict', { type: 'number', title: '某项', minimum: 9, maximum: 1 }, '"minimum"', '大于'],
  ['limits_contradict', { type: 'integer', title: '某项', minimum: 1.2, maximum: 1.8 }, '"minimum"', '整数'],
  [
    'limits_contradict',
    { type: 'integer', title: '某项', minimum: 1, maximum: 9, multipleOf: 10 },
    '"multipleOf"',
    '10 的倍数',
  ],
  ['limits_contradict', { type: 'number', title: '某项', multipleOf: 0 }, '"multipleOf"', '大于 0'],
  [
    'limits_contradict',
    { type: 'string', title: '某项', format: 'date', minLength: 20 },
    '"minLength"',
    '10 个字',
  ],
  [
    'limits_contradict',
    { type: 'string', title: '某项', format: 'email', maxLength: 4 },
    '"maxLength"',
    'email',
  ],
  [
    'limits_contradict',
    { type: 'string', title: '某项', format: 'uri', maxLength: 10 },
    '"maxLength"',
    'uri',
  ],
  [
    'default_refused',
    { type: 'string', title: '某项', 'x-dict': 'mood', default: '99' },
    '"default"',
    '"99"',
  ],
  ['default_refused', { type: 'integer', title: '某项', maximum: 5, default: 9 }, '"default"', '9'],
  ['key_missing', { type: 'string' }, '"one": {', '缺少 title'],
  ['key_missing', { title: '某项' }, '"one": {', '缺少 type'],
]

/** With one more field, which no step need name. */
const withField =
  (field: Raw) =>
  ({ steps: _steps, when: _when, ...form }: Written): Written => ({
    ...form,
    fields: { ...form.fields, properties: { ...form.fields.properties, extra: field } },
  })

function expectOne({ problems, lines }: Found, slug: string, place: string, said: string): void {
  expect(problems.map((problem) => problem.slug)).toEqual([slug])
  const [problem] = problems
  expect(lines[(problem?.line ?? 0) - 1]).toContain(place)
  expect(problem?.message).toContain(said)
}

describe.each(DEPTHS)('check of a field inside %s', (_, inside) => {
  test.each(WRONG)('reports %s with its line for %o', async (slug, field, place, said) => {
    expectOne(await checkChanged(FORM_FILE, withField(inside('one', field))), slug, place, said)
  })

  test('reports an unknown required field and suggests the nearest name', async () => {
    const inner = { type: 'string', title: '某项' }
    const found = await checkChanged(
      FORM_FILE,
      withField(inside('deep', rows({ number: inner, unit: inner }, { required: ['unit', 'numbre'] }))),
    )
    expectOne(found, 'field_unknown', '"numbre"', '您是不是想写“number”')
  })
})

test('the message about a nested field names the whole path of the field', async () => {
  const deep = rows({ inner: group({ one: { type: 'string', title: '某项', minLength: 9, maxLength: 2 } }) })
  const { problems } = await checkChanged(FORM_FILE, withField(deep))
  expect(problems.map(({ message }) => message)).toEqual([
    '字段“extra.inner.one”的 minLength（9）大于 maxLength（2），无值可填：请改正',
  ])
})

test('the check reports contradicting limits of the entries of a list', async () => {
  const list = { type: 'array', title: '列表', items: { type: 'string', minLength: 9, maxLength: 2 } }
  expectOne(await checkChanged(FORM_FILE, withField(list)), 'limits_contradict', '"minLength"', '大于')
})

test('the check reports a required name that the group does not have', async () => {
  const inner = { one: { type: 'string', title: '某项' } }
  const found = await checkChanged(FORM_FILE, withField(group(inner, { required: ['two'] })))
  expectOne(found, 'field_unknown', '"two"', '“two”没有定义')
})

test('the check reports `required` beside `items` of a list of rows', async () => {
  const field = { ...rows({ one: { type: 'string', title: '某项' } }), required: ['one'] }
  expectOne(await checkChanged(FORM_FILE, withField(field)), 'field_unknown', '"one"', 'items')
})

describe('check of an operation', () => {
  const change = (more: Raw) => (api: Written) => {
    Object.assign(api.operations.one, more)
    return api
  }
  const body = (schema: Raw) =>
    change({ at: 'POST /trial/one', params: undefined, required: undefined, body: schema })

  test('reports an unknown required parameter and suggests the nearest name', async () => {
    const found = await checkChanged(API_FILE, change({ required: ['id', 'idd'] }))
    expectOne(found, 'field_unknown', '"idd"', '您是不是想写“id”')
  })

  test('reports an unknown required field of the body and suggests the nearest name', async () => {
    const properties = { name: { type: 'string', title: '名称', maxLength: 9 } }
    const found = await checkChanged(API_FILE, body({ type: 'object', properties, required: ['nam'] }))
    expectOne(found, 'field_unknown', '"nam"', '您是不是想写“name”')
  })

  test('reports contradicting limits inside the rows of a body', async () => {
    const name = { type: 'string', title: '名称', minLength: 9, maxLength: 2 }
    const found = await checkChanged(API_FILE, body({ type: 'object', properties: { list: rows({ name }) } }))
    expectOne(found, 'limits_contradict', '"minLength"', '大于')
  })
})

describe('default of a field with date or number rules', () => {
  const date = (more: Raw) => ({ type: 'string', title: '日期', format: 'date', ...more })
  const number = (more: Raw) => ({ type: 'number', title: '数值', ...more })
  const both = (own: Raw, other: Raw) => (form: Written) => {
    const { extra, ...rest } = withField(own)(form).fields.properties
    return {
      ...withField(own)(form),
      fields: { type: 'object', properties: { ...rest, extra, other: { ...other, title: '另一项' } } },
    }
  }
  const REFUSED: readonly (readonly [string, Raw, Raw, string])[] = [
    [
      'a day before today, where it has to be after',
      date({ 'x-date': { after: 'today' }, default: '2020-01-01' }),
      date({}),
      '会过期',
    ],
    [
      'a day that is ahead only for so long',
      date({ 'x-date': { notBefore: 'today' }, default: '2999-01-01' }),
      date({}),
      '会过期',
    ],
    [
      'a day ahead, where it has to be past',
      date({ 'x-date': { notAfter: 'today' }, default: '2999-01-01' }),
      date({}),
      '日期不能晚于今天',
    ],
    ['a day ahead of a past date', date({ 'x-past': true, default: '2999-01-01' }), date({}), '不能晚于今天'],
    [
      'a day before the default of the other',
      date({ 'x-date': { after: 'form.other' }, default: '2026-01-01' }),
      date({ default: '2026-02-01' }),
      '应晚于',
    ],
    [
      'a number above the default of the other',
      number({ 'x-number': { less: 'form.other' }, default: 5 }),
      number({ default: 3 }),
      '应小于',
    ],
    [
      'a number above all that the other takes',
      number({ 'x-number': { less: 'form.other' }, default: 5 }),
      number({ maximum: 5 }),
      '应小于',
    ],
    [
      'a number below all that the other takes',
      number({ 'x-number': { notLess: 'form.other' }, default: 5 }),
      number({ minimum: 6 }),
      '不能小于',
    ],
  ]
  test.each(REFUSED)('is refused: %s', async (_, own, other, said) => {
    expectOne(await checkChanged(FORM_FILE, both(own, other)), 'default_refused', '"default"', said)
  })

  const KEPT: readonly (readonly [string, Raw, Raw])[] = [
    ['a past day', date({ 'x-date': { notAfter: 'today' }, default: '2020-01-01' }), date({})],
    [
      'a number beside one without limits',
      number({ 'x-number': { less: 'form.other' }, default: 5 }),
      number({}),
    ],
    [
      'a number below the default of the other',
      number({ 'x-number': { less: 'form.other' }, default: 2 }),
      number({ default: 3 }),
    ],
  ]
  test.each(KEPT)('is accepted: %s', async (_, own, other) => {
    const { problems } = await checkChanged(FORM_FILE, both(own, other))
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})
