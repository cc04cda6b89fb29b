// Tests content lists: filters, keyword search, sort orders, paging, read access, private fields.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addArticle, FULL } from '../articles.ts'
import { AVAILABLE, type ContentApp, openContentApp } from '../content-app.ts'
import { CANARY, loadFixture } from '../fixture.ts'

describe.each(AVAILABLE)('content list on $name', (database) => {
  let app: ContentApp
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    app = await openContentApp(database, await loadFixture())
    const { id: theme } = await app.call('operator', 'theme.add', {}, { body: { name: '防汛专题' } })
    ids.theme = theme
    ids.full = await addArticle(app, { ...FULL, themeId: theme })
    ids.plain = await addArticle(app, {
      title: '无人机巡查应用',
      kind: '2',
      region: '1101',
      budget: 10,
      deadline: '2026-06-01',
      source: '示例晚报',
    })
    ids.third = await addArticle(app, {
      title: '应急照明车选型',
      kind: '3',
      tags: ['3'],
      opens: '2026-12-02T00:00:00Z',
      words: ['照明', '水抢险'],
    })
    ids.pending = await addArticle(app, { title: '待审核文章', kind: '2' }, { online: false })
    ids.offline = await addArticle(app, { title: '下线文章' })
    await app.call('owner', 'article.offline', { id: ids.offline })
    ids.deleted = await addArticle(app, { title: '删除文章' })
    await app.call('owner', 'article.delete', { id: ids.deleted })
  })
  afterAll(() => app.close())

  const names = async (
    person: Parameters<ContentApp['call']>[0],
    params: object,
    operation = 'article.list',
  ) => {
    const { list, totalCount } = await app.call(person, operation, { ...params, limit: 50 })
    expect(totalCount).toBe(list.length)
    const known = Object.entries(ids)
    return list.map((item: { id: string }) => known.find(([, id]) => id === item.id)?.[0]).sort()
  }

  const filters: readonly (readonly [string, object, readonly string[]])[] = [
    ['nothing', {}, ['full', 'plain', 'third']],
    ['a dictionary value', { kind: '2' }, ['plain']],
    ['several dictionary values', { kind: '1,3' }, ['full', 'third']],
    ['a value of a dictionary list', { tags: '2,3' }, ['full', 'third']],
    ['a reference', { themeId: 'THEME' }, ['full']],
    ['the category by its other name', { sysCategoryId: 'THEME' }, ['full']],
    ['a province', { region: '44' }, ['full']],
    ['a city by its other name', { cityId: '4403' }, ['full']],
    ['another city', { cityId: '4401' }, []],
    ['a lowest number', { budgetFrom: 100 }, ['full']],
    ['a range of numbers', { budgetFrom: 1, budgetTo: 100 }, ['plain']],
    ['an exact highest number', { budgetTo: 120.5 }, ['full', 'plain']],
    ['a first day', { deadlineFrom: '2026-06-02' }, ['full']],
    ['a last day, which counts', { deadlineTo: '2026-06-01' }, ['plain']],
    ['a time by the day in China', { opensFrom: '2026-12-01', opensTo: '2026-12-01' }, ['full']],
    ['a time on the day after', { opensFrom: '2026-12-02', opensTo: '2026-12-02' }, ['third']],
    ['true', { top: true }, ['full']],
    ['false, which absent is too', { top: false }, ['plain', 'third']],
    ['a text', { source: '示例晚报' }, ['plain']],
    ['two filters', { kind: '1', region: '11' }, []],
    ['ids', { ids: 'ID' }, ['full', 'plain']],
    ['an unknown parameter, which is ignored', { _t: 1, nonsense: 'x' }, ['full', 'plain', 'third']],
    ['a private field, which is ignored', { secret: 'nobody' }, ['full', 'plain', 'third']],
    ['a state that visitors do not read', { status: 'pending' }, []],
    ['an injection', { source: "'; drop table item; --" }, []],
    ['a prototype', { source: '__proto__', kind: 'constructor' }, []],
    ['a NUL', { source: '示例\u0000晚报' }, ['plain']],
    ['two characters of a title', { keyWord: '机器' }, ['full']],
    ['two characters across words', { keyWord: '涝机' }, ['full']],
    ['one character', { keyWord: '灯' }, []],
    ['one character of a title', { keyWord: '照' }, ['third']],
    ['a word of the text', { keyWord: '内涝' }, ['full']],
    ['a keyword across its words', { keyWord: '水抢' }, ['third']],
    ['several words', { keyWord: '应急 照明' }, ['third']],
    ['what nobody wrote', { keyWord: '航空母舰' }, []],
    ['only signs', { keyWord: '？！' }, []],
    ['the beginning of a query language', { keyWord: "a' | 'b & ! <->" }, []],
    ['a private field by search', { keyWord: CANARY.owner }, []],
  ]

  test.each(filters)('filters by %s', async (_, params, expected) => {
    const filled = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        value === 'THEME' ? ids.theme : value === 'ID' ? `${ids.full},${ids.plain},${ids.pending}` : value,
      ]),
    )
    expect(await names('guest', filled)).toEqual([...expected].sort())
  })

  test('returns search results page by page in every order, with the same total on each page', async () => {
    const search = async (more: object) => {
      const { list, totalCount } = await app.call('guest', 'article.list', { keyWord: '正文', ...more })
      expect(totalCount).toBe(2)
      return list.map(({ id }: { id: string }) => id)
    }
    for (const sort of [{}, { sort: 'hot' }, { sort: '-publishedAt' }]) {
      const paged = [await search({ ...sort, limit: 1 }), await search({ ...sort, limit: 1, page: 2 })].flat()
      expect([...paged].sort()).toEqual([ids.plain, ids.third].sort())
      expect(await search(sort)).toEqual(paged)
      expect(await search({ ...sort, limit: 1, page: 3 })).toEqual([])
    }
    // Only the first has a budget; what has none comes last.
    for (const sort of ['budget', '-budget']) expect(await search({ sort })).toEqual([ids.plain, ids.third])
  })

  const scopes = [
    ['guest', {}, ['full', 'plain', 'third']],
    ['owner', {}, ['full', 'plain', 'third']],
    ['owner', { mine: true }, ['full', 'offline', 'pending', 'plain', 'third']],
    ['owner', { mine: true, status: 'offline' }, ['offline']],
    ['owner', { mine: true, status: 'deleted' }, []],
    ['owner', { status: 'pending' }, ['pending']],
    ['other', { status: 'pending' }, []],
    ['other', { mine: true }, []],
    ['operator', { status: 'pending' }, ['pending']],
    ['operator', { status: 'offline' }, ['offline']],
    ['operator', { status: 'deleted' }, []],
    ['operator', { status: 'nonsense' }, []],
    ['auditor', { status: 'pending' }, ['pending']],
  ] as const

  test.each(scopes)(
    'shows %s with %j only items in states that this account may read',
    async (person, params, expected) => {
      expect(await names(person, params)).toEqual([...expected])
    },
  )

  test.each([
    ['guest', []],
    ['other', []],
    ['owner', ['pending']],
    ['operator', ['pending']],
  ] as const)(
    'with a fixed private state shows %s only items that this account may read',
    async (person, expected) => {
      expect(await names(person, {}, 'article.pendingList')).toEqual([...expected])
    },
  )

  test('ignores a parameter that contradicts a fixed value', async () => {
    expect(await names('guest', { top: false }, 'article.topList')).toEqual(['full'])
  })

  test.each([
    { page: 0 },
    { limit: 51 },
    { limit: 1000 },
    { pageSize: 'x' },
    { page: 1.5 },
    { sort: 'detail' },
    { sort: '-secret' },
    { sortBy: 'source' },
    { sortBy: '__proto__' },
    { sortBy: 'budget', sortOrder: 'down' },
    { region: 'abc' },
    { budgetFrom: 'x' },
    { deadlineFrom: '2026-02-30' },
    { opensTo: 'tomorrow' },
  ])('refuses the parameters %j with BAD_PARAMETER', async (params) => {
    expect(await app.outcome('guest', 'article.list', params)).toBe('BAD_PARAMETER')
  })

  test('refuses mine=true from a visitor with SIGN_IN_REQUIRED', async () => {
    expect(await app.outcome('guest', 'article.list', { mine: true })).toBe('SIGN_IN_REQUIRED')
  })

  test.each([
    [{ sort: '-budget' }, ['full', 'plain', 'third']],
    [{ sort: 'budget' }, ['plain', 'full', 'third']],
    [{ sortBy: 'deadline', sortOrder: 'asc' }, ['plain', 'full', 'third']],
    [{ sort: 'opens' }, ['full', 'third', 'plain']],
    [{ sort: 'createdAt' }, ['full', 'plain', 'third']],
    [{}, ['third', 'plain', 'full']],
  ] as const)('sorts by %j, empty values last', async (params, expected) => {
    const { list } = await app.call('guest', 'article.list', params)
    expect(list.map(({ id }: { id: string }) => id)).toEqual(expected.map((name) => ids[name]))
  })

  test('accepts page and limit as currentPage and pageSize too, and counts all items', async () => {
    const first = await app.call('guest', 'article.list', { page: 1, limit: 2 })
    const second = await app.call('guest', 'article.list', { currentPage: '2', pageSize: '2' })
    expect(first).toMatchObject({ totalCount: 3, pageSize: 2, totalPage: 2, currPage: 1 })
    expect([...first.list, ...second.list].map(({ id }) => id)).toEqual([ids.third, ids.plain, ids.full])
    expect((await app.call('guest', 'article.list', { page: 9 })).list).toEqual([])
  })

  test('returns titles of references and owners, omits rich text and masks phone numbers', async () => {
    const { list } = await app.call('guest', 'article.list', { kind: '1' })
    expect(list[0]).toMatchObject({
      themeIdTitle: '防汛专题',
      ownerName: '用户 owner',
      phone: '138****1234',
      budget: 120.5,
    })
    expect(list[0]).not.toHaveProperty('detail')
  })

  test.each([
    ['guest', []],
    ['other', [CANARY.registered]],
    ['owner', [CANARY.registered, CANARY.owner]],
    ['operator', [CANARY.registered, CANARY.owner]],
  ] as const)('shows %s only the private fields that this account may read', async (person, expected) => {
    const text = JSON.stringify(await app.call(person, 'article.list', { kind: '1' }))
    for (const canary of [CANARY.registered, CANARY.owner]) {
      expect(text.includes(canary)).toBe((expected as readonly string[]).includes(canary))
    }
    expect(text).not.toContain(CANARY.mobile)
  })

  test('returns related items without the item itself', async () => {
    const list = await app.call('guest', 'article.related', { id: ids.full, limit: 2 })
    expect(list.map(({ id }: { id: string }) => id)).toEqual([ids.third, ids.plain])
  })
})
