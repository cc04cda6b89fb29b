// Tests everyday management of the site: hot words with an end, announcements over all pages, maintenance windows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATABASES } from '../platform/database/each-database.ts'
import { seedRows } from '../search/seed-rows.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.parse('2026-12-01T04:00:00Z') // Tuesday noon in China

interface Notice {
  readonly title: string
  readonly closes?: string
}

describe.each(DATABASES.filter(({ isAvailable }) => isAvailable))('site entries on $name', (database) => {
  let app: TestApp
  let operator: string
  let member: string
  let now = START
  const at = (ms: number) => new Date(START + ms).toISOString()
  const add = async (type: string, body: object) => {
    const answer = await app.post<{ id: string }>(`/newapi/operator/${type}/add`, body, { token: operator })
    expect([answer.status, answer.msg]).toEqual([200, 'success'])
    return answer.data.id
  }
  const move = async (type: string, action: string, id: string) => {
    const { data } = await app.get<{ list: { id: string; revision: number }[] }>(
      `/newapi/operator/${type}/manage?ids=${id}`,
      { token: operator },
    )
    const answer = await app.get(
      `/newapi/operator/${type}/${action}?id=${id}&revision=${data.list[0]?.revision}`,
      { token: operator },
    )
    expect([answer.status, answer.msg]).toEqual([200, 'success'])
  }
  const words = async () =>
    (await app.get<{ word: string }[]>('/newapi/hotSearch/words?limit=30')).data.map(({ word }) => word)
  const notices = async () => (await app.get<{ list: Notice[] }>('/newapi/api/site/notices')).data.list
  const write = (token?: string) => app.post('/newapi/api/mobile/avicfeedback/save', {}, { token })

  beforeAll(async () => {
    app = await createTestApp({ database, clock: () => new Date(now) })
    operator = await app.signIn('site-operator', 'operator')
    member = await app.signIn('site-member')
    await seedRows(app, [{ id: 'site-news', type: 'news', title: '蓬莱仙阁的应急演练', views: 1 }])
  })
  afterAll(() => app.close())

  describe('hot words', () => {
    let pinned: string
    test('a word that is pinned until Friday stands first, and goes by itself on Friday', async () => {
      const before = await words()
      pinned = await add('pinnedWord', { title: '蓬莱仙阁', place: 1, until: at(3 * DAY) })
      expect(await words()).toEqual(['蓬莱仙阁', ...before])
      now = START + 3 * DAY
      expect(await words()).toEqual(before)
      now = START
      expect((await words())[0]).toBe('蓬莱仙阁')
    })

    test('pinned words stand in the order of their numbers', async () => {
      const other = await add('pinnedWord', { title: '应急演练', place: 2 })
      expect((await words()).slice(0, 2)).toEqual(['蓬莱仙阁', '应急演练'])
      await move('pinnedWord', 'disable', other)
      expect(await words()).not.toContain('应急演练')
    })

    test('a blocked word is not shown, neither recommended nor searched for, until the block ends', async () => {
      const [, recommended = ''] = await words()
      await add('pinnedWord', { title: recommended, blocked: true, place: 1, until: at(DAY) })
      expect(await words()).not.toContain(recommended)
      now = START + DAY
      expect(await words()).toContain(recommended)
      now = START
    })

    test('a pinned word of an item that went offline is not shown', async () => {
      await app.services.db
        .updateTable('item')
        .set({ status: 'offline' })
        .where('id', '=', 'site-news')
        .execute()
      app.services.cache.changed('news')
      expect(await words()).not.toContain('蓬莱仙阁')
      expect(pinned).toBeDefined()
    })

    test('only operators pin words', async () => {
      const body = { title: '仙阁', place: 1 }
      expect((await app.post('/newapi/operator/pinnedWord/add', body, { token: member })).status).toBe(403)
      expect((await app.post('/newapi/operator/pinnedWord/add', body)).status).toBe(401)
    })
  })

  describe('announcements', () => {
    test('one is listed from its begin to its end, the urgent first', async () => {
      await add('siteNotice', { title: '网站改版公告', level: 'info', link: '/home-page' })
      await add('siteNotice', { title: '暴雨红色预警', level: 'urgent', from: at(HOUR), until: at(2 * HOUR) })
      expect((await notices()).map(({ title }) => title)).toEqual(['网站改版公告'])
      now = START + HOUR
      expect((await notices()).map(({ title }) => title)).toEqual(['暴雨红色预警', '网站改版公告'])
      now = START + 2 * HOUR
      expect((await notices()).map(({ title }) => title)).toEqual(['网站改版公告'])
      now = START
    })

    test('a link that is no address is refused at its field', async () => {
      const body = { title: '网站改版公告二', level: 'info', link: 'javascript:alert(1)' }
      const { status, errors } = await app.post('/newapi/operator/siteNotice/add', body, { token: operator })
      expect([status, errors?.map(({ path }) => path)]).toEqual([400, ['/link']])
    })
  })

  describe('maintenance', () => {
    const window = { title: '系统升级', from: at(HOUR / 2), until: at(HOUR) }

    test('a window is announced ahead, refuses writes while it is open, and ends by itself', async () => {
      await add('maintenanceWindow', { ...window, closes: 'writes' })
      expect((await notices())[0]).toMatchObject({ title: '系统升级', closes: 'writes' })
      expect((await write(member)).status).not.toBe(503)
      now = START + HOUR / 2
      const refused = await write(member)
      expect([refused.status, refused.code, refused.headers['retry-after']]).toEqual([503, 50303, '1800'])
      expect(refused.msg).toContain('13:00')
      expect((await write()).status).toBe(503)
      expect((await app.get('/newapi/cmsInfo/sortedList')).status).toBe(200)
      expect((await app.get('/healthz')).status).toBe(200)
      expect((await app.get('/readyz')).status).toBe(200)
      now = START + HOUR
      expect((await write(member)).status).not.toBe(503)
      expect((await notices()).map(({ title }) => title)).not.toContain('系统升级')
    })

    test('operators work during a window, and end it; a visitor still signs in', async () => {
      now = START + HOUR
      operator = await app.signIn('site-operator', 'operator')
      member = await app.signIn('site-member')
      const id = await add('maintenanceWindow', {
        title: '数据迁移',
        closes: 'all',
        from: at(HOUR),
        until: at(2 * HOUR),
      })
      const statusOfList = async () => (await app.get('/newapi/cmsInfo/sortedList')).status
      await expect.poll(statusOfList).toBe(503)
      expect((await app.get('/newapi/cmsInfo/sortedList', { token: member })).status).toBe(503)
      expect((await app.get('/newapi/cmsInfo/sortedList', { token: operator })).status).toBe(200)
      expect((await app.get('/newapi/menu/tree')).status).toBe(200)
      expect((await notices())[0]).toMatchObject({ title: '数据迁移', closes: 'all' })
      const signIn = await app.post('/newapi/api/login', { userName: 'nobody', password: 'Wrong-2026!' })
      expect(signIn.status).toBe(400)
      expect((await app.get('/healthz')).status).toBe(200)
      await move('maintenanceWindow', 'disable', id)
      await expect.poll(statusOfList).toBe(200)
      now = START
    })
  })
})
