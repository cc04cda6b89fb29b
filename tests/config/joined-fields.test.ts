// Tests the check of `joins`: fields that a content type takes over from a referenced item.
import { describe, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { NOTE, NOTE_FILE, smallFiles } from '../server/support/small-configuration.ts'

const FILE = 'schemas/content/copy.json'

const copyOf = (joins: object, more: object = {}) => ({
  ...NOTE,
  title: '副本',
  fields: {
    type: 'object',
    required: ['title'],
    properties: {
      title: { type: 'string', title: '标题', maxLength: 20 },
      of: { type: 'string', title: '原件', 'x-ref': 'note', 'x-filter': true },
      hiddenOf: { type: 'string', title: '暗中的原件', 'x-ref': 'note', 'x-visible': ['owner'] },
      other: { type: 'string', title: '别的', maxLength: 20 },
      ...more,
    },
  },
  endpoints: { list: 'GET /copy/list', info: 'GET /copy/info/{id}', add: 'POST /copy/add' },
  joins,
})

async function check(joins: object, note: object = {}) {
  const files = await smallFiles()
  const properties = { ...NOTE.fields.properties, ...(note as { properties?: object }).properties }
  files.set(
    NOTE_FILE,
    JSON.stringify({ ...NOTE, ...note, properties: undefined, fields: { ...NOTE.fields, properties } }),
  )
  files.set(FILE, JSON.stringify(copyOf(joins), null, 2))
  return checkConfiguration(files)
}

describe('joined fields over a reference', () => {
  test('are compiled with the title, type and dictionary of the referenced field', async () => {
    const result = await check({
      noteMood: { field: 'of.mood', filter: true },
      noteBudget: { field: 'of.budget', title: '原件的预算', sort: true },
      noteDay: 'of.day',
    })
    expect(result.ok || result.problems).toBe(true)
    const fields = result.ok ? result.model.contentTypes.find(({ name }) => name === 'copy')?.fields : []
    const found = (name: string) => fields?.find((field) => field.name === name)
    expect(found('noteMood')).toMatchObject({
      title: '心情',
      type: 'dict',
      dict: 'mood',
      filter: true,
      sort: false,
    })
    expect(found('noteBudget')).toMatchObject({
      title: '原件的预算',
      type: 'number',
      filter: false,
      sort: true,
    })
    expect(found('noteDay')).toMatchObject({ type: 'date', filter: false, sort: false, required: false })
  })

  test.each([
    [
      'of what is no field',
      { noteMood: 'off.mood' },
      'field_unknown',
      '字段“off”没有定义。您是不是想写“of”？',
    ],
    ['of what is no reference', { noteMood: 'other.mood' }, 'joined_reference', '“other”不是引用'],
    [
      'of what the other one lacks',
      { noteMood: 'of.moood' },
      'field_unknown',
      '内容类型“note”没有字段“moood”。您是不是想写“mood”？',
    ],
    ['of several values', { noteTags: 'of.tags' }, 'joined_type', '类型是 text-list'],
    [
      'over a reference that not everybody sees',
      { noteMood: 'hiddenOf.mood' },
      'joined_hidden',
      '引用“hiddenOf”不是公开字段',
    ],
    ['by a name that is taken', { other: 'of.mood' }, 'joined_taken', '“other”已是'],
    ['by a name of the system', { status: 'of.mood' }, 'joined_taken', '“status”已是'],
  ])('are refused: %s', async (_name, joins, slug, said) => {
    const result = await check(joins)
    expect(result.ok ? [] : result.problems).toMatchObject([{ slug, file: FILE }])
    expect(result.ok ? '' : result.problems[0]?.message).toContain(said)
  })

  test('are refused when the referenced field is not visible to everybody', async () => {
    const mobile = { type: 'string', title: '手机', format: 'mobile', 'x-visible': ['anyone'] }
    const day = { type: 'string', title: '日期', format: 'date', 'x-visible': ['owner'] }
    const result = await check({ noteDay: 'of.day' }, { properties: { mobile, day } })
    expect(result.ok ? [] : result.problems).toMatchObject([{ slug: 'joined_hidden', file: FILE }])
  })

  test('are refused with joined_closed when not everybody reads the other type in any state', async () => {
    const disclosure = { field: 'mood', open: ['1'], otherwise: ['owner'] }
    const result = await check({ noteMood: 'of.mood' }, { disclosure })
    expect(result.ok ? [] : result.problems.map(({ slug }) => slug)).toContain('joined_closed')
  })

  test('are refused for sorting when the referenced field has no order', async () => {
    const yes = { type: 'boolean', title: '是否' }
    const result = await check({ noteYes: { field: 'of.yes', sort: true } }, { properties: { yes } })
    expect(result.ok ? [] : result.problems).toMatchObject([{ slug: 'joined_sort', file: FILE }])
  })
})
