// Tests the check of conditions in forms, rows, pages, actions and the directory of a registration.
import { describe, expect, test } from 'vitest'
import { checkReplaced } from './check-replaced.ts'
import { checkChanged, DETAIL_FILE, FORM_FILE, LIST_FILE, type Written } from './language-case.ts'

type When = Readonly<Record<string, object>>

const FIELDS = {
  kind: { type: 'string', title: '种类', 'x-dict': 'mood' },
  kinds: { type: 'array', title: '各种', 'x-dict': 'mood', items: { type: 'string' } },
  level: { type: 'integer', title: '级别', enum: [1, 2, 3] },
  least: { type: 'number', title: '最小', minimum: 0, maximum: 100 },
  count: { type: 'integer', title: '个数' },
  isNew: { type: 'boolean', title: '新的' },
  day: { type: 'string', title: '日期', format: 'date' },
  word: { type: 'string', title: '词', maxLength: 5 },
  own: { type: 'string', title: '某项' },
  other: { type: 'string', title: '另一项' },
  third: { type: 'string', title: '第三项' },
  group: {
    type: 'object',
    title: '一组',
    properties: { need: { type: 'string', title: '需要', 'x-dict': 'mood' } },
  },
  rows: {
    type: 'array',
    title: '多行',
    items: {
      type: 'object',
      properties: {
        need: { type: 'string', title: '需要', 'x-dict': 'mood' },
        many: { type: 'integer', title: '数量', minimum: 1 },
        unit: { type: 'string', title: '单位' },
        note: { type: 'string', title: '备注' },
      },
    },
  },
}

async function checkForm(when: When) {
  const { problems, lines } = await checkChanged(FORM_FILE, ({ steps: _steps, ...form }: Written) => ({
    ...form,
    fields: { type: 'object', properties: FIELDS },
    when,
  }))
  return { problems: problems.filter(({ severity }) => severity === 'error'), lines }
}

type Case = readonly [string, When, slug: string, place: string, said: string]

const own = (condition: object): When => ({ own: condition })
const inRow = (condition: object): When => ({ 'rows.unit': condition })

const CASES: readonly Case[] = [
  ['a value outside the dictionary', own({ 'form.kind': ['1', '99'] }), 'value_unknown', '"99"', '“1”、“2”'],
  ['a value outside the dictionary, alone', own({ 'form.kind': '99' }), 'value_unknown', '"form.kind"', '99'],
  ['one that is not to be', own({ 'form.kind': { ne: '99' } }), 'value_unknown', '"ne"', '99'],
  ['one of a list of choices', own({ 'form.kinds': ['99'] }), 'value_unknown', '"99"', '99'],
  ['a value outside the enumeration', own({ 'form.level': [4] }), 'value_unknown', '4', '1、2、3'],
  ['a value above the most', own({ 'form.least': 101 }), 'value_unknown', '"form.least"', '101'],
  ['a text that is too long', own({ 'form.word': '长长长长长长' }), 'value_unknown', '"form.word"', '长长'],
  ['inside all', own({ all: [{ 'form.kind': ['99'] }] }), 'value_unknown', '"99"', '99'],
  ['inside any', own({ any: [{ 'form.kind': '1' }, { 'form.kind': '9' }] }), 'value_unknown', '"9"', '9'],
  ['inside not', own({ not: { 'form.kind': ['99'] } }), 'value_unknown', '"99"', '99'],
  ['beside it in a row', inRow({ 'item.need': ['99'] }), 'value_unknown', '"99"', '99'],
  ['inside a group', own({ 'form.group.need': '99' }), 'value_unknown', '"form.group.need"', '99'],
  ['a role that nobody has', own({ 'user.role': 'suplier' }), 'value_unknown', '"user.role"', '“supplier”'],

  ['a text for a number', own({ 'form.least': ['1'] }), 'condition_type', '"1"', '"1"'],
  ['a number for a text', own({ 'form.word': 1 }), 'condition_type', '"form.word"', '1'],
  ['a text for yes or no', own({ 'form.isNew': 'true' }), 'condition_type', '"form.isNew"', '"true"'],
  ['a text for a number of the row', inRow({ 'item.many': '2' }), 'condition_type', '"item.many"', '"2"'],
  ['an order of a number and a text', own({ 'form.least': { gt: '5' } }), 'condition_type', '"gt"', '"5"'],
  ['an order of a date and a number', own({ 'form.day': { gt: 5 } }), 'condition_type', '"gt"', '5'],
  ['an order of a list', own({ 'form.kinds': { gt: '1' } }), 'condition_type', '"gt"', 'empty'],
  ['an order of yes or no', own({ 'form.isNew': { gt: 1 } }), 'condition_type', '"gt"', '是非'],
  ['a date that is none', own({ 'form.day': { gt: '明天' } }), 'value_unknown', '"gt"', '明天'],
  ['rows that equal something', own({ 'form.rows': '1' }), 'condition_type', '"form.rows"', 'empty'],
  ['signed in as a word', own({ 'user.signedIn': 'true' }), 'condition_type', '"user.signedIn"', '"true"'],

  [
    'an impossible range',
    own({ 'form.count': { gt: 5, lt: 1 } }),
    'condition_never',
    '"form.count"',
    '大于 5',
  ],
  [
    'no whole number between',
    own({ 'form.count': { gt: 5, lt: 6 } }),
    'condition_never',
    '"form.count"',
    '5',
  ],
  ['more than the most', own({ 'form.least': { gt: 100 } }), 'condition_never', '"form.least"', '100'],
  ['less than the least', own({ 'form.least': { lt: 0 } }), 'condition_never', '"form.least"', '0'],
  [
    'an empty range of dates',
    own({ 'form.day': { gte: '2026-02-01', lt: '2026-01-01' } }),
    'condition_never',
    '"form.day"',
    '2026',
  ],
  [
    'one that is and is not',
    own({ all: [{ 'form.word': '甲' }, { 'form.word': { ne: '甲' } }] }),
    'condition_never',
    '"form.word"',
    '甲',
  ],
  [
    'empty, and something',
    own({ all: [{ 'form.word': '甲' }, { 'form.word': { empty: true } }] }),
    'condition_never',
    '"form.word"',
    '甲',
  ],
  ['empty, and more', own({ 'form.count': { gt: 1, empty: true } }), 'condition_never', '"form.count"', '1'],
  ['no value at all', own({ 'form.kind': [] }), 'condition_never', '"form.kind"', ''],
  [
    'two values at once',
    own({ all: [{ 'form.kind': '1' }, { 'form.kind': '2' }] }),
    'condition_never',
    '"form.kind": "2"',
    '',
  ],
  [
    'two ranges at once',
    own({ 'form.count': { gt: 5 }, all: [{ 'form.count': { lt: 2 } }] }),
    'condition_never',
    '"form.count": {',
    '',
  ],
  ['a range in a row', inRow({ 'item.many': { lt: 1 } }), 'condition_never', '"item.many"', '1'],

  [
    'a path through a list',
    own({ 'form.rows.need': ['1'] }),
    'condition_list',
    '"form.rows.need"',
    'item.need',
  ],
  [
    'a path through a list of a row',
    inRow({ 'form.rows.need': '1' }),
    'condition_list',
    '"form.rows.need"',
    'item.need',
  ],
  [
    'a path through a list of values',
    own({ 'form.kinds.first': '1' }),
    'condition_list',
    '"form.kinds.first"',
    'kinds',
  ],
  ['a path into a text', own({ 'form.word.need': '1' }), 'field_unknown', '"form.word.need"', '“word”'],
  [
    'a path into a group',
    own({ 'form.group.ned': '1' }),
    'field_unknown',
    '"form.group.ned"',
    '您是不是想写“need”',
  ],
  [
    'what users do not have',
    own({ 'user.rol': 'supplier' }),
    'field_unknown',
    '"user.rol"',
    '您是不是想写“role”',
  ],

  [
    'a ring of two',
    { own: { 'form.other': '1' }, other: { 'form.own': '1' } },
    'condition_ring',
    '"own": {',
    'own → other → own',
  ],
  [
    'a ring of three',
    { own: { 'form.other': '1' }, other: { 'form.third': '1' }, third: { any: [{ 'form.own': '1' }] } },
    'condition_ring',
    '"own": {',
    'own → other → third → own',
  ],
  [
    'a ring in a row',
    { 'rows.unit': { 'item.note': '1' }, 'rows.note': { 'item.unit': '1' } },
    'condition_ring',
    '"rows.unit": {',
    'rows.unit → rows.note → rows.unit',
  ],
  [
    'a ring through a group',
    { group: { 'form.own': '1' }, own: { 'form.group.need': '1' } },
    'condition_ring',
    '"group": {',
    'group → own → group',
  ],
  [
    'its own row by the whole path',
    { 'group.need': { 'form.group.need': '1' } },
    'condition_self',
    '"form.group.need"',
    '自身',
  ],
]

describe('check of form conditions', () => {
  test.each(CASES)('reports a mistaken condition with its line: %s', async (_, when, slug, place, said) => {
    const { problems, lines } = await checkForm(when)
    expect(problems.map((problem) => problem.slug)).toEqual([slug])
    expect(lines[(problems[0]?.line ?? 0) - 1]).toContain(place)
    expect(problems[0]?.message).toContain(said)
  })

  const FINE: readonly (readonly [string, When])[] = [
    ['values of the dictionary', own({ 'form.kind': ['1', '2'] })],
    ['nothing chosen', own({ 'form.kind': null })],
    ['two choices of a list at once', own({ all: [{ 'form.kinds': '1' }, { 'form.kinds': '2' }] })],
    ['either of two values', own({ any: [{ 'form.kind': '1' }, { 'form.kind': '2' }] })],
    ['a range', own({ 'form.count': { gt: 5, lt: 7 } })],
    ['one number', own({ 'form.count': { gte: 5, lte: 5 } })],
    ['a range of what has a fraction', own({ 'form.least': { gt: 5, lt: 6 } })],
    ['not empty', own({ 'form.rows': { empty: false } })],
    ['yes or no', own({ 'form.isNew': true })],
    ['a range of dates', own({ 'form.day': { gte: '2026-01-01', lt: '2026-02-01' } })],
    ['one of a chain', { own: { 'form.other': '1' }, other: { 'form.third': '1' } }],
    ['the form from a row', inRow({ 'form.kind': '1', 'item.need': '2', 'item.many': { gt: 3 } })],
    ['what is inside a group', own({ 'form.group.need': '1' })],
    [
      'rows whose own field depends on the row',
      { rows: { 'form.own': '1' }, 'rows.unit': { 'item.need': '1' } },
    ],
    ['the user', own({ 'user.role': ['supplier', 'operator'], 'user.signedIn': true })],
  ]
  test.each(FINE)('accepts a valid condition: %s', async (_, when) => {
    expect((await checkForm(when)).problems).toEqual([])
  })
})

describe('check of page conditions', () => {
  const action = (when: object) => (page: Written) => {
    page.actions = [{ do: 'print', when }]
    return page
  }
  const PAGES: readonly (readonly [string, string, object, string, string])[] = [
    ['a value outside the dictionary', DETAIL_FILE, { 'item.mood': ['9'] }, 'value_unknown', '"9"'],
    ['a state that there is not', DETAIL_FILE, { 'item.status': ['onlin'] }, 'value_unknown', '"onlin"'],
    ['a step that there is not', DETAIL_FILE, { 'item.actions': ['onlin'] }, 'value_unknown', '"onlin"'],
    [
      'a relation that there is not',
      DETAIL_FILE,
      { 'item.relations': 'owners' },
      'value_unknown',
      '"owners"',
    ],
    ['a text for a number', DETAIL_FILE, { 'item.budget': { gt: '1' } }, 'condition_type', '"gt"'],
    [
      'an impossible range',
      DETAIL_FILE,
      { 'item.budget': { gt: 9, lt: 1 } },
      'condition_never',
      '"item.budget"',
    ],
    [
      'what has to be and must not',
      DETAIL_FILE,
      { 'item.relations': 'owner', not: { 'item.relations': 'owner' } },
      'condition_never',
      '"item.relations"',
    ],
    ['a field that there is not', DETAIL_FILE, { 'item.mod': '1' }, 'field_unknown', '"item.mod"'],
    ['a role that there is not', LIST_FILE, { 'user.role': ['suplier'] }, 'value_unknown', '"suplier"'],
    [
      'a parameter that the page has not',
      LIST_FILE,
      { 'query.moood': '1' },
      'placeholder_param',
      '"query.moood"',
    ],
  ]
  test.each(PAGES)(
    'reports a mistaken action condition with its line: %s',
    async (_, file, when, slug, place) => {
      const { problems, lines } = await checkChanged(file, action(when))
      expect(problems.map((problem) => problem.slug)).toEqual([slug])
      expect(lines[(problems[0]?.line ?? 0) - 1]).toContain(place)
    },
  )

  test('reports an unknown value and an unknown role in the condition of a section', async () => {
    const { problems } = await checkChanged(DETAIL_FILE, (page) => {
      page.aside[1].when = { 'item.mood': '9', 'user.role': 'suplier' }
      return page
    })
    expect(problems.map(({ slug }) => slug)).toEqual(['value_unknown', 'value_unknown'])
  })

  test.each([
    [{ 'item.status': ['online'], 'item.actions': ['submit'], 'item.relations': 'owner' }],
    [{ 'item.budget': { gt: 5 }, 'query.id': 'a' }],
    [{ 'item.relations': 'owner', not: { 'item.relations': 'owner', 'item.mood': '1' } }],
    [{ 'user.signedIn': false }],
    [{ 'user.black': false }],
  ])('accepts the valid action condition %o', async (when) => {
    const { problems } = await checkChanged(DETAIL_FILE, action(when))
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})

test('the check reports condition_type for a directory condition that compares a text with a number', () => {
  const file = 'schemas/forms/registerSupplier.json'
  const check = (value: string) =>
    checkReplaced([file, '"key": "uscc",', `"key": "uscc", "when": { "form.typesOfEnterprises": ${value} },`])
  expect(check('"3"')).toEqual([])
  expect(check('3').map(({ slug, file: at }) => [slug, at])).toEqual([['condition_type', file]])
})
