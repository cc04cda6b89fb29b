// Tests the check of `x-unique`: allowed fields, content types and forms, duplicate samples.
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { NOTE, NOTE_FILE, smallFiles } from '../server/support/small-configuration.ts'

const FORM_FILE = 'schemas/forms/trial.json'
const SAMPLES_FILE = 'schemas/samples/note.json'

const text = (more: object = {}) => ({ type: 'string', title: '编号', maxLength: 40, ...more })

async function check(own: Readonly<Record<string, object>>) {
  const files = await smallFiles()
  for (const [path, value] of Object.entries(own)) files.set(path, JSON.stringify(value, null, 2))
  const result = checkConfiguration(files)
  const problems = result.ok
    ? []
    : result.problems.map(({ slug, file, line, message }) => ({ slug, file, line, message }))
  return { problems, model: result.ok ? result.model : undefined }
}

const note = (field: object, more: object = {}) => ({
  [NOTE_FILE]: {
    ...NOTE,
    ...more,
    fields: { ...NOTE.fields, properties: { ...NOTE.fields.properties, no: field } },
  },
})
const form = (field: object, name = 'no') => ({
  [FORM_FILE]: {
    $schema: '../config/form.schema.json',
    version: 1,
    title: '试用',
    fields: { type: 'object', properties: { [name]: field } },
  },
})
const samples = (...items: object[]) => ({
  ...note(text({ 'x-unique': true }), { samples: '../samples/note.json' }),
  [SAMPLES_FILE]: { $schema: '../config/samples.schema.json', items },
})

test.each([
  ['a text', text()],
  ['a number that is whole', { type: 'integer', title: '编号' }],
  ['a date', text({ format: 'date' })],
  ['a mobile number', text({ format: 'mobile', 'x-visible': ['owner'] })],
])('x-unique of a content type accepts %s', async (_, field) => {
  const { problems, model } = await check(note({ ...field, 'x-unique': true }))
  expect(problems).toEqual([])
  const fields = model?.contentTypes.find(({ name }) => name === 'note')?.fields
  expect(fields?.find(({ name }) => name === 'no')?.unique).toBe(true)
})

test('x-unique with the value false has no effect', async () => {
  expect((await check(note(text({ 'x-unique': false })))).problems).toEqual([])
  expect((await check(form(text({ 'x-unique': false })))).problems).toEqual([])
})

test.each([
  ['a long text', text({ 'x-widget': 'textarea' })],
  ['rich text', text({ 'x-widget': 'rich-text' })],
  ['a fraction', { type: 'number', title: '编号' }],
  ['a list', { type: 'array', title: '编号', items: { type: 'string' } }],
  ['yes or no', { type: 'boolean', title: '编号' }],
])('x-unique is refused on %s', async (_, field) => {
  const { problems } = await check(note({ ...field, 'x-unique': true }))
  expect(problems.map(({ slug }) => slug)).toEqual(['annotation_type'])
  expect(problems[0]?.message).toContain('x-unique 只能用于')
})

test.each([
  [
    'the name of a call in a content type',
    note(text({ 'x-unique': 'auth.mobileTaken' })),
    'unique_place',
    '须写 true',
  ],
  ['true in a form', form(text({ 'x-unique': true })), 'unique_place', '须写判断值是否已被使用的操作'],
  [
    'what the system fills in',
    note(text({ 'x-unique': true, 'x-ref': 'note', 'x-from': 'owner.directory' })),
    'unique_place',
    '由系统填写',
  ],
  [
    'a text too long for an index',
    note(text({ 'x-unique': true, maxLength: 500 })),
    'unique_length',
    '最长 200 字',
  ],
  [
    'a value that is kept encrypted',
    note(text({ 'x-unique': true, 'x-secret': true, 'x-visible': ['owner'] })),
    'secret_open',
    '不能同时用 x-unique',
  ],
  ['neither true nor a call', note(text({ 'x-unique': 3 })), 'type_wrong', '文字或true 或 false'],
])('x-unique is refused at its line: %s', async (_, files, slug, said) => {
  const { problems } = await check(files)
  expect(problems.map((problem) => problem.slug)).toEqual([slug])
  expect(problems[0]?.message).toContain(said)
  const [file = '', written] = Object.entries(files)[0] ?? []
  expect(problems[0]?.file).toBe(file)
  const line = JSON.stringify(written, null, 2)
    .split('\n')
    .findIndex((row) => row.includes('"x-unique"'))
  expect(problems[0]?.line).toBe(line + 1)
})

test('x-unique of a form requires an existing operation that takes the field', async () => {
  expect((await check(form(text({ 'x-unique': 'auth.mobileTaken' }), 'mobile'))).problems).toEqual([])
  const other = await check(form(text({ 'x-unique': 'auth.mobileTaken' })))
  expect(other.problems.map(({ slug }) => slug)).toEqual(['unique_operation'])
  const { problems } = await check(form(text({ 'x-unique': 'auth.mobilTaken' })))
  expect(problems.map(({ slug }) => slug)).toEqual(['operation_unknown'])
})

test('x-unique refuses samples whose values are equal after normalization', async () => {
  const { problems } = await check(
    samples(
      { title: '样例甲', no: 'A 1' },
      { title: '样例乙', no: 'ａ1' },
      { title: '样例丙' },
      { title: '样例丁' },
      { title: '样例戊', no: 'a1', _status: 'deleted' },
    ),
  )
  const found = problems.map(({ slug, file, message }) => [slug, file, message])
  // The last one is there all the same: this lifecycle's last state is not called gone.
  expect(found).toEqual([
    ['sample_duplicate', SAMPLES_FILE, '“编号”不得重复（x-unique），前面的示例已用此值'],
    ['sample_duplicate', SAMPLES_FILE, '“编号”不得重复（x-unique），前面的示例已用此值'],
  ])
})
