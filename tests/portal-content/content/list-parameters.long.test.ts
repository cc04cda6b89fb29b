// Tests that every parameter of a list filters or sorts its answer correctly: the cases are generated from
// the OpenAPI document over all lists, each answer compared with what the whole list says (API-06).
// What many types declare alike, everyday runs try for some of them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isInAudience } from '#shared/access/roles.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { IS_LONG } from '../../support/long-run.ts'
import { askerAs, ROLES } from '../../support/roles.ts'

type Item = Readonly<Record<string, unknown>> & { readonly id: string; readonly title: string }
interface Parameter {
  readonly name: string
  readonly schema: { readonly type?: string; readonly format?: string; readonly enum?: readonly string[] }
}
interface List {
  readonly id: string
  readonly path: string
  readonly type: string
  readonly parameters: readonly Parameter[]
}
/** As much of OpenAPI as tells which calls are lists. */
interface Documented {
  readonly operationId: string
  readonly parameters: readonly Parameter[]
  readonly responses: {
    readonly 200: {
      readonly content?: {
        readonly 'application/json': {
          readonly schema: {
            readonly properties: {
              readonly data: {
                readonly properties?: { readonly list?: { readonly items?: { $ref?: string } } }
              }
            }
          }
        }
      }
    }
  }
}
/** What items say of a parameter: the values one would be found by, and whether it is found by another. */
interface Meaning {
  valuesOf(item: Item): readonly string[]
  holds(item: Item, value: string): boolean
}

const PAGING = ['page', 'currentPage', 'limit', 'pageSize']
const ORDER = ['sort', 'sortBy', 'sortOrder']
/** The words that are searched for, and whether they are taken as they are. */
const OF_THE_WORDS = ['keyWord', 'exact']
/** Their meaning depends on who asks; the tests of states and owners prove them. */
const OF_THE_ASKER = ['mine', 'status']

const texts = (value: unknown): string[] =>
  value === null || value === undefined ? [] : [value].flat().map(String)
const among = (...fields: readonly string[]): Meaning => ({
  valuesOf: (item) => fields.flatMap((field) => texts(item[field])),
  holds: (item, value) => fields.some((field) => texts(item[field]).includes(value)),
})
const within = (digits: number): Meaning => ({
  valuesOf: ({ region }) => texts(region).map((code) => code.slice(0, digits).padEnd(6, '0')),
  holds: ({ region }, value) => texts(region).some((code) => code.startsWith(value.replace(/(00)+$/, ''))),
})
const called = (field: string): Meaning => ({
  valuesOf: (item) => texts(item[field]).map((name) => name.slice(2, 6)),
  holds: (item, value) => texts(item[field]).some((name) => name.includes(value)),
})

/** What section 3 of the specification says, in the words of items. A company is asked about itself. */
const SPECIFIED: Readonly<Record<string, (type: string) => Meaning>> = {
  groupFlag: () => among('zone', 'zones', 'zoneKeys', 'keynoteZones'),
  sysCategoryId: (type) => among(type === 'company' ? 'mainCategory' : 'sysCategoryId'),
  companyId: (type) => among(type === 'company' ? 'id' : 'companyId'),
  companyName: (type) => called(type === 'company' ? 'name' : 'companyIdTitle'),
  provinceId: () => within(2),
  cityId: () => within(4),
  typesOfEnterprises: () => among('typesOfEnterprises'),
  topicId: () => among('topicId'),
  sourceType: () => among('sourceType'),
  dataType: (type) => among(type === 'report' ? 'dataType' : 'type'),
}

function ranged(name: string, schema: Parameter['schema']): Meaning | undefined {
  const [, field, end] = /^(\w+)(From|To)$/.exec(name) ?? []
  if (field === undefined) return undefined
  // A day is one of China's calendar, whatever zone a time is written in.
  const toDay = (text: string) =>
    text.length > 10 ? new Date(Date.parse(text) + 8 * 3_600_000).toISOString().slice(0, 10) : text
  const isDay = schema.format === 'date'
  return {
    valuesOf: (item) => texts(item[field]).map((value) => (isDay ? toDay(value) : value)),
    holds: (item, value) =>
      texts(item[field]).some((own) => {
        const difference = isDay
          ? toDay(own) < value
            ? -1
            : toDay(own) > value
              ? 1
              : 0
          : Number(own) - Number(value)
        return end === 'From' ? difference >= 0 : difference <= 0
      }),
  }
}

/** Types for which everyday runs try one filter. */
const MOST_ALIKE = 3

/** As many as one call takes. */
const MOST_IDS = 50

describe('parameters of all lists', () => {
  let app: TestApp
  /** Operators read most lists; others are asked by somebody who may. */
  const tokens = new Map<string, string>()
  let lists: readonly List[] = []
  const whole = new Map<string, readonly Item[]>()
  /** A list whose rows are read as their parents say is not asked as a whole: what it is asked for instead. */
  const base = new Map<string, Record<string, string>>()
  /** With all that any list says of them, since some lists leave fields out. */
  const known = new Map<string, Item>()

  beforeAll(async () => {
    app = await createTestApp({ samples: true })
    for (const role of ['operator', ...ROLES]) tokens.set(role, await app.signIn(`asker-${role}`, role))
    const document = JSON.parse((await app.get('/openapi.json')).text)
    lists = Object.entries<{ get?: Documented }>(document.paths).flatMap(
      ([path, { get }]) => toList(path, get) ?? [],
    )
    for (const list of lists) {
      const type = app.source.model.contentTypes.find(({ name }) => name === list.type)
      const isScoped =
        type?.disclosure ||
        Object.values(type?.lifecycle.states ?? {}).some(({ readers }) => readers?.includes('parent.owner'))
      if (isScoped && !list.id.endsWith('.manage')) base.set(list.id, { ids: await allIds(list) })
    }
    for (const list of lists) whole.set(list.id, await readAll(list))
    for (const item of [...whole.values()].flat()) known.set(item.id, { ...item, ...known.get(item.id) })
  }, 120_000)
  afterAll(() => app.close())

  function toList(path: string, get: Documented | undefined): List | undefined {
    const data = get?.responses[200].content?.['application/json']?.schema.properties.data
    const item = data?.properties?.list?.items?.$ref
    if (!get || item === undefined) return undefined
    return { id: get.operationId, path, type: item.split('/').at(-1) as string, parameters: get.parameters }
  }

  async function read(list: List, params: Record<string, string>): Promise<Paged<Item>> {
    const query = new URLSearchParams({ ...base.get(list.id), ...params })
    const { status, data, text } = await app.get<Paged<Item>>(`${list.path}?${query}`, {
      token: tokens.get(readerOf(list)),
    })
    expect(status, `${list.path}?${query} ${text}`).toBe(200)
    return data
  }

  function readerOf({ path }: List): string {
    const access = app.source.model.operations.find((operation) => operation.path === path)?.access ?? []
    return [...tokens.keys()].find((role) => isInAudience(askerAs(role, 'x'), access)) ?? ''
  }

  async function allIds({ type }: List): Promise<string> {
    const rows = await app.services.db
      .selectFrom('item')
      .select('id')
      .where('type', '=', type)
      .limit(MOST_IDS)
      .execute()
    return rows.map(({ id }) => id).join(',') || 'none'
  }

  async function readAll(list: List, params: Record<string, string> = {}): Promise<readonly Item[]> {
    const found: Item[] = []
    for (let page = 1; ; page += 1) {
      const answer = await read(list, { ...params, page: String(page), limit: '50' })
      found.push(...answer.list)
      if (page >= answer.totalPage) return found
    }
  }

  const idsOf = (items: readonly Item[]) => items.map(({ id }) => id).sort()

  function meaningOf(list: List, { name, schema }: Parameter): Meaning {
    if (name === 'ids') return among('id')
    if (Object.hasOwn(SPECIFIED, name)) return (SPECIFIED[name] as (type: string) => Meaning)(list.type)
    if (name === 'region') return within(2)
    if (schema.type === 'boolean')
      return {
        valuesOf: () => ['true', 'false'],
        holds: (item, value) => String(item[name] === true) === value,
      }
    return ranged(name, schema) ?? among(name)
  }

  const itemsOf = ({ id }: List) => (whole.get(id) ?? []).map((item) => known.get(item.id) ?? item)
  const filtersOf = (list: List) =>
    list.parameters.filter(
      ({ name }) => ![...PAGING, ...ORDER, ...OF_THE_ASKER, ...OF_THE_WORDS].includes(name),
    )

  test('include every parameter of section 3 of the specification', () => {
    expect(lists.length).toBeGreaterThan(60)
    const declared = new Set(lists.flatMap(({ parameters }) => parameters.map(({ name }) => name)))
    const wanted = [...Object.keys(SPECIFIED), ...PAGING, 'sortBy', 'sortOrder', 'keyWord']
    expect(wanted.filter((name) => !declared.has(name))).toEqual([])
  })

  test('filter exactly the items that match the value', async () => {
    const without: string[] = []
    // The filters are the type's own, so in everyday runs one of its lists proves each; what many types are filtered by
    // alike is tried for some of them.
    const tried = new Set<string>()
    const alike = new Map<string, number>()
    const isTried = (type: string, { name, schema }: Parameter) => {
      if (IS_LONG) return false
      if (tried.size === tried.add(`${type} ${name}`).size) return true
      const kind = `${name} ${schema.type} ${schema.format}`
      alike.set(kind, (alike.get(kind) ?? 0) + 1)
      return (alike.get(kind) ?? 0) > MOST_ALIKE
    }
    for (const list of lists) {
      const items = itemsOf(list)
      if (items.length < 2) continue
      for (const parameter of filtersOf(list)) {
        const asked = IS_LONG ? 2 : 1
        const { valuesOf, holds } = meaningOf(list, parameter)
        const values = [...new Set(items.flatMap(valuesOf))].filter((value) => value !== '')
        const telling = values.filter((value) => items.some((item) => !holds(item, value)))
        const place = `${list.id} ${parameter.name}`
        if (telling.length === 0) without.push(place)
        if (isTried(list.type, parameter)) continue
        if (telling.length === 0) {
          // What its dictionary has not is refused: list-values.test.ts proves that.
          const none = await app.get<Paged<Item>>(`${list.path}?${parameter.name}=81`, {
            token: tokens.get(readerOf(list)),
          })
          expect([place, none.status === 400 || none.data.totalCount === 0]).toEqual([place, true])
          const [only] = values
          if (only === undefined) continue
        }
        for (const value of (telling.length > 0 ? telling : values).slice(0, asked)) {
          const found = await readAll(list, { [parameter.name]: value })
          expect(idsOf(found), `${place}=${value}`).toEqual(idsOf(items.filter((item) => holds(item, value))))
        }
      }
    }
    // Samples say the same everywhere; what they cannot tell is written down, so that no more of it comes unseen.
    expect(without.sort()).toMatchSnapshot()
  }, 240_000)

  test('return the requested page, page size and sort order', async () => {
    // The orders are the type's own, so one of its lists proves them; in everyday runs one is read page by page, too.
    const sorted = new Set<string>()
    const ordered = new Set<string>()
    const rank = (value: unknown) => (typeof value === 'number' ? value : String(value))
    for (const list of lists) {
      const items = whole.get(list.id) ?? []
      if (items.length < 2 || (sorted.has(list.type) && !IS_LONG)) continue
      const usual = items.map(({ id }) => id)
      const second = await read(list, { currentPage: '2', pageSize: '1' })
      expect(
        second.list.map(({ id }) => id),
        list.id,
      ).toEqual(usual.slice(1, 2))
      expect(second).toMatchObject({ pageSize: 1, currPage: 2, totalCount: items.length })
      const turned = await readAll(list, { sortOrder: 'asc' })
      const back = await readAll(list, { sortOrder: 'desc' })
      expect(
        turned.map(({ id }) => id),
        list.id,
      ).not.toEqual(back.map(({ id }) => id))
      if (sorted.has(list.type)) continue
      sorted.add(list.type)
      const sorts = list.parameters.find(({ name }) => name === 'sortBy')?.schema.enum ?? []
      for (const sortBy of sorts)
        for (const sortOrder of ['asc', 'desc']) {
          // What many types are ordered by, everyday runs try for one of them.
          if (ordered.size === ordered.add(`${sortBy} ${sortOrder}`).size && !IS_LONG) continue
          const found = await readAll(list, { sortBy, sortOrder })
          expect(idsOf(found), `${list.id} ${sortBy}`).toEqual(idsOf(items))
          if (sortBy === 'hot' || sortBy === 'searched') continue
          const given = found
            .map((item) => item[sortBy])
            .filter((value) => value !== null && value !== undefined)
          const sign = sortOrder === 'asc' ? 1 : -1
          const wrong = given.slice(1).filter((value, index) => {
            const [a, b] = [rank(given[index]), rank(value)]
            return sign * (a < b ? -1 : a > b ? 1 : 0) > 0
          })
          expect(wrong, `${list.id} ${sortBy} ${sortOrder}`).toEqual([])
        }
    }
  }, 240_000)

  test('keyWord finds an item by its title', async () => {
    for (const list of lists.filter(({ parameters }) => parameters.some(({ name }) => name === 'keyWord'))) {
      const items = whole.get(list.id) ?? []
      const [first] = items
      if (!first) continue
      const found = await readAll(list, { keyWord: first.title.slice(0, 12) })
      expect(idsOf(found), `${list.id} ${first.title}`).toContain(first.id)
      if (items.length > 2) expect(found.length, list.id).toBeLessThan(items.length)
    }
  }, 120_000)

  test('provinceId accepts a code of two digits and of six digits', async () => {
    const list = lists.find(({ id }) => id === 'company_list') as List
    const short = await readAll(list, { provinceId: '11' })
    expect(short.length).toBeGreaterThan(0)
    expect(idsOf(await readAll(list, { provinceId: '110000' }))).toEqual(idsOf(short))
    expect(await readAll(list, { provinceId: '110000', cityId: '440300' })).toEqual([])
  })

  test.each([
    ['sortBy=secret', '/sortBy', /排序字段只能是.*publishedAt/],
    ['sortOrder=sideways', '/sortOrder', /排序方向只能是 asc、desc/],
    ['provinceId=beijing', '/provinceId', /省级行政区代码/],
    ['limit=51', '/limit', /50/],
  ])('%s is refused with a message that names the permitted values', async (query, path, message) => {
    const { status, errors } = await app.get(`/newapi/company/getList?${query}`)
    expect(status).toBe(400)
    expect(errors?.[0]).toMatchObject({ path, message: expect.stringMatching(message) })
  })

  test('sourceType and dataType of an info call return 404 when the item has another value', async () => {
    const marked = [
      ['/newapi/bidding/info/', 'bidding_list', 'sourceType', (item: Item) => String(item.sourceType)],
      ['/newapi/encyclopedia/info/', 'encyclopedia_list', 'dataType', () => 'encyclopedia'],
      ['/newapi/literature/info/', 'literature_list', 'dataType', () => 'literature'],
    ] as const
    for (const [path, list, name, own] of marked) {
      const [item] = whole.get(list) ?? []
      if (!item) throw new Error(list)
      expect((await app.get(`${path}${item.id}?${name}=${own(item)}`)).status).toBe(200)
      expect((await app.get(`${path}${item.id}?${name}=other`)).status).toBe(404)
      expect(
        (await app.get(`${path}${item.id}?${name}=other`, { token: tokens.get('operator') })).status,
      ).toBe(404)
    }
  })

  test('comment lists take dataId, dataType and token (API-07)', async () => {
    const [item] = whole.get('deliver_list') ?? []
    if (!item) throw new Error('no sample')
    const member = await app.signIn('commenter')
    const added = await app.post<{ id: string }>(
      '/newapi/deliverInfoComment/add',
      { dataId: item.id, dataType: 'deliver', content: '学到了，谢谢分享' },
      { token: member },
    )
    expect(added.status, added.text).toBe(200)
    await app.get(`/newapi/deliverInfoComment/like?id=${added.data.id}`, { token: member })
    const address = `/newapi/deliverInfoComment/list?dataId=${item.id}`
    const read = async (more: string) => {
      const { status, data } = await app.get<Paged<{ id: string; liked?: boolean }>>(address + more)
      return { status, liked: data?.list?.find(({ id }) => id === added.data.id)?.liked === true }
    }
    expect(await read('&dataType=deliver')).toEqual({ status: 200, liked: false })
    expect(await read(`&token=${member}`)).toEqual({ status: 200, liked: true })
    expect(await read('&token=nonsense')).toEqual({ status: 200, liked: false })
    expect((await read('&dataType=zhihu')).status).toBe(400)
  })

  test('collect lists take userId, dataType and keyword (API-08)', async () => {
    const member = await app.signIn('collector')
    const [deliver] = whole.get('deliver_list') ?? []
    const [company] = whole.get('company_list') ?? []
    if (!deliver || !company) throw new Error('no sample')
    for (const [dataType, { id: dataId }] of [
      ['deliver', deliver],
      ['company', company],
    ] as const)
      expect((await app.post('/newapi/api/collect', { dataType, dataId }, { token: member })).status).toBe(
        200,
      )
    const read = async (query: string) => {
      const { status, data } = await app.get<Paged<Item>>(`/newapi/api/collect/list?${query}`, {
        token: member,
      })
      return [status, ...(data?.list ?? []).map(({ id }) => id).sort()]
    }
    expect(await read('')).toEqual([200, ...[company.id, deliver.id].sort()])
    expect(await read('userId=collector')).toEqual([200, ...[company.id, deliver.id].sort()])
    expect(await read('userId=asker')).toEqual([403])
    expect(await read('dataType=company')).toEqual([200, company.id])
    expect(await read(`keyword=${encodeURIComponent(deliver.title.slice(2, 8))}`)).toEqual([200, deliver.id])
    expect(await read('keyword=%25')).toEqual([200])
    expect(await read('limit=1&page=3')).toEqual([200])
  })
})
