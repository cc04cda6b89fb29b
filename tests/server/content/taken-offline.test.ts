// Tests that the new title of an offline item does not leak through follows, history, export and hot words.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedRows } from '../search/seed-rows.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
let me: string
const OPEN = '排涝抢险泵业公司'
const HIDDEN = '改名以后的内部名称'

beforeAll(async () => {
  app = await createTestApp()
  me = await app.signIn('me')
  await seedRows(app, [{ id: 'C1', type: 'company', title: OPEN, views: 0 }])
}, 240_000)
afterAll(() => app.close())

const words = async () =>
  (await app.get<readonly { word: string }[]>('/newapi/hotSearch/words?limit=30')).data.map(
    ({ word }) => word,
  )

test('follows, history, export and hot words do not show the new title of an offline item', async () => {
  await app.post('/newapi/follow/add', { dataType: 'company', dataId: 'C1' }, { token: me })
  await app.services.db
    .insertInto('viewRecord')
    .values({ userId: 'me', itemId: 'C1', viewedAt: new Date() })
    .execute()
  for (const searcher of ['a', 'b', 'c'])
    await app.services.db
      .insertInto('searchWord')
      .values({ day: new Date().toISOString().slice(0, 10), word: '排涝抢险', searcher })
      .execute()
  expect(await words()).toContain('排涝抢险')

  const change = { title: HIDDEN, status: 'offline', body: { name: HIDDEN } }
  await app.services.db.updateTable('item').set(change).where('id', '=', 'C1').execute()
  app.services.cache.changed?.('company')
  expect(await words()).not.toContain('排涝抢险')
  const texts = await Promise.all(
    ['/newapi/follow/list', '/newapi/userPage/views', '/newapi/api/account/export'].map(async (path) => {
      const get = await app.get(path, { token: me })
      return get.status === 200 ? get.text : (await app.post(path, {}, { token: me })).text
    }),
  )
  for (const text of texts) expect(text).not.toContain(HIDDEN)
  expect(texts[0], 'the title that it was followed by').toContain(OPEN)
  expect(texts[2]).toContain('"itemId":"C1"')
})

test('the hot search does not show an item that was taken offline a moment ago', async () => {
  const { operations } = app.source.model
  const type = operations.find(({ content }) => content?.action === 'list' && content.sort?.endsWith('hot'))
    ?.content?.type as string
  await seedRows(app, [{ id: 'H1', type, title: OPEN, views: 0 }])
  await app.services.db.insertInto('searchHeat').values({ itemId: 'H1', type, searchers: 9 }).execute()
  const hot = async () =>
    (await app.get<readonly { id: string }[]>('/newapi/hotSearch/getAll')).data.map(({ id }) => id)
  expect(await hot()).toContain('H1')
  const change = { title: HIDDEN, status: 'offline' }
  await app.services.db.updateTable('item').set(change).where('id', '=', 'H1').execute()
  app.services.cache.changed?.(type)
  expect(await hot()).not.toContain('H1')
})
