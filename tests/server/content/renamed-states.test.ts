// Tests that no code depends on the names of states: the portal answers alike with renamed states.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renewParameters } from '#server/content/indexes/renew-parameters.ts'
import { seedWhenEmpty } from '#server/transfer/seed/seed-when-empty.ts'
import type { Model } from '#shared/model/model.ts'
import { model as asWritten } from '../../support/portal-model.ts'
import { NAMES, renamedModel } from '../support/renamed-states.ts'
import { signInAll } from '../support/sign-in-all.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

interface Row {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly commentCount?: number
}
interface List {
  readonly list: readonly Row[]
  readonly totalCount: number
}

/** Types that are enough for what is asked here, and so many samples of each. */
const TYPES = ['equipment', 'company', 'demand', 'law', 'zhihu']
const FEW = 30

const few = (model: Model): Model => ({
  ...model,
  samples: Object.fromEntries(TYPES.map((type) => [type, model.samples[type]?.slice(0, FEW) ?? []])),
})

const NOW = new Date('2026-11-20T02:00:00Z')
const clock = () => NOW
let known: TestApp
let renamed: TestApp
let tokens: Record<'author' | 'reader' | 'operator', string>

beforeAll(async () => {
  known = await createTestApp({ model: few(asWritten), clock })
  renamed = await createTestApp({ model: few(renamedModel()), clock })
  for (const { services } of [known, renamed]) {
    await seedWhenEmpty(services)
    await renewParameters(services)
  }
  tokens = await signInAll(renamed, { author: 'unit', reader: 'supplier', operator: 'operator' })
})
afterAll(() => Promise.all([known?.close(), renamed?.close()]))

/** Without what is drawn by lot when samples are stored. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, held) =>
      key === 'id' || key.endsWith('Id') || key === 'address' || key === 'createdAt' || key === 'updatedAt'
        ? undefined
        : held,
    )
      .replaceAll(NAMES.online as string, 'online')
      .replaceAll(NAMES.offline as string, 'offline'),
  )

test.each([
  '/newapi/api/avicResource/indexList?limit=20',
  '/newapi/api/avicResource/facets?sysCategoryId=C04',
  '/newapi/api/SysCategory/list',
  '/newapi/demand/showlist',
  '/newapi/hotSearch/demandList',
  '/newapi/hotSearch/getAll',
  '/newapi/api/search?keyWord=%E6%8E%92%E6%B0%B4',
  '/newapi/api/search/suggest?keyWord=%E6%8E%92%E6%B0%B4',
  '/newapi/api/stat/overview',
  '/newapi/law/list?limit=50',
])('%s returns the same answer with renamed states', async (address) => {
  const [before, after] = await Promise.all([known.get(address), renamed.get(address)])
  expect(before.status, before.text.slice(0, 300)).toBe(200)
  expect(JSON.stringify(before.data).length).toBeGreaterThan(30)
  expect(plain(after.data)).toEqual(plain(before.data))
})

describe('item in a lifecycle with renamed states', () => {
  let id: string
  const title = '移动泵车夜间供电怎么解决？'
  const info = (who?: keyof typeof tokens) =>
    renamed.get<Row>(`/newapi/zhihu/info/${id}`, { token: who && tokens[who] })
  const listed = async () =>
    (await renamed.get<List>('/newapi/zhihu/list?limit=50')).data.list.some((row) => row.title === title)
  const found = async () =>
    (
      await renamed.get<List>(`/newapi/api/search?keyWord=${encodeURIComponent('泵车夜间供电')}`)
    ).text.includes(id)
  const step = (action: string, who: keyof typeof tokens, more = '') =>
    renamed.get(`/newapi/zhihu/${action}?id=${id}${more}`, { token: tokens[who] })

  test('is pending: in the moderation queue, hidden from visitors, lists and search', async () => {
    const body = { title, sysCategoryId: 'C04' }
    const added = await renamed.post<Row>('/newapi/zhihu/add', body, { token: tokens.author })
    id = added.data.id
    expect(added.data.status).toBe(NAMES.pending)
    expect((await info()).status).toBe(404)
    const queue = await renamed.get<List>('/newapi/api/moderation/queue', { token: tokens.operator })
    expect(queue.data.list.map((row) => row.id)).toContain(id)
    expect([await listed(), await found()]).toEqual([false, false])
  })

  test('is published, listed, searched, liked and commented on', async () => {
    expect((await step('online', 'operator')).status).toBe(200)
    expect((await info()).data).toMatchObject({ status: NAMES.online, publishedAt: NOW.toISOString() })
    expect([await listed(), await found()]).toEqual([true, true])
    expect((await step('like', 'reader')).data).toMatchObject({ liked: true, likeCount: 1 })
    const comment = { dataId: id, content: '加装升降照明塔即可。' }
    const said = await renamed.post<Row>('/newapi/zhihuInfoComment/add', comment, { token: tokens.reader })
    expect(said.data).toMatchObject({ status: 'online', commentCount: 1 })
    const comments = await renamed.get<List>(`/newapi/zhihuInfoComment/list?dataId=${id}`)
    expect(comments.data.totalCount).toBe(1)
    const own = await renamed.get<List>('/newapi/api/publication/list', { token: tokens.author })
    expect(own.data.list).toMatchObject([{ id, status: NAMES.online, commentCount: 1 }])
  })

  test('is hidden when offline, listed when online again, and removed when deleted', async () => {
    expect((await step('offline', 'author')).data).toMatchObject({ status: NAMES.offline })
    expect([await listed(), await found(), (await info()).status]).toEqual([false, false, 404])
    expect((await step('online', 'author')).data).toMatchObject({ status: NAMES.online })
    expect(await listed()).toBe(true)
    expect((await step('delete', 'author')).data).toMatchObject({ status: NAMES.deleted })
    expect([await listed(), await found(), (await info('author')).status]).toEqual([false, false, 404])
    const own = await renamed.get<List>('/newapi/api/publication/list', { token: tokens.author })
    expect(own.data.totalCount).toBe(0)
  })
})
