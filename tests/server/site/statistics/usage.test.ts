// Tests the statistics of use: visits, readers, reads, searches and handling times, by day, zone and type.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { viewsOf } from '#server/content/content-lifecycle.ts'
import { DayCounter, dayCounterOf, forgetReaders } from '#server/platform/statistics/day-counter.ts'
import type { Statistic } from '#shared/content/statistics.ts'
import { DATABASES } from '../../platform/database/each-database.ts'
import { DEMAND } from '../../support/demand.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const MINUTE = 60_000
/** 23:50 in Shanghai. */
const EVENING = Date.parse('2026-03-31T15:50:00Z')
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130 Safari/537.36'

describe.each(DATABASES.filter(({ isAvailable }) => isAvailable))(
  'statistics of use on $name',
  (database) => {
    let app: TestApp
    let operator: string
    let now = EVENING
    beforeAll(async () => {
      app = await createTestApp({ database, clock: () => new Date(now) })
      operator = await app.signIn('boss', 'operator')
    }, 120_000)
    afterAll(() => app.close())

    const visit = (page: string, address = '10.0.0.1', more: { agent?: string; token?: string } = {}) =>
      app.get<{ counted: boolean }>(`/newapi/api/stat/visit?page=${encodeURIComponent(page)}`, {
        address,
        headers: { 'user-agent': more.agent ?? BROWSER },
        ...(more.token ? { token: more.token } : {}),
      })
    async function read(path: string): Promise<Statistic> {
      await dayCounterOf(app.services).flush()
      await viewsOf(app.services).flush()
      operator = await app.signIn('boss', 'operator')
      const { status, data, text } = await app.get<Statistic>(`/newapi/operator/stat/${path}`, {
        token: operator,
      })
      expect(status, text).toBe(200)
      return data
    }
    const entries = ({ groups }: Statistic, field: string) =>
      Object.fromEntries(
        (groups.find((one) => one.field === field)?.items ?? []).flatMap(({ value, count }) =>
          count > 0 ? [[value, count]] : [],
        ),
      )

    test('visits: a page counts once in half an hour for a reader, and days end at midnight in Shanghai', async () => {
      now = EVENING
      await visit('home')
      await visit('home')
      await visit('home', '10.0.0.2')
      await visit('zones/flood')
      await visit('news/list')
      now = EVENING + 9 * MINUTE + 59_000
      await visit('news/list', '10.0.0.3')
      now = EVENING + 10 * MINUTE
      await visit('news/list', '10.0.0.4')
      now = EVENING + 31 * MINUTE
      await visit('home')
      const march = await read('visits?from=2026-03-01&to=2026-03-31')
      expect(march.totalCount).toBe(5)
      expect(entries(march, 'page')).toEqual({ home: 2, 'news/list': 2, 'zones/flood': 1 })
      expect(entries(march, 'zone')).toEqual({ flood: 1 })
      expect(entries(march, 'type')).toEqual({ news: 2 })
      expect(march.numbers[0]).toMatchObject({ field: 'readers', sum: 3 })
      const both = await read('visits?from=2026-03-31&to=2026-04-01')
      expect(entries(both, 'day')).toEqual({ '2026-03-31': 5, '2026-04-01': 2 })
      expect(entries(both, 'month')).toEqual({ '2026-03': 5, '2026-04': 2 })
      expect((await read('visits?from=2026-04-01&to=2026-04-01')).numbers[0]).toMatchObject({ sum: 2 })
      expect((await read('visits?from=2026-03-31&to=2026-03-31&zone=flood')).totalCount).toBe(1)
      expect((await read('visits?from=2026-03-31&to=2026-03-31&type=news')).totalCount).toBe(2)
    })

    test('visits: robots, accounts of the console, its pages and unknown pages are not counted', async () => {
      now = EVENING + 3_600_000
      const before = await read('visits?from=2026-04-01&to=2026-04-01')
      const answers = [
        await visit('home', '10.0.1.1', { agent: 'Mozilla/5.0 (compatible; Baiduspider/2.0)' }),
        await visit('home', '10.0.1.2', { agent: 'curl/8.0' }),
        await visit('home', '10.0.1.3', { token: operator }),
        await visit('operator/home', '10.0.1.4'),
        await visit('nowhere', '10.0.1.5'),
      ]
      expect(answers.map(({ data }) => data.counted)).toEqual([false, false, false, false, false])
      expect(await read('visits?from=2026-04-01&to=2026-04-01')).toEqual(before)
      const member = await app.signIn('member')
      expect((await visit('home', '10.0.1.3', { token: member })).data.counted).toBe(true)
      const after = await read('visits?from=2026-04-01&to=2026-04-01')
      expect(after.totalCount).toBe(before.totalCount + 1)
    })

    test('visits: two processes count the same reader and page once', async () => {
      const at = new Date('2026-05-02T04:00:00Z')
      const processes = [new DayCounter(app.services.db), new DayCounter(app.services.db)]
      for (const counter of processes) {
        counter.count({ what: 'visit', key: 'home', once: 'one' }, at)
        counter.countReader('one', at)
      }
      processes[1]?.count({ what: 'visit', key: 'home', once: 'two' }, at)
      processes[1]?.countReader('two', at)
      await Promise.all(processes.map((counter) => counter.stop()))
      const { totalCount, numbers } = await read('visits?from=2026-05-02&to=2026-05-02')
      expect([totalCount, numbers[0]?.sum]).toEqual([2, 2])
    })

    test('readers: nothing stored names an account or an address, and digests go with their day', async () => {
      const { db } = app.services
      const stored = JSON.stringify([
        await db.selectFrom('dayCount').selectAll().execute(),
        await db.selectFrom('dayReader').selectAll().execute(),
      ])
      expect(stored).not.toContain('10.0.0')
      expect(stored).not.toContain('member')
      await forgetReaders(db, new Date('2026-05-03T04:00:00Z'))
      expect(await db.selectFrom('dayReader').selectAll().execute()).toEqual([])
      expect(await db.selectFrom('daySalt').selectAll().execute()).toEqual([])
      expect((await read('visits?from=2026-05-02&to=2026-05-02')).numbers[0]?.sum).toBe(2)
    })

    test('searches: words count once in half an hour, those without results too, and numbers of people without the word', async () => {
      now = Date.parse('2026-06-10T04:00:00Z')
      const search = (word: string, address: string, token?: string) =>
        app.get(`/newapi/api/search?keyWord=${encodeURIComponent(word)}`, {
          address,
          headers: { 'user-agent': BROWSER },
          ...(token ? { token } : {}),
        })
      for (const address of ['10.2.0.1', '10.2.0.1', '10.2.0.2']) await search('不存在的装备甲', address)
      await search('13800001111', '10.2.0.1')
      operator = await app.signIn('boss', 'operator')
      await search('不存在的装备乙', '10.2.0.3', operator)
      const answer = await read('searches?from=2026-06-01&to=2026-06-30')
      expect(answer.totalCount).toBe(3)
      expect(entries(answer, 'none')).toEqual({ 不存在的装备甲: 2, '': 1 })
      expect(answer.numbers[0]).toMatchObject({ field: 'none', sum: 3 })
    })

    test('handling: a decision of an operator counts with the time since its owner submitted, and reads count by item', async () => {
      now = Date.parse('2026-07-01T02:00:00Z')
      const owner = await app.signIn('owner', 'supplier')
      const { data } = await app.post<{ id: string }>('/newapi/demand/add', DEMAND, { token: owner })
      now += 90 * MINUTE
      operator = await app.signIn('boss', 'operator')
      const moved = await app.get(`/newapi/demand/online?id=${data.id}`, { token: operator })
      expect(moved.status, moved.text).toBe(200)
      const handled = await read('handling?from=2026-07-01&to=2026-07-01')
      expect([handled.totalCount, handled.numbers[0]?.average]).toEqual([1, 1.5])
      expect(entries(handled, 'type')).toEqual({ demand: 1 })
      for (const [address, token] of [['10.3.0.1'], ['10.3.0.2'], ['10.3.0.3', operator]] as const)
        await app.get(`/newapi/demand/view?id=${data.id}`, {
          address,
          headers: { 'user-agent': BROWSER },
          ...(token ? { token } : {}),
        })
      const reads = await read('reads?from=2026-07-01&to=2026-07-31')
      expect(entries(reads, 'item')).toEqual({ [data.id]: 2 })
      expect(entries(reads, 'type')).toEqual({ demand: 2 })
      const published = await read('published?from=2026-07-01&to=2026-07-31')
      expect(entries(published, 'type')).toEqual({ demand: 1 })
      expect(entries(published, 'publisher')).toEqual({ 供应商: 1 })
      for (const unit of ['mobile', 'nothing'])
        expect(
          (await app.get(`/newapi/operator/stat/published?publisher=${unit}`, { token: operator })).status,
        ).toBe(400)
      const states = await read('states?types=demand')
      expect(entries(states, 'demand')).toEqual({ online: 1 })
    })

    test('statistics: a range backwards, longer than three years, or of no dates is refused', async () => {
      operator = await app.signIn('boss', 'operator')
      for (const query of [
        'from=2026-03-02&to=2026-03-01',
        'from=2020-01-01&to=2026-01-01',
        'from=2026-13-01',
      ])
        expect((await app.get(`/newapi/operator/stat/visits?${query}`, { token: operator })).status).toBe(400)
      expect((await app.get('/newapi/operator/stat/visits')).status).toBe(401)
    })
  },
)
