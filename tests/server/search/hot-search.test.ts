// Tests hot search (CNT-05): ranking by number of searchers instead of reads.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ONE_DATABASE } from '../platform/database/each-database.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'
import { seedRows } from './seed-rows.ts'

interface Row {
  readonly id: string
  readonly title: string
}

const LISTS = [
  ['news', '/newapi/hotSearch/cmsInfoList'],
  ['news', '/newapi/cmsInfo/hotSearch'],
  ['news', '/newapi/cmsInfo/hotSearchByTopicId'],
  ['bidding', '/newapi/hotSearch/biddingList'],
  ['demand', '/newapi/hotSearch/demandList'],
] as const
const TYPES = [...new Set(LISTS.map(([type]) => type))]
const DAY_MS = 86_400_000

describe.each(ONE_DATABASE)('hot search on $name', (database) => {
  let app: TestApp
  let now = Date.now()
  beforeAll(async () => {
    app = await createTestApp({ database, clock: () => new Date(now) })
    await seedRows(
      app,
      TYPES.flatMap((type, index) => [
        { id: `${type}-read`, type, title: `读得最多的一件${type}`, views: 5_000 },
        { id: `${type}-many`, type, title: `蓬莱仙阁之${'甲乙丙'[index]}`, views: 1 },
        { id: `${type}-some`, type, title: `昆仑墟市之${'甲乙丙'[index]}`, views: 2 },
        { id: `${type}-one`, type, title: `方丈瀛洲之${'甲乙丙'[index]}`, views: 3 },
      ]),
    )
  })
  afterAll(() => app.close())

  const search = (keyWord: string, address: string, token?: string) =>
    app.get(`/newapi/api/search?${new URLSearchParams({ keyWord, limit: '50' })}`, { address, token })
  const ids = async (url: string) => {
    const { data } = await app.get<{ list: Row[] } | Row[]>(url)
    return (Array.isArray(data) ? data : data.list).map(({ id }) => id)
  }

  test('lists the most read items before any search was made', async () => {
    for (const [type, url] of LISTS) expect((await ids(url))[0]).toBe(`${type}-read`)
    expect(await ids('/newapi/hotSearch/getAll')).toHaveLength(10)
  })

  test('ranks items by the number of different searchers and counts repeated searches once', async () => {
    for (const n of [1, 2, 3, 4]) await search('蓬莱仙阁', `10.1.0.${n}`)
    for (const n of [1, 2, 3]) await search('昆仑墟市', `10.1.0.${n}`)
    for (let n = 0; n < 12; n += 1) await search('方丈瀛洲', '10.1.0.9')
    for (const [type, url] of LISTS)
      expect([url, await ids(url)]).toEqual([
        url,
        ['many', 'some', 'read', 'one'].map((end) => `${type}-${end}`),
      ])
    const all = await app.get<(Row & { searchers: number; rank: number })[]>('/newapi/hotSearch/getAll')
    expect(all.data.slice(0, 6).map(({ searchers }) => searchers)).toEqual([4, 4, 4, 3, 3, 3])
    expect(all.data.map(({ rank }) => rank)).toEqual(all.data.map((_, index) => index + 1))
    expect(new Set(all.data.map(({ id }) => id)).size).toBe(all.data.length)
  })

  test('lists pages without gaps in both orders', async () => {
    const [, url] = LISTS[0]
    const whole = await ids(`${url}?limit=50`)
    const pages = await Promise.all([1, 2, 3, 4].map((page) => ids(`${url}?limit=1&page=${page}`)))
    expect(pages.flat()).toEqual(whole)
    expect(await ids(`${url}?limit=50&sort=searched`)).toEqual([...whole].reverse())
    expect(await ids(`${url}?limit=2&page=2&sort=searched`)).toEqual([...whole].reverse().slice(2, 4))
  })

  test('sorts by reads with sort=-hot and by searchers with sort=-searched', async () => {
    expect((await ids('/newapi/cmsInfo/hotSearch?sort=-hot'))[0]).toBe('news-read')
    expect((await ids('/newapi/cmsInfo/sortedList?sort=-searched'))[0]).toBe('news-many')
  })

  test('counts an account once, from any number of addresses', async () => {
    const token = await app.signIn('searcher', 'unit')
    for (const n of [1, 2, 3, 4, 5]) await search('读得最多', `10.2.0.${n}`, token)
    expect((await ids('/newapi/hotSearch/cmsInfoList'))[0]).toBe('news-many')
  })

  test('omits an item that is offline', async () => {
    await app.services.db
      .updateTable('item')
      .set({ status: 'offline' })
      .where('id', '=', 'bidding-many')
      .execute()
    const { bumpVersion } = await import('#server/platform/cache/content-versions.ts')
    await bumpVersion(app.services.db, 'bidding')
    app.services.cache.changed('bidding')
    expect((await ids('/newapi/hotSearch/biddingList'))[0]).toBe('bidding-some')
    expect(await ids('/newapi/hotSearch/getAll')).not.toContain('bidding-many')
  })

  test('ignores searches that are older than a week', async () => {
    now += 8 * DAY_MS
    for (const n of [1, 2]) await search('方丈瀛洲', `10.3.0.${n}`)
    expect((await ids('/newapi/hotSearch/demandList')).slice(0, 2)).toEqual(['demand-one', 'demand-read'])
    const { rows } = await app.services.database.db
      .selectFrom('searchHeat')
      .select(['itemId', 'searchers'])
      .execute()
      .then((found) => ({ rows: found.filter(({ searchers }) => searchers < 0) }))
    expect(rows).toEqual([])
  })
})
