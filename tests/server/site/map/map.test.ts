// Tests the map calls (EQP-04): their counts and lists agree with the list of each kind.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Paged } from '#shared/calls/envelope.ts'
import type { MapEntry, MapNumbers, MapPoints } from '#shared/calls/map-answers.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const MAP = '/newapi/api/map'
/** Lists of some kinds, which count the same items by their own ways. */
const LISTS: Readonly<Record<string, string>> = {
  company: '/newapi/company/getList',
  equipment: '/newapi/api/avicResource/resource/index',
  demand: '/newapi/demand/showlist',
  bidding: '/newapi/bidding/list',
}

let app: TestApp
let kinds: readonly { readonly kind: string; readonly color: string }[]
const ask = async <T>(path: string): Promise<T> => {
  const answer = await app.get<T>(path)
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}
const regions = (query = '') => ask<MapNumbers>(`${MAP}/regions${query}`)
const points = (query = '') => ask<MapPoints>(`${MAP}/points${query}`)

beforeAll(async () => {
  app = await createTestApp({ samples: true })
  kinds = (await ask<{ kinds: typeof kinds }>(`${MAP}/base`)).kinds
})
afterAll(() => app.close())

describe('GET /api/map/base', () => {
  test('returns the address of the outlines, the required caption and layers of different colours', async () => {
    const base = await ask<{ url: string; caption: string }>(`${MAP}/base`)
    expect(base).toMatchObject({
      url: '/map',
      caption: '示意图，不作划界依据，正式部署请替换为带审图号的标准地图',
    })
    expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(Object.keys(LISTS)))
    expect(new Set(kinds.map(({ color }) => color)).size).toBe(kinds.length)
  })
})

describe('GET /api/map/regions', () => {
  test.each(Object.entries(LISTS))('returns for %s the same counts as its own list', async (kind, list) => {
    const { regions: found, total } = await regions(`?kinds=${kind}`)
    expect(total).toBe((await ask<Paged<MapEntry>>(list)).totalCount)
    expect(found.length).toBeGreaterThan(3)
    for (const { code, count } of found.slice(0, 6))
      expect((await ask<Paged<MapEntry>>(`${list}?provinceId=${code}`)).totalCount, code).toBe(count)
  })

  test('returns for a province the counts of its cities plus the items without a city', async () => {
    const { regions: provinces, trail } = await regions()
    expect(trail).toEqual([])
    const province = provinces.find(({ count }) => count > 1)
    const inside = await regions(`?provinceId=${province?.code}0000`)
    expect(inside.trail).toEqual([{ code: province?.code, name: province?.name }])
    expect(inside.total).toBe(province?.count)
    expect(inside.unplaced + inside.regions.reduce((sum, { count }) => sum + count, 0)).toBe(inside.total)
    for (const { code } of inside.regions) expect(code.startsWith(province?.code ?? '?')).toBe(true)
  })

  test('returns the total of every kind, whichever kinds are selected', async () => {
    const all = await regions()
    const chosen = await regions('?kinds=demand')
    expect(chosen.kinds).toEqual(all.kinds)
    expect(chosen.total).toBe(all.kinds.find(({ kind }) => kind === 'demand')?.count)
    expect(all.total).toBe(all.kinds.reduce((sum, { count }) => sum + count, 0))
  })

  test('filters by category and words as the lists do, and counts 0 for a kind without categories', async () => {
    const found = await regions('?sysCategoryId=C04')
    const countOf = (kind: string) => found.kinds.find((one) => one.kind === kind)?.count
    for (const [kind, list] of Object.entries(LISTS)) {
      const { totalCount } = await ask<Paged<MapEntry>>(`${list}?sysCategoryId=C04`)
      expect([kind, countOf(kind)]).toEqual([kind, totalCount])
    }
    expect(found.kinds.find(({ kind }) => kind === 'department')?.count).toBe(0)
    const words = encodeURIComponent('排水')
    const searched = await regions(`?keyWord=${words}`)
    expect(searched.kinds.find(({ kind }) => kind === 'company')?.count).toBe(
      (await ask<Paged<MapEntry>>(`/newapi/company/getList?keyWord=${words}`)).totalCount,
    )
  })

  test('returns districts instead of a level that contains nothing else', async () => {
    const { regions: districts } = await regions('?provinceId=11')
    for (const { code, name } of districts) {
      expect(code).toMatch(/^11\d{4}$/)
      expect(name).not.toBe('市辖区')
    }
  })

  test('counts public items only', async () => {
    const token = await app.signIn('boss', 'operator')
    const before = await regions('?kinds=demand')
    const { data } = await app.get<Paged<MapEntry>>('/newapi/demand/showlist?limit=1')
    const id = data.list[0]?.id
    expect((await app.get(`/newapi/demand/offline?id=${id}`, { token })).status).toBe(200)
    expect((await regions('?kinds=demand')).total).toBe(before.total - 1)
    expect((await points('?kinds=demand')).list.map((point) => point.id)).not.toContain(id)
    expect((await app.get(`/newapi/demand/online?id=${id}`, { token })).status).toBe(200)
    expect((await regions('?kinds=demand')).total).toBe(before.total)
  })

  test.each([
    ['a province that is none', 'provinceId=99', '/provinceId'],
    ['a city for a province', 'provinceId=440300', '/provinceId'],
    ['words for a city', 'cityId=深圳', '/cityId'],
    ['a kind that is not on the map', 'kinds=feedback', '/kinds'],
  ])('refuses %s with 400 and a Chinese message', async (_, query, path) => {
    const answer = await app.get(`${MAP}/regions?${encodeURI(query)}`)
    expect([answer.status, answer.errors?.[0]?.path]).toEqual([400, path])
    expect(answer.errors?.[0]?.message).toMatch(/[\u4e00-\u9fff]/)
  })
})

describe('GET /api/map/points', () => {
  test('returns one marker for each item, each at a different position within the country', async () => {
    const { list, total, single } = await points('?kinds=company')
    expect(single).toBe(true)
    expect(total).toBe(list.length)
    expect(new Set(list.map(({ lng, lat }) => `${lng} ${lat}`)).size).toBe(list.length)
    for (const { lng, lat } of list) {
      expect(lng).toBeGreaterThan(73)
      expect(lng).toBeLessThan(136)
      expect(lat).toBeGreaterThan(3)
      expect(lat).toBeLessThan(54)
    }
  })

  test('returns the same position for an item under every filter', async () => {
    const whole = await points()
    const company = whole.list.find(({ kind }) => kind === 'company')
    const some = await points(`?kinds=company&provinceId=${company?.region.slice(0, 2)}`)
    expect(some.list).toContainEqual(company)
  })

  test('groups items beyond the limit into markers with counts and omits none', async () => {
    const each = await points()
    const places = await points('?limit=5')
    const placed = (list: MapPoints['list']) => list.reduce((sum, { count }) => sum + count, 0)
    expect(places.single).toBe(false)
    expect(places.list.length).toBeLessThan(each.list.length)
    expect(placed(places.list)).toBe(placed(each.list))
    expect(places.list.every(({ id }) => id === undefined)).toBe(true)
  })

  test('returns the exact position of an item that has coordinates', async () => {
    const token = await app.signIn('boss', 'operator')
    const at = { lng: 114.0579, lat: 22.5431 }
    const body = {
      name: '示例坐标装备有限公司',
      typesOfEnterprises: '3',
      region: '4403',
      mainCategory: 'C04',
      intro: '用来说明坐标从何而来的示例企业。',
      ...at,
    }
    const { data } = await app.post<{ id: string }>('/newapi/operator/company/add', body, { token })
    const { list } = await points('?kinds=company&cityId=4403')
    expect(list.find(({ id }) => id === data.id)).toMatchObject({ ...at, exact: true, title: body.name })
  })
})

describe('GET /api/map/list', () => {
  test('returns every item of all kinds once over its pages, the newest first', async () => {
    const seen: { id: string; publishedAt: string | null }[] = []
    const first = await ask<Paged<MapEntry>>(`${MAP}/list?kinds=company,demand&limit=50`)
    for (let page = 1; page <= first.totalPage; page += 1)
      seen.push(
        ...(await ask<Paged<MapEntry>>(`${MAP}/list?kinds=company,demand&limit=50&page=${page}`)).list,
      )
    expect(new Set(seen.map(({ id }) => id)).size).toBe(first.totalCount)
    const times = seen.map(({ publishedAt }) => publishedAt ?? '')
    expect(times).toEqual([...times].sort().reverse())
  })

  test('returns the items of the requested province with their region names', async () => {
    const { list } = await ask<{ list: readonly { region: string; regionName: string }[] }>(
      `${MAP}/list?provinceId=44`,
    )
    expect(list.length).toBeGreaterThan(0)
    for (const { region, regionName } of list) {
      expect(region.startsWith('44')).toBe(true)
      expect(regionName).toContain('广东省')
    }
  })

  test('refuses page 1000 with 400', async () => {
    expect((await app.get(`${MAP}/list?page=1000&limit=50`)).status).toBe(400)
  })
})
