// Tests the check that the form of a page fits the operation to which it is submitted.
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { checkReplaced } from './check-replaced.ts'
import { API_FILE, baseFiles, checkChanged, FORM_PAGE_FILE, type Written } from './language-case.ts'

const PAGE = 'pages-config/demand/publish.json'

test('the check refuses a form page that submits to another content type, and lists fitting operations', () => {
  const problems = checkReplaced([PAGE, '"submit": "demand.add"', '"submit": "zhihu.add"'])
  expect(problems).toMatchObject([{ slug: 'form_submit', file: PAGE, found: 'zhihu.add' }])
  const [{ message } = { message: '' }] = problems
  expect(message).toContain('表单“demand”与操作“zhihu.add”的内容不一致：操作不接受“demandType”')
  expect(message).toContain('接受这个表单的操作有：demand.add、demand.update')
})

test('the check refuses an edit page whose update operation belongs to another content type', () => {
  const file = 'pages-config/demand/edit.json'
  const problems = checkReplaced([file, '"update": "demand.update"', '"update": "zhihu.update"'])
  expect(problems.map(({ slug, file: at }) => [slug, at])).toEqual([['form_submit', file]])
})

test('the check refuses a sign-in method only when its form does not fit its operation', () => {
  const file = 'pages-config/account/sign-in.json'
  const problems = checkReplaced([file, '"form": "signInSms"', '"form": "deleteAccount"'])
  // It takes a password, which is all that this form asks for: what fits is not refused. A code sent for something else is.
  expect(problems.map(({ slug, file: at }) => [slug, at])).toEqual([
    ['form_unused', 'schemas/forms/signInSms.json'],
  ])
  const wrong = checkReplaced([file, '"form": "signInSms"', '"form": "changeMobile"'])
  expect(wrong.map(({ slug }) => slug)).toEqual(['code_purpose'])
  const strange = checkReplaced([file, '"form": "signInSms"', '"form": "registerUnit"'])
  expect(strange.map(({ slug, file: at }) => [slug, at])).toEqual([['form_submit', file]])
})

async function checkOperation(operation: object) {
  const files = await baseFiles()
  const api: Written = JSON.parse(files.get(API_FILE) ?? 'null')
  api.operations.one = { at: 'POST /trial/one', summary: '一条', access: 'participant', ...operation }
  const page: Written = JSON.parse(files.get(FORM_PAGE_FILE) ?? 'null')
  files.set(API_FILE, JSON.stringify(api, null, 2))
  files.set(FORM_PAGE_FILE, JSON.stringify({ ...page, form: 'trial', submit: 'trial.one' }, null, 2))
  const result = checkConfiguration(files)
  return result.ok ? [] : result.problems
}

const TEXT = { type: 'string', title: '某项', maxLength: 60 }
const WHOLE = { name: TEXT, age: { type: 'integer', title: '年龄' }, note: TEXT }
const body = (properties: object, required: readonly string[] = []) => ({
  body: { type: 'object', properties, required, additionalProperties: false },
})

test.each([
  ['nothing at all', {}, '操作不接受“name”、“age”、“note”'],
  ['too little', body({ name: TEXT, note: TEXT }), '操作不接受“age”'],
  ['more', body({ ...WHOLE, code: TEXT }, ['code']), '操作还需要“code”'],
  ['another type', body({ ...WHOLE, age: TEXT }), '“age”在表单中是 integer，操作要求 string'],
])('the check refuses a form page whose operation takes %s', async (_, operation, said) => {
  const problems = await checkOperation(operation)
  expect(problems).toMatchObject([{ slug: 'form_submit', file: FORM_PAGE_FILE }])
  expect(problems[0]?.message).toContain(said)
})

test.each([
  ['the form', { form: 'trial' }],
  ['just that', body(WHOLE, ['name'])],
  ['more, if it wants', body({ ...WHOLE, age: { type: 'number', title: '年龄' }, code: TEXT }, ['name'])],
])('the check accepts a form page whose operation takes %s', async (_, operation) => {
  expect(await checkOperation(operation)).toEqual([])
})

test('the check accepts a value that the page itself adds to the submitted body', async () => {
  const { problems } = await checkChanged(FORM_PAGE_FILE, (page) => ({
    ...page,
    submit: { operation: 'note.add', body: { title: '固定的标题' } },
  }))
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
})
