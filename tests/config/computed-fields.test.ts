// Tests checks of computed fields: type, operands, visibility, names, units.
import { describe, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { NOTE, NOTE_FILE, smallFiles } from '../server/support/small-configuration.ts'

async function check(value: unknown, more: object = {}) {
  const files = await smallFiles()
  const properties = {
    ...NOTE.fields.properties,
    count: { type: 'integer', title: '件数' },
    loan: { type: 'number', title: '贷款', 'x-unit': '万元' },
    each: { type: 'number', title: '单价', 'x-unit': '万元/件' },
    hidden: { type: 'number', title: '底价', 'x-visible': ['owner'] },
    sealed: { type: 'string', title: '密语', 'x-secret': true, 'x-visible': ['owner'] },
  }
  const note = {
    ...NOTE,
    fields: { ...NOTE.fields, properties },
    computed: { sum: { title: '合计', value, ...more } },
  }
  return checkConfiguration(files.set(NOTE_FILE, JSON.stringify(note, null, 2)))
}

describe('type of a computed field', () => {
  test.each([
    [{ times: ['item.count', 2] }, 'integer'],
    [{ times: ['item.count', 'item.budget'] }, 'number'],
    [{ times: ['item.count', 0.5] }, 'number'],
    [{ round: 'item.budget' }, 'integer'],
    [{ round: 'item.budget', digits: 1 }, 'number'],
    [{ days: ['today', 'item.day'] }, 'integer'],
    [{ day: 'item.day', later: 'item.count' }, 'date'],
  ])('follows its expression: %j gives %s', async (value, type) => {
    const result = await check(value)
    const note = result.ok ? result.model.contentTypes.find(({ name }) => name === 'note') : undefined
    expect(result.ok || result.problems).toBe(true)
    expect(note?.fields.find(({ name }) => name === 'sum')).toMatchObject({
      type,
      required: false,
      system: true,
    })
  })
})

describe('check of a computed field', () => {
  test.each([
    ['of what is not there', { plus: ['item.budgett', 1] }, 'field_unknown', '您是不是想写“item.budget”？'],
    ['of a word alone', { plus: ['budget', 1] }, 'field_unknown', '“budget”不是值'],
    ['of a text', { plus: ['item.title', 1] }, 'computed_type', '类型是 text'],
    ['of a number as a day', { days: ['today', 'item.budget'] }, 'expression_type', '此处应为日期，现为数值'],
    ['of several values', { plus: ['item.tags', 1] }, 'computed_type', '类型是 text-list'],
    ['of half days', { day: 'item.day', later: 'item.budget' }, 'expression_type', '此处应为整数'],
    ['of what not everybody sees', { times: ['item.hidden', 2] }, 'computed_hidden', '“hidden”不是公开字段'],
    ['of what is encrypted', { plus: ['item.sealed', 1] }, 'computed_hidden', '“sealed”不是公开字段'],
    ['of two verbs', { plus: [1, 2], times: [1, 2] }, 'expression_verb', '现有 plus、times'],
    ['of no verb', { digits: 2 }, 'expression_verb', '须写且只写'],
    ['of half a verb', { day: 'item.day' }, 'expression_verb', '还须写明 later'],
    ['of more than a verb', { plus: [1, 2], digits: 1 }, 'expression_verb', '不使用 digits'],
    ['of three that are two', { minus: [3, 2, 1] }, 'expression_verb', 'minus 须写两项'],
  ])('refuses a value %s', async (_name, value, slug, said) => {
    const result = await check(value)
    const problems = result.ok ? [] : result.problems
    expect(problems.map((problem) => problem.slug)).toContain(slug)
    expect(problems.map(({ message }) => message).join('\n')).toContain(said)
    expect(problems.every(({ file }) => file === NOTE_FILE)).toBe(true)
  })

  test.each(['budget', 'status'])('refuses the name of an existing field: %s', async (name) => {
    const files = await smallFiles()
    const note = { ...NOTE, computed: { [name]: { title: '合计', value: 1 } } }
    const result = checkConfiguration(files.set(NOTE_FILE, JSON.stringify(note, null, 2)))
    expect(result.ok ? [] : result.problems).toMatchObject([{ slug: 'computed_taken', found: name }])
  })

  test.each([
    ['a sum', { plus: ['item.loan', 'item.loan'] }],
    ['so many times', { times: ['item.loan', 'item.count'] }],
    ['a round figure', { round: 'item.loan' }],
  ])('refuses a unit other than that of the expression: %s', async (_name, value) => {
    const result = await check(value, { unit: '元' })
    expect(result.ok ? [] : result.problems).toMatchObject([
      { slug: 'computed_unit_other', found: '元', expected: '万元' },
    ])
    expect((await check(value, { unit: '万元' })).ok).toBe(true)
  })

  test.each([
    ['what a factor converts', { times: ['item.loan', 10_000] }],
    ['a price for each piece', { times: ['item.each', 'item.count'] }],
    ['what no field says', { plus: ['item.count', 1] }],
  ])('accepts a declared unit for %s', async (_name, value) => {
    expect((await check(value, { unit: '元' })).ok).toBe(true)
  })

  test('refuses a unit on a date with computed_unit', async () => {
    const result = await check({ day: 'item.day', later: 1 }, { unit: '元' })
    expect(result.ok ? [] : result.problems).toMatchObject([{ slug: 'computed_unit', found: '元' }])
  })
})
