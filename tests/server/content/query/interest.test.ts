// Tests interest statistics: views, comparisons, trend, profile chart and similar items.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { viewsOf } from '#server/content/content-lifecycle.ts'
import { forgetInterest } from '#server/content/reactions/interest.ts'
import { seedWhenEmpty } from '#server/transfer/seed/seed-when-empty.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const BASE = '/newapi/api/avicResource'
const NOON = Date.parse('2026-11-20T04:00:00Z')
const DAY = 86_400_000

interface Week {
  readonly from: string
  readonly views: number
  readonly compares: number
}
interface Dimension {
  readonly field: string
  readonly title: string
  readonly unit: string | null
  readonly better: string | null
  readonly value: number | null
  readonly score: number | null
  readonly min: number | null
  readonly max: number | null
  readonly median: number | null
  readonly place: number | null
  readonly medianPlace: number | null
}

let app: TestApp
let now = NOON
beforeAll(async () => {
  app = await createTestApp({ clock: () => new Date(now) })
  await seedWhenEmpty(app.services)
}, 120_000)
afterAll(() => app.close())
beforeEach(async () => {
  now = NOON
  await app.services.db.deleteFrom('itemInterest').execute()
})

async function read<T>(path: string, address?: string): Promise<T> {
  const { status, data, text } = await app.get<T>(`${BASE}${path}`, address ? { address } : {})
  expect(status, text).toBe(200)
  return data
}
const flush = () => viewsOf(app.services).flush()
const weeksOf = async (id: string) => (await read<{ weeks: readonly Week[] }>(`/trend?id=${id}`)).weeks

describe('interest in an item (views and comparisons)', () => {
  test('counts a reader once in half an hour, and the trend returns the views by week', async () => {
    const weeks = [21, 8, 6, 0]
    for (const [place, daysBack] of weeks.entries()) {
      now = NOON - daysBack * DAY
      for (let reader = 0; reader <= place; reader += 1) {
        await read('/view?id=EQ001A', `10.1.0.${reader}`)
        await read('/view?id=EQ001A', `10.1.0.${reader}`)
      }
      await flush()
    }
    now = NOON
    const told = await weeksOf('EQ001A')
    expect(told.map(({ views }) => views)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 7])
    expect(told.at(-1)?.from).toBe('2026-11-14')
    expect((await weeksOf('EQ001B')).every(({ views }) => views === 0)).toBe(true)
  })

  test('returns 404 for the trend of an item that does not exist', async () => {
    expect((await app.get(`${BASE}/trend?id=nothing`)).status).toBe(404)
  })

  test('counts items compared together, and mostCompared sorts by these counts, then by the hot order', async () => {
    await read('/compareResParam?ids=EQ002C', '10.2.0.1')
    for (const reader of ['10.2.0.1', '10.2.0.2']) {
      await read('/compareResParam?ids=EQ002B,EQ002A', reader)
      await read('/compareResParam?ids=EQ002A,EQ002B', reader)
    }
    await read('/compareResParam?ids=EQ002B,EQ002D', '10.2.0.3')
    await flush()
    const views = await app.services.db.selectFrom('itemInterest').selectAll().orderBy('itemId').execute()
    expect(views.map(({ itemId, compares }) => [itemId, compares])).toEqual([
      ['EQ002A', 2],
      ['EQ002B', 3],
      ['EQ002D', 1],
    ])
    const { list, totalCount } = await read<Paged<{ id: string }>>('/mostCompared?limit=5')
    expect(list.slice(0, 3).map(({ id }) => id)).toEqual(['EQ002B', 'EQ002A', 'EQ002D'])
    const hot = await read<Paged<{ id: string }>>('/resource/index?sort=-hot&limit=1')
    expect(totalCount).toBe(hot.totalCount)
    expect(totalCount).toBeGreaterThan(10)
    expect(list[3]?.id).toBe(hot.list[0]?.id)
    expect((await weeksOf('EQ002B')).at(-1)?.compares).toBe(3)
  })

  test('refuses sort=-compared for a type that is not compared by parameters', async () => {
    expect((await app.get('/newapi/cmsInfo/sortedList?sort=-compared')).status).toBe(400)
  })

  test('is deleted after thirteen months', async () => {
    await read('/view?id=EQ003A', '10.3.0.1')
    await flush()
    await forgetInterest(app.services.db, new Date(NOON + 399 * DAY))
    expect(await app.services.db.selectFrom('itemInterest').selectAll().execute()).toHaveLength(1)
    await forgetInterest(app.services.db, new Date(NOON + 402 * DAY))
    expect(await app.services.db.selectFrom('itemInterest').selectAll().execute()).toHaveLength(0)
  })
})

describe('profile chart of an item (getPortrait)', () => {
  test('returns value, range, median, position and score of each parameter within the category', async () => {
    const { list } = await read<Paged<{ id: string; params: Record<string, number> }>>(
      '/resource/index?equipmentType=E001&limit=50',
    )
    const { dimensions, category, peers } = await read<{
      dimensions: readonly Dimension[]
      category: string
      peers: number
    }>('/getPortrait?id=EQ001B')
    expect([category, peers]).toEqual(['垂直式供排水抢险车', list.length])
    const own = list.find(({ id }) => id === 'EQ001B')?.params ?? {}
    for (const name of ['flow', 'deployTime', 'enginePower']) {
      const values = list.flatMap(({ params }) => params[name] ?? []).sort((a, b) => a - b)
      const [min = 0, max = 0] = [values[0], values.at(-1)]
      const half = (values.length - 1) / 2
      const median = ((values[Math.floor(half)] ?? 0) + (values[Math.ceil(half)] ?? 0)) / 2
      const one = dimensions.find(({ field }) => field === name)
      const value = own[name] ?? 0
      const share = (number: number) => (number - min) / (max - min)
      const turned = (number: number) => (name === 'deployTime' ? 1 - share(number) : share(number))
      expect(one).toMatchObject({ value, min, max, median })
      expect(one?.place).toBeCloseTo(turned(value), 2)
      expect(one?.medianPlace).toBeCloseTo(turned(median), 2)
      const worse = values.filter((other) => (name === 'deployTime' ? other > value : other < value)).length
      const same = values.filter((other) => other === value).length
      expect(one?.score).toBe(Math.round(((worse + same / 2) / values.length) * 100))
    }
    expect(dimensions.find(({ field }) => field === 'deliveryDays')).toMatchObject({
      better: 'low',
      unit: '天',
    })
    expect(dimensions.find(({ field }) => field === 'flow')).toMatchObject({ better: 'high', unit: 'm³/h' })
  })

  test('returns category null for a type without categories', async () => {
    const { data } = await app.get<{ category: string | null; dimensions: readonly Dimension[] }>(
      '/newapi/company/getPortrait?id=CO001',
    )
    expect(data.category).toBeNull()
    expect(data.dimensions.map(({ title }) => title)).toContain('注册资本')
  })
})

test('getMaybeLike sorts items of the same category by the distance of their parameters', async () => {
  const { list } = await read<Paged<{ id: string; params: Record<string, unknown> }>>(
    '/resource/index?equipmentType=E001&limit=50',
  )
  const widths = new Map<string, number>()
  for (const key of Object.keys(list[0]?.params ?? {})) {
    const values = list.flatMap(({ params }) => (typeof params[key] === 'number' ? [params[key]] : []))
    if (values.length > 0) widths.set(key, Math.max(...values) - Math.min(...values))
  }
  const own = list.find(({ id }) => id === 'EQ001B')?.params ?? {}
  const far = (params: Record<string, unknown>) =>
    [...widths].reduce((sum, [key, width]) => {
      const [mine, other] = [own[key], params[key]]
      if (typeof mine !== 'number') return sum
      if (typeof other !== 'number') return sum + 1
      return sum + (width === 0 ? 0 : Math.abs(other - mine) / width)
    }, 0)
  const expected = list
    .filter(({ id }) => id !== 'EQ001B')
    .sort((a, b) => far(a.params) - far(b.params))
    .map(({ id }) => id)
  const alike = await read<readonly { id: string }[]>('/getMaybeLike?id=EQ001B&limit=6')
  expect(alike).toHaveLength(6)
  expect(alike.slice(0, expected.length).map(({ id }) => id)).toEqual(expected)
})
