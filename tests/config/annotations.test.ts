// Tests checks of annotations: accepted field types, rows, conditions, bounds of dates and numbers.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ANNOTATION_TYPES, RECORD_ANNOTATIONS } from '#config/compile/fields/annotation-types.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { FIELD_TYPES, type FieldType } from '#shared/model/content-model.ts'
import { smallFiles } from '../server/support/small-configuration.ts'

const FILE = 'schemas/forms/trial.json'
const COMMON = new URL('../../schemas/config/common.schema.json', import.meta.url)

const text = (more: object = {}) => ({ type: 'string', title: '某项', maxLength: 60, ...more })
const list = (items: object, more: object = {}) => ({ type: 'array', title: '某项', items, ...more })

/** How a field of each type is written. */
const WRITTEN: Readonly<Record<FieldType, Readonly<Record<string, unknown>>>> = {
  text: text(),
  'long-text': text({ 'x-widget': 'textarea' }),
  'rich-text': text({ 'x-widget': 'rich-text' }),
  number: { type: 'number', title: '某项' },
  integer: { type: 'integer', title: '某项' },
  boolean: { type: 'boolean', title: '某项' },
  date: text({ format: 'date' }),
  'date-time': text({ format: 'date-time' }),
  dict: text({ 'x-type': 'dict' }),
  'dict-list': list({ type: 'string' }, { 'x-type': 'dict-list' }),
  region: text({ 'x-type': 'region' }),
  ref: text({ 'x-type': 'ref' }),
  'ref-list': list({ type: 'string' }, { 'x-type': 'ref-list' }),
  image: text({ 'x-type': 'image' }),
  'image-list': list({ type: 'string' }, { 'x-type': 'image-list' }),
  'file-list': list({ type: 'string' }, { 'x-type': 'file-list' }),
  'text-list': list({ type: 'string' }),
  url: text({ format: 'uri' }),
  mobile: text({ format: 'mobile' }),
  object: { type: 'object', title: '某项', properties: { a: text() } },
  'object-list': list({ type: 'object', properties: { a: text() } }),
}

const VALUES: Readonly<Record<string, unknown>> = {
  'x-dict': 'kinds',
  'x-unit': '米',
  'x-better': 'high',
  'x-step': 1,
  'x-search': 'A',
  'x-filter': true,
  'x-sort': true,
  'x-secret': true,
  'x-visible': ['owner'],
  'x-options': {},
  'x-set': { by: ['owner'] },
  'x-past': true,
  'x-from': 'owner.directory',
  'x-age': [1, 2],
  'x-date': { after: 'today' },
  'x-holds': ['online'],
  'x-follows': true,
  'x-demands': { when: { 'item.status': 'online' }, words: '目前不能选' },
  'x-number': { less: 'form.other' },
  'x-settings': { by: 'form.other', of: { size: { type: 'integer', default: 1 } } },
  'x-prefill': ['orgName'],
}

async function check(written: Record<string, object>, more: object = {}) {
  const properties = Object.fromEntries(
    Object.entries(written).map(([name, one]) => [
      name,
      'title' in one ? { ...one, title: `${one.title}${name.toUpperCase()}` } : one,
    ]),
  )
  const files = await smallFiles()
  const form = {
    $schema: '../config/form.schema.json',
    version: 1,
    title: '试用',
    fields: { type: 'object', properties },
    ...more,
  }
  files.set(FILE, JSON.stringify(form, null, 2))
  const result = await checkConfiguration(files)
  return result.ok ? [] : result.problems.filter(({ file }) => file === FILE)
}

describe('annotations', () => {
  test('each x- key of a field schema declares the field types that accept it', () => {
    const common = JSON.parse(readFileSync(COMMON, 'utf8'))
    const keys = Object.keys(common.$defs.fieldSchema.properties).filter((key) => key.startsWith('x-'))
    expect(Object.keys(ANNOTATION_TYPES).sort()).toEqual(keys.sort())
  })

  const limited = Object.entries(ANNOTATION_TYPES).filter(([, types]) => types.length < FIELD_TYPES.length)
  test.each(limited)('%s is refused on every field type that does not accept it', async (key, types) => {
    // `x-dict` and the like make a field's type, so another one has to be said.
    const wrong = FIELD_TYPES.filter((type) => !types.includes(type))
    const properties = Object.fromEntries(
      wrong.map((type, index) => [
        `field${index}`,
        { 'x-type': type, ...WRITTEN[type], [key]: VALUES[key] ?? 'other' },
      ]),
    )
    const found = (await check({ other: text(), ...properties })).filter(
      ({ slug }) => slug === 'annotation_type',
    )
    expect(found).toHaveLength(wrong.length)
    for (const { message } of found) expect(message).toContain(`${key} 只能用于`)
  })

  test('x-number on a date is refused with a message that lists the accepted types', async () => {
    const [problem] = await check({
      start: text({ format: 'date', 'x-number': { less: 'form.end' } }),
      end: text({ format: 'date' }),
    })
    expect(problem?.message).toBe('x-number 只能用于 number、integer 类型的字段，“start”的类型是 date')
  })

  test.each([...RECORD_ANNOTATIONS])(
    '%s is refused in a standalone form with annotation_form',
    async (key) => {
      const field = ['x-holds', 'x-demands'].includes(key) ? text({ 'x-ref': 'note' }) : text()
      const found = await check({ other: text(), field: { ...field, [key]: VALUES[key] ?? true } })
      expect(found.map(({ slug }) => slug)).toContain('annotation_form')
    },
  )

  test('x-filter inside a group is refused with annotation_nested', async () => {
    const [problem] = await check({
      group: { type: 'object', title: '组', properties: { a: text({ 'x-filter': true }) } },
    })
    expect(problem?.slug).toBe('annotation_nested')
  })

  const INSIDE: readonly (readonly [string, object, readonly string[]])[] = [
    ['an input with its options', { 'x-widget': 'textarea', 'x-options': { rows: 3 }, 'x-help': '说明' }, []],
    ['an unknown input', { 'x-widget': 'textaera' }, ['widget_unknown']],
    ['an input that needs the form around it', { 'x-widget': 'rich-text' }, ['widget_inside']],
    ['an input for another type', { 'x-widget': 'date-range' }, ['widget_field_type']],
    ['an unknown option', { 'x-widget': 'textarea', 'x-options': { row: 3 } }, ['option_unknown']],
    ['options of no input', { 'x-options': { rows: 3 } }, ['options_alone']],
  ]
  test.each(INSIDE)('a row field with %s reports exactly the expected codes', async (_, more, slugs) => {
    const rows = list({ type: 'object', properties: { a: text(more) } })
    expect((await check({ rows })).map(({ slug }) => slug)).toEqual(slugs)
  })
})

describe('key "when" of a form', () => {
  const rows = list({
    type: 'object',
    properties: { kind: text(), unit: text(), crew: list({ type: 'object', properties: { name: text() } }) },
  })
  const ROWS: readonly (readonly [string, Record<string, object>, readonly string[]])[] = [
    ['beside it in a row', { 'rows.unit': { 'item.kind': '1' } }, []],
    ['a field of the form', { 'rows.crew.name': { 'form.note': '1' } }, []],
    ['an unknown place', { 'rows.unti': { 'item.kind': '1' } }, ['field_unknown']],
    ['an unknown place beside it', { 'rows.unit': { 'item.knid': '1' } }, ['field_unknown']],
    ['itself', { 'rows.unit': { 'item.unit': '1' } }, ['condition_self']],
    ['item for a field, beside which is the form', { note: { 'item.kind': '1' } }, ['root_unknown']],
  ]
  test.each(ROWS)('reports exactly the expected codes for the condition: %s', async (_, when, slugs) => {
    expect((await check({ rows, note: text() }, { when })).map(({ slug }) => slug)).toEqual(slugs)
  })
})

describe('x-date', () => {
  const date = (bounds?: object) => text({ format: 'date', ...(bounds ? { 'x-date': bounds } : {}) })
  const ROWS: readonly (readonly [string, Record<string, object>, readonly string[]])[] = [
    [
      'bounds that make sense',
      { a: date({ notBefore: 'today', before: 'today+2y' }), b: date({ after: 'form.a' }) },
      [],
    ],
    ['an unknown field', { a: date({ after: 'form.bb' }), b: date() }, ['field_unknown']],
    ['a field that is no date', { a: date({ after: 'form.b' }), b: text() }, ['date_type']],
    ['itself', { a: date({ after: 'form.a' }) }, ['date_self']],
    ['a contradiction', { a: date({ after: 'today+30d', before: 'today+10d' }) }, ['date_contradiction']],
    [
      'a contradiction on one day',
      { a: date({ notBefore: 'today', before: 'today' }) },
      ['date_contradiction'],
    ],
    ['one day and no other', { a: date({ notBefore: 'today', notAfter: 'today' }) }, []],
    [
      'before and after the same',
      { a: date({ after: 'form.b', notAfter: 'form.b' }), b: date() },
      ['date_ring'],
    ],
    ['a ring of two', { a: date({ after: 'form.b' }), b: date({ after: 'form.a' }) }, ['date_ring']],
    [
      'a ring of three',
      { a: date({ after: 'form.b' }), b: date({ after: 'form.c' }), c: date({ notBefore: 'form.a' }) },
      ['date_ring'],
    ],
    ['the same order said twice', { a: date({ after: 'form.b' }), b: date({ before: 'form.a' }) }, []],
  ]
  test.each(ROWS)(
    'reports exactly the expected codes for the date bounds: %s',
    async (_, properties, slugs) => {
      expect((await check(properties)).map(({ slug }) => slug)).toEqual(slugs)
    },
  )

  test('refuses an unknown day and an unknown bound', async () => {
    expect(await check({ a: date({ after: 'tomorrow' }) })).not.toEqual([])
    expect(await check({ a: date({ later: 'today' }) })).not.toEqual([])
  })
})

describe('x-number', () => {
  const number = (bounds?: object, more: object = {}) => ({
    type: 'number',
    title: '某项',
    ...(bounds ? { 'x-number': bounds } : {}),
    ...more,
  })
  const ROWS: readonly (readonly [string, Record<string, object>, readonly string[]])[] = [
    ['an order', { a: number({ less: 'form.b' }), b: number() }, []],
    [
      'a whole number and another, of one unit',
      {
        a: number({ notMore: 'form.b' }, { type: 'integer', 'x-unit': '人' }),
        b: number(undefined, { 'x-unit': '人' }),
      },
      [],
    ],
    ['an unknown field', { a: number({ less: 'form.bb' }), b: number() }, ['field_unknown']],
    ['a field that is no number', { a: number({ less: 'form.b' }), b: text() }, ['number_type']],
    ['a date', { a: number({ less: 'form.b' }), b: text({ format: 'date' }) }, ['number_type']],
    ['itself', { a: number({ more: 'form.a' }) }, ['number_self']],
    [
      'another unit',
      { a: number({ less: 'form.b' }, { 'x-unit': '克' }), b: number(undefined, { 'x-unit': '千克' }) },
      ['number_unit'],
    ],
    ['a ring', { a: number({ less: 'form.b' }), b: number({ notMore: 'form.a' }) }, ['number_ring']],
    ['the same order said twice', { a: number({ less: 'form.b' }), b: number({ more: 'form.a' }) }, []],
  ]
  test.each(ROWS)(
    'reports exactly the expected codes for the number bounds: %s',
    async (_, properties, slugs) => {
      expect((await check(properties)).map(({ slug }) => slug)).toEqual(slugs)
    },
  )

  test('names both fields and their units when the units differ', async () => {
    const [problem] = await check({
      light: number({ less: 'form.heavy' }, { 'x-unit': '克' }),
      heavy: number(undefined, { 'x-unit': '千克' }),
    })
    expect(problem?.message).toBe('字段“light”（克）与“heavy”（千克）单位不同，不能比较')
  })

  test('refuses a fixed number and an unknown key as a bound', async () => {
    expect(await check({ a: number({ less: '5' }) })).not.toEqual([])
    expect(await check({ a: number({ below: 'form.b' }), b: number() })).not.toEqual([])
  })
})

test('x-set with states in a form is refused with set_without_states', async () => {
  const [problem] = await check({ a: text({ 'x-set': { states: ['online'] } }) })
  expect(problem?.slug).toBe('set_without_states')
})
