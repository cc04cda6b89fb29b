// Tests the check of an endpoint's `fields`, `by`, `of` and `every`.
import { describe, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { smallFiles } from '../server/support/small-configuration.ts'

const FILE = 'schemas/content/trial.json'

const LIFECYCLE = {
  $schema: '../config/lifecycle.schema.json',
  title: '试用',
  initial: 'online',
  states: {
    online: { title: '已上线', public: true, editable: true },
    deleted: { title: '已删除', final: true, readers: [] },
  },
  transitions: [{ action: 'delete', title: '删除', from: ['online'], to: 'deleted', by: ['operator'] }],
}

async function check(endpoint: Record<string, unknown>) {
  const files = await smallFiles()
  files.set('schemas/lifecycles/trialling.json', JSON.stringify(LIFECYCLE, null, 2))
  const content = {
    $schema: '../config/content-type.schema.json',
    version: 1,
    title: '试用',
    lifecycle: 'trialling',
    fields: {
      type: 'object',
      required: ['title'],
      properties: {
        title: { type: 'string', title: '标题', maxLength: 60 },
        staff: { type: 'integer', title: '人数', minimum: 0 },
        secret: { type: 'integer', title: '内部数', minimum: 0, 'x-visible': ['owner'] },
        listed: { type: 'boolean', title: '上市', 'x-filter': true },
      },
    },
    endpoints: {
      list: 'GET /trial/list',
      info: 'GET /trial/info/{id}',
      extra: { at: 'GET /trial/extra', ...endpoint },
    },
  }
  files.set(FILE, JSON.stringify(content, null, 2))
  const result = await checkConfiguration(files)
  return result.ok
    ? result.model.operations.find(({ id }) => id === 'trial.extra')?.content
    : result.problems
        .filter(({ file }) => file === FILE)
        .map(({ slug, nearest }) => [slug, nearest].filter(Boolean))
}

describe('"fields", "by", "of" and "every" of an endpoint', () => {
  test('are compiled into the operation when they are valid', async () => {
    expect(await check({ action: 'list', fields: ['staff'] })).toMatchObject({ fields: ['staff'] })
    expect(await check({ action: 'statistic', by: ['listed'] })).toMatchObject({ by: ['listed'] })
    expect(await check({ action: 'portrait', by: ['staff'] })).toMatchObject({ by: ['staff'] })
    const summed = { by: ['listed', 'createdAt'], of: ['staff', 'viewCount'], every: 'day' }
    expect(await check({ action: 'statistic', ...summed })).toMatchObject(summed)
  })

  test.each([
    ['an unknown field', { action: 'list', fields: ['staf'] }, [['field_unknown', 'staff']]],
    ['an action that answers no items', { action: 'view', fields: ['staff'] }, [['fields_unused']]],
    ['nothing to count by', { action: 'statistic' }, [['by_missing']]],
    ['a number to count by', { action: 'statistic', by: ['staff'] }, [['by_type']]],
    ['a text to draw', { action: 'portrait', by: ['title'] }, [['by_type']]],
    ['a private number to draw', { action: 'portrait', by: ['secret'] }, [['by_type']]],
    ['an unknown number', { action: 'portrait', by: ['stafs'] }, [['field_unknown', 'staff']]],
    ['parameters where there are none', { action: 'parameters' }, [['action_parameters']]],
    ['a text to sum up', { action: 'statistic', by: ['listed'], of: ['title'] }, [['of_type']]],
    ['a private number to sum up', { action: 'statistic', by: ['listed'], of: ['secret'] }, [['of_type']]],
    [
      'an unknown number to sum up',
      { action: 'statistic', by: ['listed'], of: ['staf'] },
      [['field_unknown', 'staff']],
    ],
    ['a list that sums nothing up', { action: 'list', of: ['staff'] }, [['of_unused']]],
    ['periods where no time is', { action: 'statistic', by: ['listed'], every: 'day' }, [['every_unused']]],
    ['periods of a list', { action: 'list', every: 'day' }, [['every_unused']]],
    ['a list that counts nothing', { action: 'list', by: ['listed'] }, [['by_unused']]],
  ])('are refused for %s', async (_, endpoint, problems) => {
    expect(await check(endpoint)).toEqual(problems)
  })
})
