// Tests the check that a help text names the same limits as its field.
import { describe, expect, test } from 'vitest'
import { checkChanged, FORM_FILE, type Written } from './language-case.ts'

type Field = Readonly<Record<string, unknown>>

async function check(field: Field) {
  const { problems, lines } = await checkChanged(FORM_FILE, (form: Written) => ({
    ...form,
    fields: {
      type: 'object',
      properties: { ...form.fields.properties, said: { title: '说明的', ...field } },
    },
    steps: [{ title: '填写', fields: ['name', 'age', 'note', 'said'] }],
  }))
  return problems
    .filter(({ slug }) => slug === 'help_limit')
    .map(({ line, expected }) => [lines[line - 1]?.trim().split(':')[0], expected])
}

const TEXT = { type: 'string', minLength: 15, maxLength: 2000 }
const FILES = { type: 'array', items: { type: 'string' }, minItems: 0, maxItems: 5 }
const FLOW = { type: 'number', minimum: 0, maximum: 50, 'x-unit': 'm³/h' }

describe('check of help texts', () => {
  test.each([
    ['20～3000 字', TEXT, [['"maxLength"', '3000']]],
    ['10-500 个字符', TEXT, [['"minLength"', '10']]],
    ['请写明参数，3000 字以内', TEXT, [['"maxLength"', '3000']]],
    ['至少 10 个字，不要写联系方式', TEXT, [['"minLength"', '10']]],
    ['最多 9 张', FILES, [['"maxItems"', '9']]],
    ['0～100 m³/h', FLOW, [['"maximum"', '100']]],
    ['不超过 100', FLOW, [['"maximum"', '100']]],
  ])('reports help_limit for limits that differ from the field: %s', async (help, field, found) => {
    expect(await check({ ...field, 'x-help': help })).toEqual(found)
  })
  test.each([
    ['20～2000 字', TEXT],
    ['建议 50～100 字', TEXT],
    ['价格最多 3 位小数', TEXT],
    ['5000 以内的编号', TEXT],
    ['每张不超过 200 MB', FILES],
    ['每项不超过 30 个字', FILES],
    ['0～100 L/s', FLOW],
    ['出口 80～100 mm', FLOW],
  ])('accepts a text that does not contradict the field: %s', async (help, field) => {
    expect(await check({ ...field, 'x-help': help })).toEqual([])
  })
})
