// Tests joined fields of a list: value, filter, sort order, and read access of the referenced item.

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { ensureIndexes } from '#server/content/indexes/ensure-indexes.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { smallFiles } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const TYPE = '../config/content-type.schema.json'

const FILES: Readonly<Record<string, object>> = {
  'schemas/lifecycles/kept.json': {
    $schema: '../config/lifecycle.schema.json',
    title: '存放',
    initial: 'online',
    states: {
      online: { title: '已上线', public: true, editable: true },
      deleted: { title: '已删除', editable: true, readers: ['owner'] },
    },
    transitions: [
      { action: 'park', title: '收起', from: ['online'], to: 'deleted', by: ['owner'] },
      { action: 'show', title: '放出', from: ['deleted'], to: 'online', by: ['owner'] },
    ],
  },
  'schemas/content/maker.json': {
    $schema: TYPE,
    version: 1,
    title: '厂家',
    lifecycle: 'kept',
    fields: {
      type: 'object',
      required: ['title'],
      properties: {
        title: { type: 'string', title: '名称', maxLength: 20 },
        mood: { type: 'string', title: '心情', 'x-dict': 'mood' },
        years: { type: 'integer', title: '年头', minimum: 0, maximum: 500 },
        founded: { type: 'string', title: '成立', format: 'date' },
        isLarge: { type: 'boolean', title: '大型' },
      },
    },
    endpoints: {
      list: 'GET /maker/list',
      add: 'POST /maker/add',
      update: 'POST /maker/update',
      park: 'GET /maker/park',
      show: 'GET /maker/show',
    },
  },
  'schemas/content/tool.json': {
    $schema: TYPE,
    version: 1,
    title: '工具',
    lifecycle: 'kept',
    fields: {
      type: 'object',
      required: ['title'],
      properties: {
        title: { type: 'string', title: '名称', maxLength: 20, 'x-search': 'A' },
        maker: { type: 'string', title: '厂家', 'x-ref': 'maker' },
      },
    },
    joins: {
      makerMood: { field: 'maker.mood', filter: true, sort: true },
      makerYears: { field: 'maker.years', filter: true, sort: true },
      makerFounded: { field: 'maker.founded', filter: true, sort: true },
      makerIsLarge: { field: 'maker.isLarge', filter: true },
    },
    endpoints: {
      list: 'GET /tool/list',
      info: 'GET /tool/info/{id}',
      add: 'POST /tool/add',
      park: 'GET /tool/park',
      show: 'GET /tool/show',
    },
  },
}

interface Tool {
  readonly title: string
  readonly makerMood: string | null
  readonly makerYears: number | null
  readonly makerIsLarge: boolean | null
}

describe.each(ONE_DATABASE)('joined fields of a list on $name', (database) => {
  let app: TestApp
  let token: string
  const makers = new Map<string, string>()

  const add = async (path: string, body: object): Promise<string> => {
    const answer = await app.post<{ id: string }>(`/newapi/${path}/add`, body, { token })
    expect(answer.status, answer.text).toBe(200)
    return answer.data.id
  }
  const list = async (query = ''): Promise<readonly Tool[]> => {
    const answer = await app.get<{ list: readonly Tool[] }>(`/newapi/tool/list?limit=50&${query}`)
    expect(answer.status, answer.text).toBe(200)
    return answer.data.list
  }
  const titles = async (query: string) => (await list(query)).map(({ title }) => title)

  beforeAll(async () => {
    const files = await smallFiles()
    for (const [path, content] of Object.entries(FILES)) files.set(path, JSON.stringify(content, null, 2))
    const result = checkConfiguration(files)
    if (!result.ok)
      throw new Error(result.problems.map(({ file, message }) => `${file} ${message}`).join('\n'))
    app = await createTestApp({ model: result.model, database })
    token = await app.signIn('writer')
    const given: readonly (readonly [string, object])[] = [
      ['老厂', { mood: '1', years: 90, founded: '1936-05-01', isLarge: true }],
      ['新厂', { mood: '2', years: 3, founded: '2023-01-09', isLarge: false }],
      ['无名', {}],
    ]
    for (const [title, body] of given) makers.set(title, await add('maker', { title, ...body }))
    for (const [title, maker] of [
      ['锤子', '老厂'],
      ['钳子', '新厂'],
      ['扳手', '老厂'],
      ['锯子', '无名'],
    ])
      await add('tool', { title, maker: makers.get(String(maker)) })
    await add('tool', { title: '自制' })
  }, 240_000)
  afterAll(() => app?.close())

  test('show the value of the referenced item in its own type', async () => {
    const shown = new Map((await list()).map((tool) => [tool.title, tool]))
    expect(shown.get('锤子')).toMatchObject({ makerMood: '1', makerYears: 90, makerIsLarge: true })
    expect(shown.get('锯子')).toMatchObject({ makerMood: null, makerYears: null })
    expect(shown.get('自制')).toMatchObject({ makerMood: null, makerYears: null })
  })

  test.each([
    ['a code', 'makerMood=2', ['钳子']],
    ['several codes', 'makerMood=1,2', ['锤子', '钳子', '扳手']],
    ['a number', 'makerYearsFrom=50', ['锤子', '扳手']],
    ['a range', 'makerYearsFrom=1&makerYearsTo=10', ['钳子']],
    ['a day', 'makerFoundedFrom=2000-01-01', ['钳子']],
    ['yes', 'makerIsLarge=true', ['锤子', '扳手']],
    ['two at once', 'makerMood=1&makerYearsTo=10', []],
  ])('filter by %s', async (_name, query, expected) => {
    expect(new Set(await titles(query))).toEqual(new Set(expected))
  })

  test.each([
    ['makerYears', ['钳子', '锤子', '扳手']],
    ['makerFounded', ['锤子', '扳手', '钳子']],
    ['makerMood', ['锤子', '扳手', '钳子']],
  ])('sort by %s, with empty values last in both directions', async (name, expected) => {
    const up = await titles(`sort=${name}`)
    const down = await titles(`sort=-${name}`)
    const named = (all: readonly string[]) => all.filter((title) => expected.includes(title))
    const values = (all: readonly string[]) => all.map((title) => (title === '扳手' ? '锤子' : title))
    expect(values(named(up))).toEqual(values(expected))
    expect(values(named(down))).toEqual(values([...expected].reverse()))
    for (const all of [up, down]) expect(new Set(all.slice(3))).toEqual(new Set(['锯子', '自制']))
  })

  test('follow a change of the referenced item', async () => {
    const id = makers.get('新厂')
    const { data } = await app.get<{ list: { id: string; revision: number }[] }>(
      '/newapi/maker/list?limit=50',
    )
    const revision = data.list.find((one) => one.id === id)?.revision
    const body = { id, revision, title: '新厂', mood: '1', years: 4, founded: '2023-01-09', isLarge: false }
    const changed = await app.post('/newapi/maker/update', body, { token })
    expect(changed.status, changed.text).toBe(200)
    expect((await list()).find(({ title }) => title === '钳子')?.makerYears).toBe(4)
    expect(await titles('makerMood=2')).toEqual([])
  })

  test('are empty and neither filter nor sort while the referenced item is not public', async () => {
    const id = makers.get('老厂')
    expect((await app.get(`/newapi/maker/park?id=${id}`, { token })).status).toBe(200)
    expect((await list()).find(({ title }) => title === '锤子')).toMatchObject({
      makerMood: null,
      makerYears: null,
    })
    expect(await titles('makerYearsFrom=50')).toEqual([])
    expect((await titles('sort=-makerYears'))[0]).toBe('钳子')
    const own = await app.get<Tool>(`/newapi/tool/list?limit=50&mine=true`, { token })
    expect(own.text).not.toContain('"makerYears":90')
    expect((await app.get(`/newapi/maker/show?id=${id}`, { token })).status).toBe(200)
    expect((await list()).find(({ title }) => title === '锤子')?.makerYears).toBe(90)
  })

  test('are refused when a body sets them', async () => {
    const refused = await app.post('/newapi/tool/add', { title: '假的', makerYears: 999 }, { token })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('makerYears')
  })

  test('have an index on both sides of a filter and none on the joined value', async () => {
    const { db } = app.services
    // As if there were many: only then a type has indexes of its own.
    await sql`insert into item_count (type, status, category, writer, n)
      select unnest(array['tool', 'maker']), 'online', '', -1, 1000`.execute(db)
    await ensureIndexes(db, app.services.model())
    const { rows } = await sql<{ definition: string }>`
      select indexdef as definition from pg_indexes where tablename = 'item'`.execute(db)
    const found = (pattern: RegExp) => rows.filter(({ definition }) => pattern.test(definition))
    expect(found(/->> 'maker'/).length).toBeGreaterThan(0)
    expect(found(/->> 'mood'/).length).toBeGreaterThan(0)
    expect(found(/->> 'makerYears'/)).toEqual([])
  })
})
