// Tests the follow calls: enterprises, topics, zones, filtered lists, owner access; and followers of an item.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadFollowers } from '#server/notifications/follow/notify-followers.ts'
import type { FollowedItem } from '#server/notifications/follow/who-follows.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

type Row = Readonly<Record<string, unknown>>

let app: TestApp
let me: string
let other: string

beforeAll(async () => {
  app = await createTestApp()
  me = await app.signIn('me')
  other = await app.signIn('other')
  const row = { status: 'online', ownerId: null, publishedAt: new Date(), body: {} }
  await app.services.db
    .insertInto('item')
    .values([
      { ...row, id: 'C1', type: 'company', title: '示例泵业', body: { name: '示例泵业' } },
      { ...row, id: 'T1', type: 'topic', title: '汛期专题', body: { name: '汛期专题' } },
      { ...row, id: 'N1', type: 'news', title: '一条资讯', body: { title: '一条资讯' } },
    ])
    .execute()
}, 240_000)
afterAll(() => app.close())

const add = (body: Row, token = me) => app.post<Row>('/newapi/follow/add', body, { token })
const list = async (token = me) =>
  (await app.get<{ list: readonly Row[] }>('/newapi/follow/list', { token })).data.list

const followers = async (item: Partial<FollowedItem> & { type: string }) =>
  Object.fromEntries(
    await loadFollowers(app.services.db, app.source.model, {
      id: 'new',
      status: 'online',
      ownerId: null,
      title: '',
      body: {},
      ...item,
    }),
  )

describe('follow of an enterprise, topic, zone or list', () => {
  test('is stored once per enterprise, shown on the enterprise page and removed by its owner only', async () => {
    expect((await add({ dataType: 'company', dataId: 'C1' })).data).toMatchObject({
      title: '示例泵业',
      mode: 'now',
    })
    expect((await add({ dataType: 'company', dataId: 'C1', mode: 'daily' })).data).toMatchObject({
      mode: 'daily',
    })
    expect(await list()).toMatchObject([
      { title: '示例泵业', kind: 'item', mode: 'daily', address: expect.stringMatching(/\?id=C1$/) },
    ])
    const info = (token?: string) => app.get<Row>('/newapi/company/info/C1', { token })
    expect((await info(me)).data.followed).toBe(true)
    expect((await info(other)).data.followed).toBe(false)
    expect((await info()).data).not.toHaveProperty('followed')
    const field = app.source.model.contentTypes
      .find(({ name }) => name === 'equipment')
      ?.fields.find(({ ref }) => ref === 'company')?.name
    expect(await followers({ type: 'equipment', body: { [field ?? '']: 'C1' } })).toEqual({ me: 'daily' })
    expect(await followers({ type: 'equipment', body: { [field ?? '']: 'C2' } })).toEqual({})
    expect(await followers({ type: 'equipment', ownerId: 'me', body: { [field ?? '']: 'C1' } })).toEqual({})
    expect((await app.post('/newapi/follow/remove', { dataId: 'C1' }, { token: other })).status).toBe(404)
    expect((await app.post('/newapi/follow/remove', { dataId: 'C1' }, { token: me })).status).toBe(200)
    expect(await list()).toEqual([])
  })

  test('is refused with 400 and not stored if a filter or a dictionary value is unknown', async () => {
    const dict = app.source.model.contentTypes
      .find(({ name }) => name === 'demand')
      ?.fields.find((field) => field.filter && field.dict !== undefined)?.name
    for (const filters of [{ nonsense: 'x' }, { keyword: 'x' }, { [dict ?? '']: 'nothing' }]) {
      const { status, errors } = await add({ page: 'demand/list', filters })
      expect([status, errors?.[0]?.path]).toEqual([400, `/filters/${Object.keys(filters)[0]}`])
    }
    expect(await list()).toEqual([])
  })

  test('matches new items of the followed topic, zone or filtered list', async () => {
    await add({ dataType: 'topic', dataId: 'T1' })
    await add({ zone: 'zones/flood', mode: 'daily' })
    await add(
      { page: 'demand/list', filters: { keyWord: '水泵', region: '440000', page: '3', mine: 'true' } },
      other,
    )
    expect(await followers({ type: 'news', body: { topicId: 'T1' } })).toEqual({ me: 'now' })
    expect(await followers({ type: 'news', body: { zone: 'flood' } })).toEqual({ me: 'daily' })
    expect(await followers({ type: 'news', body: { zone: 'forest' } })).toEqual({})
    const demand = {
      type: 'demand',
      title: '急购大流量水泵',
      body: { title: '急购大流量水泵', region: '440300' },
    }
    expect(await followers(demand)).toMatchObject({ other: 'now' })
    expect(await followers({ ...demand, body: { ...demand.body, region: '110000' } })).not.toHaveProperty(
      'other',
    )
    expect(await followers({ ...demand, status: 'pending' })).not.toHaveProperty('other')
    const [row] = await list(other)
    expect(row).toMatchObject({ kind: 'list', title: expect.stringContaining('“水泵”') })
    expect(decodeURIComponent(String(row?.address))).toBe('/demandDocking-page?keyWord=水泵&region=440000')
  })

  test('is delivered immediately if one of several matching follows is immediate', async () => {
    await add({ dataType: 'topic', dataId: 'T1', mode: 'daily' })
    expect(await followers({ type: 'news', body: { topicId: 'T1', zone: 'flood' } })).toEqual({ me: 'daily' })
    const topic = (await list()).find(({ title }) => title === '汛期专题')
    const change = (token: string) =>
      app.post('/newapi/follow/mode', { id: topic?.id, mode: 'now' }, { token })
    expect((await change(other)).status).toBe(404)
    expect((await change(me)).status).toBe(200)
    expect(await followers({ type: 'news', body: { topicId: 'T1', zone: 'flood' } })).toEqual({ me: 'now' })
  })

  test.each([
    ['what cannot be followed', { dataType: 'news', dataId: 'N1' }, 400],
    ['what is not there', { dataType: 'company', dataId: 'nothing' }, 404],
    ['a zone that is not there', { zone: 'zones/nothing' }, 404],
    ['a list that not everybody reads', { page: 'interaction/publications' }, 404],
    ['a mistaken filter', { page: 'demand/list', filters: { region: 'x' } }, 400],
    ['nothing', {}, 400],
  ])('is refused for %s', async (_, body, status) => {
    expect((await add(body)).status).toBe(status)
  })

  test('is part of the personal data export, and the follow list refuses visitors with 401', async () => {
    const exported = await app.get<Record<string, readonly Row[]>>('/newapi/api/account/export', {
      token: me,
    })
    expect(exported.data.follows?.length).toBe(2)
    expect((await app.get('/newapi/follow/list')).status).toBe(401)
  })
})
