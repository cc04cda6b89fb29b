// Tests the search over all content types on the configuration and samples of a portal.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchedTypes } from '#server/content/query/searched-types.ts'
import type { SearchRecord } from '#server/search/search-records.ts'
import type { SiteAnswer } from '#server/search/site-search.ts'
import type { Suggestion } from '#server/search/suggest.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { ONE_DATABASE } from '../platform/database/each-database.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

const SITE = '/newapi/api/search'
const urlOf = (params: Record<string, string>, path = SITE) => `${path}?${new URLSearchParams(params)}`

describe.each(ONE_DATABASE)('site search on $name', (database) => {
  let app: TestApp
  const search = async (params: Record<string, string>, token?: string, address?: string) => {
    const { data } = await app.get<SiteAnswer>(urlOf(params), { token, ...(address ? { address } : {}) })
    return data
  }

  beforeAll(async () => {
    app = await createTestApp({ database, samples: true })
    await app.services.database.vacuumAnalyze()
  }, 60_000)
  afterAll(() => app.close())

  test('finds items of many types by two characters, with tab counts that add up to the total', async () => {
    const { tabs, totalCount, list, terms } = await search({ keyWord: '应急', limit: '50' })
    expect(tabs.length).toBeGreaterThan(5)
    expect(tabs.reduce((sum, { count }) => sum + count, 0)).toBe(totalCount)
    expect(terms).toContain('应急')
    expect(list.length).toBe(Math.min(50, totalCount))
    for (const { title, snippet } of list) expect(title + snippet).toMatch(/应急/)
    const hidden = await search({ keyWord: '应\u202e急\u0007\u200b', limit: '50' })
    expect(hidden, 'characters that nobody sees are nothing to look for').toMatchObject({ totalCount, terms })
  })

  test.each([
    ['排水抢显车', '排水抢险车'],
    ['应急指挥通迅', '应急指挥通信'],
    ['无人鸡', '无人机'],
    ['无人几', '无人机'],
    ['排捞', '排涝'],
    ['冲锋州', '冲锋舟'],
    ['五人机', '无人机'],
    ['森林火灭', '森林灭火'],
    ['wurneji', '无人机'],
  ])(
    'corrects %s to %s, and with exact=true returns no item but still the correction',
    async (keyWord, meant) => {
      const corrected = await search({ keyWord })
      expect(corrected).toMatchObject({ meant })
      const { totalCount, list, tabs } = await search({ keyWord: meant })
      expect(totalCount).toBeGreaterThan(0)
      expect(corrected).toMatchObject({ totalCount, list, tabs })
      expect(await search({ keyWord, exact: 'true' })).toMatchObject({ totalCount: 0, meant })
    },
  )

  test('returns no correction when only a filter excludes the matches', async () => {
    const { totalCount } = await search({ keyWord: '气体检测仪' })
    expect(totalCount).toBeGreaterThan(0)
    const narrowed = await search({ keyWord: '气体检测仪', region: '82', since: 'week' })
    expect(narrowed.totalCount).toBe(0)
    expect(narrowed).not.toHaveProperty('meant')
  })

  test('returns no correction for a word with matches or for nonsense', async () => {
    expect(await search({ keyWord: '排水抢险车' })).not.toHaveProperty('meant')
    for (const keyWord of ['鼗鼘鼙', 'qxzqxzqxz', '%%%', '一'.repeat(60)])
      expect(await search({ keyWord })).not.toHaveProperty('meant')
  })

  describe('filter by time, province or zone', () => {
    const itemsOf = ({ facets = [] }: SiteAnswer, name: string) =>
      facets.find(({ field }) => field === name)?.items ?? []

    test('returns counts only with facets=true', async () => {
      expect(await search({ keyWord: '救援' })).not.toHaveProperty('facets')
      const counted = await search({ keyWord: '救援', facets: 'true' })
      expect(itemsOf(counted, 'region').length).toBeGreaterThan(3)
      expect(itemsOf(counted, 'since').map(({ value }) => value)).toContain('year')
      expect(counted).toMatchObject(await search({ keyWord: '救援' }))
    })

    test('returns as many items as each facet count states, also combined with other filters', async () => {
      const whole = await search({ keyWord: '救援', facets: 'true' })
      const [tab] = whole.tabs
      const narrowings = [
        {},
        { type: tab?.type ?? '' },
        { since: 'year' },
        { type: tab?.type ?? '', since: 'year' },
      ]
      for (const narrowing of narrowings) {
        const answer = await search({ keyWord: '救援', facets: 'true', ...narrowing })
        for (const { value, label, count } of itemsOf(answer, 'region').slice(0, 4)) {
          const found = await search({ keyWord: '救援', ...narrowing, region: value })
          expect([label, found.totalCount]).toEqual([label, count])
          expect(found.list.length).toBe(Math.min(10, count))
        }
      }
      for (const { value, count } of itemsOf(whole, 'since')) {
        const found = await search({ keyWord: '救援', since: value })
        expect([value, found.totalCount]).toEqual([value, count])
      }
    })

    test('returns the items of each zone, whichever field of the type holds the zone', async () => {
      const whole = await search({ keyWord: '救援', facets: 'true' })
      const zones = itemsOf(whole, 'zone')
      expect(zones.length).toBeGreaterThan(3)
      const types = new Set<string>()
      for (const { value, label, count } of zones) {
        const found = await search({ keyWord: '救援', facets: 'true', zone: value })
        expect([label, found.totalCount]).toEqual([label, count])
        // What else could be chosen instead keeps its count.
        expect(itemsOf(found, 'zone')).toEqual(zones)
        for (const { type } of found.tabs) types.add(type)
        const [region] = itemsOf(found, 'region')
        if (!region) continue
        const both = await search({ keyWord: '救援', zone: value, region: region.value })
        expect([label, both.totalCount]).toEqual([label, region.count])
      }
      // News bear one zone, equipment several.
      expect([...types]).toEqual(expect.arrayContaining(['news', 'equipment']))
    })

    test('limits the tab counts to the region, and the tab counts add up to the total', async () => {
      const [region] = itemsOf(await search({ keyWord: '救援', facets: 'true' }), 'region')
      const { tabs, totalCount } = await search({ keyWord: '救援', region: region?.value ?? '' })
      expect(totalCount).toBe(region?.count)
      expect(tabs.reduce((sum, { count }) => sum + count, 0)).toBe(totalCount)
      for (const { type, count } of tabs) {
        const within = await search({ keyWord: '救援', region: region?.value ?? '', type })
        expect([type, within.totalCount]).toEqual([type, count])
      }
    })

    test('excludes items older than a month, and keeps a selected province without matches in the facet', async () => {
      const month = await search({ keyWord: '救援', since: 'month', limit: '50' })
      const begin = app.services.clock().getTime() - 32 * 86_400_000
      expect(month.totalCount).toBeGreaterThan(0)
      for (const { publishedAt } of month.list) expect(Date.parse(publishedAt ?? '')).toBeGreaterThan(begin)
      const none = await search({ keyWord: '救援', region: '82', facets: 'true', since: 'week' })
      expect(itemsOf(none, 'region').find(({ value }) => value === '82')).toMatchObject({
        label: expect.any(String),
      })
    })

    test.each([
      ['region', '1'],
      ['region', "1' or"],
      ['since', 'century'],
      ['zone', 'nowhere'],
    ])('refuses %s with the value %s', async (name, value) => {
      const { status } = await app.get(urlOf({ keyWord: '救援', [name]: value }))
      expect(status).toBe(400)
    })
  })

  test('returns in each tab as many items as its count, of its type, with addresses of portal pages', async () => {
    const { pages } = app.source.model
    const { tabs } = await search({ keyWord: '救援' })
    for (const { type, title, count } of tabs) {
      const { list, totalCount } = await search({ keyWord: '救援', type })
      expect([type, totalCount]).toEqual([type, count])
      for (const found of list) {
        expect(found).toMatchObject({ type, typeTitle: title })
        const [path, query] = found.address.split('?')
        expect(pages.some((page) => page.path.split('/:')[0] === path)).toBe(true)
        expect([...new URLSearchParams(query).values()]).toEqual([found.id])
      }
    }
  })

  test('ranks a title match before a text match of the same age', async () => {
    const publishedAt = new Date()
    const { type } = searchedTypes(app.source.model)[0] ?? {}
    if (!type) throw new Error('nothing can be searched')
    const { buildSearchVector } = await import('#server/platform/text/search-vector.ts')
    const text = type.fields.find(({ search, name }) => search && name !== type.heading)?.name as string
    const rows = [
      { id: 'in-text', title: '另一件事', body: { [type.heading]: '另一件事', [text]: '说到蓬莱仙阁' } },
      { id: 'in-title', title: '蓬莱仙阁', body: { [type.heading]: '蓬莱仙阁' } },
      { id: 'old', title: '蓬莱仙阁旧事', body: { [type.heading]: '蓬莱仙阁旧事' } },
    ]
    for (const { id, title, body } of rows)
      await app.services.db
        .insertInto('item')
        .values({
          id,
          type: type.name,
          status: 'online',
          title,
          body,
          search: buildSearchVector(type, body),
          publishedAt: id === 'old' ? new Date('2005-01-01') : publishedAt,
        })
        .execute()
    app.services.cache.changed(type.name)
    const relevant = await search({ keyWord: '蓬莱' })
    expect(relevant.list.map(({ id }) => id)).toEqual(['in-title', 'in-text', 'old'])
    const newest = await search({ keyWord: '蓬莱', order: 'newest' })
    expect(newest.list.map(({ id }) => id).at(-1)).toBe('old')
  })

  test('returns no items for an unknown word, for an empty query and for punctuation', async () => {
    expect(await search({ keyWord: '魑魅魍魉饕餮' })).toMatchObject({ list: [], totalCount: 0, tabs: [] })
    expect(await search({})).toMatchObject({ list: [], totalCount: 0, tabs: [] })
    expect(await search({ keyWord: '，。！' })).toMatchObject({ totalCount: 0 })
  })

  test('returns every item once across all pages', async () => {
    const seen = new Set<string>()
    const { totalCount } = await search({ keyWord: '装备', limit: '20' })
    for (let page = 1; page <= Math.ceil(totalCount / 20); page += 1)
      for (const { id } of (await search({ keyWord: '装备', limit: '20', page: String(page) })).list)
        seen.add(id)
    expect(seen.size).toBe(totalCount)
  })

  test('returns the tab counts on a page beyond the last and for a type without matches', async () => {
    const first = await search({ keyWord: '排水抢险车' })
    const beyond = await search({ keyWord: '排水抢险车', page: '500' })
    expect(first.totalCount).toBeGreaterThan(0)
    expect(beyond).toMatchObject({ list: [], totalCount: first.totalCount, tabs: first.tabs })
    const found = new Set(first.tabs.map(({ type }) => type))
    const without = searchedTypes(app.source.model).find(({ type }) => !found.has(type.name))?.type.name
    if (!without) throw new Error('every type has a match')
    expect(await search({ keyWord: '排水抢险车', type: without })).toMatchObject({
      list: [],
      totalCount: 0,
      tabs: first.tabs,
    })
  })

  test('finds online items only', async () => {
    const { db } = app.services
    const { list } = await search({ keyWord: '无人机', limit: '50' })
    const first = list[0]
    if (!first) throw new Error('nothing found')
    await db.updateTable('item').set({ status: 'offline' }).where('id', '=', first.id).execute()
    app.services.cache.changed(first.type)
    const after = await search({ keyWord: '无人机', limit: '50' })
    expect(after.list.map(({ id }) => id)).not.toContain(first.id)
  })

  test('suggests titles that contain the typed word, with addresses of portal pages', async () => {
    const { data } = await app.get<Suggestion[]>(urlOf({ keyWord: '无人' }, `${SITE}/suggest`))
    expect(data.length).toBeGreaterThan(0)
    const pages = app.source.model.pages.map(({ path }) => path)
    for (const { title, address } of data) {
      const url = new URL(address, 'http://portal')
      expect(title).toContain('无人')
      expect(pages).toContain(url.pathname)
      expect(url.search).toMatch(/^\?id=[\w-]+$/)
    }
    const { data: none } = await app.get(urlOf({ keyWord: '' }, `${SITE}/suggest`))
    expect(none).toEqual([])
  })

  test('stores the searches of an account once each, newest first, for that account only, until deleted', async () => {
    const token = await app.signIn('reader')
    const other = await app.signIn('other-reader')
    for (const keyWord of ['排涝', '发电车', '排涝']) await search({ keyWord }, token)
    const records = async (of: string) =>
      (await app.get<Paged<SearchRecord>>('/newapi/api/searchrecords/records', { token: of })).data.list
    expect(await records(token)).toMatchObject([
      { keyWord: '排涝', times: 2 },
      { keyWord: '发电车', times: 1 },
    ])
    expect(await records(other)).toEqual([])
    expect((await app.get('/newapi/api/searchrecords/records')).status).toBe(401)
    await app.post('/newapi/api/searchrecords/delete', { keyWord: '排涝' }, { token })
    expect(await records(token)).toMatchObject([{ keyWord: '发电车' }])
    await app.post('/newapi/api/searchrecords/delete', {}, { token })
    expect(await records(token)).toEqual([])
  })

  test('ranks a word as hot after searches from three addresses, if titles contain the word', async () => {
    const { db } = app.services
    const words = async () => {
      const { loadHotWords } = await import('#server/search/hot-words.ts')
      return loadHotWords(db, app.source.model, 10, app.services.clock())
    }
    const recommended = await words()
    expect(recommended.length).toBeGreaterThan(0)
    const { list } = await search({ keyWord: '水', limit: '50' })
    const word = list.map(({ title }) => title.match(/\p{Script=Han}{3}/u)?.[0]).find(Boolean) as string
    expect(recommended).not.toContain(word)
    for (const address of ['10.1.0.1', '10.1.0.2']) await search({ keyWord: word }, undefined, address)
    for (let time = 0; time < 5; time += 1) await search({ keyWord: word }, undefined, '10.1.0.2')
    expect(await words()).not.toContain(word)
    await search({ keyWord: word }, undefined, '10.1.0.3')
    expect((await words())[0]).toBe(word)
    for (const address of ['10.1.0.4', '10.1.0.5', '10.1.0.6', '10.1.0.7'])
      await search({ keyWord: '魑魅魍魉' }, undefined, address)
    expect(await words()).not.toContain('魑魅魍魉')
  })
})
