// Tests that lists filter and sort by the parameters of the requested category, with
// a type and a family of its own, so that nothing depends on the portal's.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureIndexes } from '#server/content/indexes/ensure-indexes.ts'
import { renewParameters } from '#server/content/indexes/renew-parameters.ts'
import type { Model } from '#shared/model/model.ts'
import { checkVessels, JUG, KIT, type Written } from '../../../config/parameter-case.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

async function modelOf(file = KIT, change: (written: Written) => void = () => undefined): Promise<Model> {
  const kit = await kitFile()
  const result =
    file === KIT
      ? await checkVessels(KIT, (written) => Object.assign(written, kit))
      : await checkVessels(file, change, { [KIT]: kit })
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join('\n'))
  return result.model
}

async function kitFile(): Promise<Written> {
  let kit: Written
  await checkVessels(KIT, (written) => {
    Object.assign(written.fields.properties, {
      place: { $ref: '../common/region.schema.json', title: '地区', 'x-filter': true },
      moods: { type: 'array', title: '心情', items: { type: 'string' }, 'x-dict': 'mood', 'x-filter': true },
      old: { type: 'boolean', title: '旧物', 'x-filter': true },
    })
    Object.assign(written.endpoints, {
      delete: 'GET /kit/delete',
      facets: 'GET /kit/facets',
      categories: 'GET /kit/categories',
      parameters: 'GET /kit/parameters',
    })
    kit = written
  })
  return kit
}

const KITS = [
  {
    title: '大圆壶',
    kind: 'jug',
    place: '440305',
    old: true,
    moods: ['1'],
    params: { volume: 4, shape: '圆', lid: true, warm: 2 },
  },
  { title: '小方壶', kind: 'jug', place: '4401', params: { volume: 1.5, shape: '方', lid: false } },
  {
    title: '中圆壶',
    kind: 'jug',
    place: '110101',
    moods: ['1', '2'],
    params: { volume: 3, shape: '圆', warm: 12 },
  },
  { title: '小圆杯', kind: 'cup', place: '440305', params: { volume: 150, shape: '圆', warm: 60, lid: 30 } },
  { title: '大高杯', kind: 'cup', place: '110101', params: { volume: 800, shape: '高', warm: 10 } },
  { title: '无数杯', kind: 'cup', place: '110101', params: {} },
]

interface Page {
  readonly totalCount: number
  readonly list: readonly { readonly id: string; readonly title: string }[]
}

describe.each(ONE_DATABASE)('lists by category parameters on $name', (database) => {
  let app: TestApp
  let token: string
  const ids = new Map<string, string>()

  beforeAll(async () => {
    app = await createTestApp({ model: await modelOf(), database })
    token = await app.signIn('potter', 'unit')
    for (const kit of KITS) {
      const { status, data, text } = await app.post<{ id: string }>('/newapi/kit/add', kit, { token })
      expect(status, text).toBe(200)
      ids.set(kit.title, data.id)
    }
  }, 60_000)
  afterAll(() => app.close())

  /** In the order of the answer, from the projection and from the items themselves. */
  async function titles(query: string): Promise<string[]> {
    const read = async (more: string) => {
      const { status, data, text } = await app.get<Page>(`/newapi/kit/list?${query}${more}`, { token })
      expect(status, text).toBe(200)
      expect(data.totalCount).toBe(data.list.length)
      return data.list.map(({ title }) => title)
    }
    const found = await read('')
    expect(await read('&mine=true')).toEqual(found)
    return found
  }
  const sorted = async (query: string) => (await titles(query)).sort()

  async function refusal(query: string): Promise<{ path?: string; message?: string }> {
    const { status, errors } = await app.get(`/newapi/kit/list?${query}`)
    expect(status).toBe(400)
    return errors?.[0] ?? {}
  }

  test.each([
    ['a range', 'kind=jug&params.volumeFrom=2&params.volumeTo=3.5', ['中圆壶']],
    ['one end of it', 'kind=jug&params.volumeFrom=3', ['中圆壶', '大圆壶']],
    ['just one value', 'kind=jug&params.volume=4', ['大圆壶']],
    ['choices', 'kind=jug&params.shape=圆,方', ['中圆壶', '大圆壶', '小方壶']],
    ['yes', 'kind=jug&params.lid=true', ['大圆壶']],
    ['no, which is not the same as nothing', 'kind=jug&params.lid=false', ['小方壶']],
    ['several at once with a region', 'kind=jug&params.volumeFrom=1&params.shape=圆&place=44', ['大圆壶']],
    ['a field with lists beside it', 'kind=jug&params.volumeFrom=1&moods=2', ['中圆壶']],
    ['a field that is true beside it', 'kind=jug&params.volumeFrom=1&old=true', ['大圆壶']],
    ['a field that is not true beside it', 'kind=jug&params.volumeFrom=1&old=false', ['中圆壶', '小方壶']],
    ['a word beside it', 'kind=jug&params.volumeFrom=2&keyWord=大圆', ['大圆壶']],
    [
      'the unit of the category above',
      'kind=V1&params.volumeFrom=0.5&params.volumeTo=1.5',
      ['大高杯', '小方壶'],
    ],
    ['time in its unit', 'kind=V1&params.warmFrom=1&params.warmTo=2', ['大圆壶', '小圆杯']],
    ['a choice of one of those below only', 'kind=V1&params.shape=高', ['大高杯']],
    ['a number where others have a truth', 'kind=cup&params.lidFrom=20', ['小圆杯']],
  ])('filter by %s', async (_, query, wanted) => {
    expect(await sorted(query)).toEqual([...wanted].sort())
  })

  test.each([
    ['up', 'kind=jug&sort=params.volume', ['小方壶', '中圆壶', '大圆壶']],
    ['down', 'kind=jug&sort=-params.volume', ['大圆壶', '中圆壶', '小方壶']],
    [
      'the best first, which is the highest',
      'kind=jug&sort=best:params.warm',
      ['中圆壶', '大圆壶', '小方壶'],
    ],
    ['the best first, which is the lowest', 'kind=cup&sort=best:params.warm', ['大高杯', '小圆杯', '无数杯']],
    ['by name and direction', 'kind=jug&sortBy=params.volume&sortOrder=desc', ['大圆壶', '中圆壶', '小方壶']],
    [
      'all that are below, missing last',
      'kind=V1&sort=-params.volume',
      ['大圆壶', '中圆壶', '小方壶', '大高杯', '小圆杯', '无数杯'],
    ],
    [
      'all that are below, missing last again',
      'kind=V1&sort=params.volume',
      ['小圆杯', '大高杯', '小方壶', '中圆壶', '大圆壶', '无数杯'],
    ],
    ['with a range', 'kind=V1&sort=-params.volume&params.volumeTo=1.5', ['小方壶', '大高杯', '小圆杯']],
  ])('sort items %s', async (_, query, wanted) => {
    expect(await titles(query)).toEqual(wanted)
  })

  test('continue on the next page, with items without the parameter last', async () => {
    const found: string[] = []
    for (const page of [1, 2, 3, 4]) {
      const { data } = await app.get<Page>(
        `/newapi/kit/list?kind=V1&sort=-params.volume&limit=4&page=${page}`,
      )
      expect(data.totalCount).toBe(6)
      found.push(...data.list.map(({ title }) => title))
    }
    expect(found).toEqual(['大圆壶', '中圆壶', '小方壶', '大高杯', '小圆杯', '无数杯'])
  })

  test.each([
    ['no category', 'params.volumeFrom=1', '/params.volumeFrom', /请先选择一个种类/],
    ['no category to sort in', 'sort=-params.volume', '/sort', /请先选择一个种类/],
    ['two categories', 'kind=jug,cup&params.volumeFrom=1', '/params.volumeFrom', /请先选择一个种类/],
    [
      'a key the category has not',
      'kind=cup&params.makerFrom=1',
      '/params.makerFrom',
      /“杯子”不能按这个参数筛选.*params\.volume（杯容积，mL）/,
    ],
    [
      'a key that is not shared',
      'kind=V1&params.lid=true',
      '/params.lid',
      /不能按这个参数筛选.*params\.shape（形状）/,
    ],
    ['free text', 'kind=jug&params.maker=官窑', '/params.maker', /不能按这个参数筛选/],
    [
      'from above to',
      'kind=jug&params.volumeFrom=3&params.volumeTo=2',
      '/params.volumeFrom',
      /容积的下限 3 大于上限 2/,
    ],
    ['no number', 'kind=jug&params.volumeFrom=many', '/params.volumeFrom', /容积应为数字（单位 L）/],
    ['no choice of it', 'kind=jug&params.shape=扁', '/params.shape', /形状没有“扁”这个值，可用的有 圆、方/],
    ['neither yes nor no', 'kind=jug&params.lid=maybe', '/params.lid', /有盖应为 true（是）或 false（否）/],
    ['sorting by choices', 'kind=jug&sort=params.shape', '/sort', /不能按这个参数排序.*params\.volume/],
    [
      'the best where those below disagree',
      'kind=V1&sort=best:params.warm',
      '/sort',
      /不分优劣，请写 params\.warm/,
    ],
    ['the best of a field', 'kind=jug&sort=best:publishedAt', '/sort', /./],
    ['any other order', 'kind=jug&sort=secret', '/sort', /排序只能是.*publishedAt/],
  ])('refuse invalid input with a message that names the correction: %s', async (_, query, path, said) => {
    const error = await refusal(query)
    expect(error).toMatchObject({ path, message: expect.stringMatching(said) })
  })

  test('reflect every change of a stored value or state, by direct SQL too', async () => {
    const { db } = app.services
    const id = ids.get('小方壶') as string
    const found = () =>
      app.get<Page>('/newapi/kit/list?kind=jug&params.volumeTo=1.6').then(({ data }) => data.totalCount)
    expect(await found()).toBe(1)
    await sql`update item set body = jsonb_set(body, '{params,volume}', '2') where id = ${id}`.execute(db)
    app.services.cache.changed('kit')
    expect(await found()).toBe(0)
    await sql`update item set body = jsonb_set(body, '{params,volume}', '"viel"') where id = ${id}`.execute(
      db,
    )
    await sql`update item set body = jsonb_set(body, '{params,volume}', '1.5'), status = 'deleted' where id = ${id}`.execute(
      db,
    )
    app.services.cache.changed('kit')
    expect(await found()).toBe(0)
    await sql`update item set status = 'online' where id = ${id}`.execute(db)
    app.services.cache.changed('kit')
    expect(await found()).toBe(1)
    await sql`update item set like_count = like_count + 1 where id = ${id}`.execute(db)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from parameter_value`.execute(db)
    expect(rows).toEqual([{ n: KITS.length }])
  })

  /** Counts by value, or the two ends, by field: of everybody's list and, by another way, of one's own. */
  async function facets(query: string): Promise<Record<string, unknown>> {
    interface One {
      readonly field: string
      readonly kind: string
      readonly min: number | null
      readonly max: number | null
      readonly items: readonly { readonly value: string; readonly label: string; readonly count: number }[]
    }
    const read = async (more: string) => {
      const { status, data, text } = await app.get<{
        totalCount: number
        category: string | null
        facets: readonly One[]
      }>(`/newapi/kit/facets?${query}${more}`, { token })
      expect(status, text).toBe(200)
      return {
        total: data.totalCount,
        ...Object.fromEntries(
          data.facets.map(({ field, kind, min, max, items }) => [
            field,
            kind === 'range'
              ? [min, max]
              : Object.fromEntries(items.map(({ label, count }) => [label, count])),
          ]),
        ),
      }
    }
    const found = await read('')
    expect(await read('&mine=true')).toEqual(found)
    return found
  }

  test('return facets with the count of each choice under the other filters', async () => {
    expect(await facets('')).toEqual({
      total: 6,
      kind: { 水壶: 3, 杯子: 3 },
      place: { 北京市: 3, 广东省: 3 },
      moods: { 晴: 2, 雨: 1 },
      old: { 是: 1, 否: 5 },
    })
    expect(await facets('kind=jug&place=44&params.shape=圆')).toEqual({
      total: 1,
      kind: { 水壶: 2, 杯子: 1 },
      place: { 北京市: 1, 广东省: 1 },
      moods: { 晴: 1 },
      old: { 是: 1 },
      'params.volume': [4, 4],
      'params.shape': { 圆: 1, 方: 1 },
      'params.warm': [2, 2],
      'params.lid': { 是: 1 },
    })
    expect(await facets('kind=jug&params.volumeFrom=2')).toMatchObject({
      total: 2,
      'params.volume': [1.5, 4],
      'params.warm': [2, 12],
      'params.shape': { 圆: 2 },
    })
  })

  test('return facets of a parent category in the unit of that category', async () => {
    expect(await facets('kind=V1')).toMatchObject({
      total: 6,
      'params.volume': [0.15, 4],
      'params.shape': { 圆: 3, 高: 1, 方: 1 },
    })
    expect(await facets('kind=V1&params.volumeTo=0.5&moods=1')).toMatchObject({
      total: 0,
      moods: {},
      'params.volume': [3, 4],
    })
    expect(await facets('kind=V1&params.shape=高&params.volumeFrom=0.5')).toMatchObject({
      total: 1,
      kind: { 水壶: 3, 杯子: 3 },
      place: { 北京市: 1 },
      'params.shape': { 圆: 2, 高: 1, 方: 1 },
    })
  })

  test('return the category tree with the number of items in each category', async () => {
    const { data } = await app.get('/newapi/kit/categories')
    expect(data).toEqual([
      { id: 'V1', name: '盛水器皿', code: 'V1', parentId: null, level: 1, sort: 1, resourceCount: 6 },
      { id: 'jug', name: '水壶', code: 'jug', parentId: 'V1', level: 2, sort: 1, resourceCount: 3 },
      { id: 'cup', name: '杯子', code: 'cup', parentId: 'V1', level: 2, sort: 2, resourceCount: 3 },
    ])
  })

  test('return the parameters of one category, and those that several categories share in one unit', async () => {
    const rows = async (query: string) =>
      (await app.get<Record<string, unknown>[]>(`/newapi/kit/parameters?${query}`)).data
    const own = await rows('categoryId=jug')
    expect(own.map(({ key, type, group }) => [key, type, group])).toEqual([
      ['volume', 'number', '容量'],
      ['shape', 'enum', '容量'],
      ['warm', 'number', '保温'],
      ['lid', 'bool', '保温'],
      ['maker', 'text', '保温'],
    ])
    expect(own[0]).toMatchObject({
      name: '容积',
      unit: 'L',
      min: 1,
      max: 5,
      step: 0.5,
      better: 'high',
      required: true,
      searchable: true,
      sort: 1,
    })
    expect(own[1]).toMatchObject({ options: ['圆', '方'] })
    const shared = await rows('categoryIds=cup,jug')
    expect(shared.map(({ key }) => key)).toEqual(['volume', 'shape', 'warm'])
    expect(shared[0]).toMatchObject({ unit: 'mL', min: 100, max: 5000, better: 'high' })
    expect(await rows('categoryId=V1')).toHaveLength(3)
    expect((await app.get('/newapi/kit/parameters')).errors?.[0]?.message).toMatch(/categoryId/)
    expect((await app.get('/newapi/kit/parameters?categoryId=V9')).errors?.[0]?.message).toMatch(
      /类目“V9”不存在/,
    )
  })

  test('find items by name and value of a parameter and by the name of a category', async () => {
    const found = async (keyWord: string) => {
      const { data } = await app.get<Page>(`/newapi/kit/list?keyWord=${encodeURIComponent(keyWord)}`)
      return data.list.map(({ title }) => title).sort()
    }
    expect(await found('容积 150')).toEqual(['小圆杯'])
    expect(await found('保温 12')).toEqual(['中圆壶'])
    expect(await found('水壶')).toHaveLength(3)
    expect(await found('盛水器皿')).toHaveLength(6)
  })

  test('are documented in /openapi.json with parameter filters and best: orders', async () => {
    const document = JSON.parse((await app.get('/openapi.json')).text)
    const { description, parameters } = document.paths['/newapi/kit/list'].get
    expect(description).toMatch(/params\.参数From.*best:params\.参数/)
    expect(JSON.stringify(parameters)).toContain('publishedAt')
  })
})

describe.each(ONE_DATABASE)('changed parameter sets on $name', (database) => {
  test('mark a new column as not ready until renewParameters has filled the column', async () => {
    const app = await createTestApp({ model: await modelOf(), database })
    const token = await app.signIn('potter', 'unit')
    for (const kit of KITS) await app.post('/newapi/kit/add', kit, { token })
    const changed = await modelOf(JUG, (jug) => {
      const [, group] = jug.groups
      delete group.fields.warm
      group.fields.weight = { type: 'number', title: '重量', 'x-unit': 'kg' }
      jug.groups[0].fields.volume['x-unit'] = 'mL'
    })
    const { db } = app.services
    await sql`update item set body = jsonb_set(body, '{params,weight}', '7') where body->>'title' = '大圆壶'`.execute(
      db,
    )
    const services = { ...app.services, model: () => changed }
    await ensureIndexes(db, changed)
    const ready = async () =>
      (await sql<{ key: string }>`select key from parameter_slot where not ready`.execute(db)).rows.map(
        ({ key }) => key,
      )
    expect(await ready()).toEqual(['weight'])
    expect(await renewParameters(services, AbortSignal.abort())).toBe(0)
    expect(await ready()).toEqual(['weight'])
    expect(await renewParameters(services)).toBe(3)
    expect(await ready()).toEqual([])
    expect(await renewParameters(services)).toBe(0)
    const { rows } = await sql`select slot.slot from parameter_slot slot join parameter_value v using (set_no)
      where slot.key = 'weight' and (to_jsonb(v) ->> slot.slot)::float8 = 7`.execute(db)
    expect(rows).toHaveLength(1)
    await ensureIndexes(db, { ...changed, contentTypes: [] })
    expect((await sql`select 1 from parameter_value`.execute(db)).rows).toEqual([])
    await ensureIndexes(db, changed)
    expect(await renewParameters(services)).toBe(KITS.length)
    await app.close()
  }, 60_000)
})
