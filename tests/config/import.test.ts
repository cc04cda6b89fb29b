// Tests the check of `import`: which content types can be imported from a table.
import { describe, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { smallFiles } from '../server/support/small-configuration.ts'
import { portalFiles } from '../support/portal-files.ts'

const LIFECYCLE = 'schemas/lifecycles/moderated.json'
const FILE = 'schemas/content/tool.json'
const text = (title: string) => ({ type: 'string', title, maxLength: 60 })

/** The small configuration has no notices. */
function withoutNotices(lifecycle: string): string {
  return JSON.stringify(JSON.parse(lifecycle), (key, value) => (key === 'do' ? undefined : value))
}

async function check(same: readonly string[], more: Record<string, unknown> = {}, fields: object = {}) {
  const files = await smallFiles()
  files.set(LIFECYCLE, withoutNotices(portalFiles().get(LIFECYCLE) ?? ''))
  const { required = [], endpoints = {}, ...written } = more as { required?: string[]; endpoints?: object }
  const content = {
    $schema: '../config/content-type.schema.json',
    version: 1,
    title: '工具',
    lifecycle: 'moderated',
    import: { same },
    ...written,
    fields: {
      type: 'object',
      required: ['title', ...required],
      properties: {
        title: text('标题'),
        model: text('型号'),
        colours: { type: 'array', title: '颜色', maxItems: 3, items: { type: 'string', maxLength: 10 } },
        maker: { ...text('厂家'), 'x-from': 'owner' },
        ...fields,
      },
    },
    endpoints: {
      list: 'GET /tool/list',
      info: 'GET /tool/info/{id}',
      add: 'POST /tool/add',
      ...endpoints,
    },
  }
  files.set(FILE, JSON.stringify(content, null, 2))
  const result = checkConfiguration(files)
  return result.ok
    ? result.model.contentTypes.find(({ name }) => name === 'tool')?.import
    : result.problems.filter(({ file }) => file === FILE).map(({ slug, found }) => [slug, found])
}

describe('"import" of a content type', () => {
  test('compiles the fields that identify an item', async () => {
    expect(await check(['title', 'model'])).toEqual({ same: ['title', 'model'] })
  })

  test.each([
    ['one that is not there', ['titel'], 'field_unknown', 'titel'],
    ['one of several values', ['colours'], 'import_same', 'text-list'],
    ['one that the system fills in', ['maker'], 'import_same', 'text'],
  ])('refuses an identifying field: %s', async (_, same, slug, found) => {
    expect(await check(same)).toEqual([[slug, found]])
  })

  test('refuses a required field that no cell can hold', async () => {
    const rows = {
      type: 'array',
      title: '部件',
      maxItems: 5,
      items: { type: 'object', required: ['name'], properties: { name: text('名称') } },
    }
    expect(await check(['title'], { required: ['parts'] }, { parts: rows })).toEqual([
      ['import_field', 'object-list'],
    ])
  })

  test('refuses a type with `distinct` and a type without an add endpoint', async () => {
    expect(await check(['title'], { distinct: 'model' })).toContainEqual(['import_parent', 'distinct'])
    expect(await check(['title'], { endpoints: { add: undefined } })).toContainEqual([
      'import_unused',
      undefined,
    ])
  })
})
