// Tests the check of `x-prefill`: the named fields must belong to a registration form.
import { expect, test } from 'vitest'
import { checkChanged, FORM_FILE, type Written } from './language-case.ts'

async function check(field: object) {
  const { problems } = await checkChanged(FORM_FILE, (form: Written) => ({
    ...form,
    fields: {
      type: 'object',
      properties: { ...form.fields.properties, filled: { title: '单位全称', ...field } },
    },
    steps: [{ title: '填写', fields: ['name', 'age', 'note', 'filled'] }],
  }))
  return problems.filter(({ slug }) => slug?.startsWith('prefill')).map(({ slug }) => slug)
}

test.each([
  ['a field that no registration asks for', { type: 'string', 'x-prefill': ['orgNme'] }, ['prefill_unknown']],
  ['a field of another type', { type: 'string', 'x-prefill': ['mobile'] }, ['prefill_type']],
])('x-prefill that names %s is reported', async (_, field, found) => {
  expect(await check(field)).toEqual(found)
})

test('x-prefill that names a field of a registration form is accepted', async () => {
  expect(await check({ type: 'string', 'x-prefill': ['orgName'] })).toEqual([])
})
