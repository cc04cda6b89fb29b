// Tests that account deletion removes name, mobile number, contact and login name from the whole database.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/identity/accounts/passwords.ts'
import { dump } from '../../platform/secrets/dump.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { askCode } from './support/registering.ts'

const PASSWORD = 'Zhongxin-7788x'
const NAME = '欧阳暗号'
const LOGIN = 'ouyang_anhao'
const MOBILE = '13877001234'
const OTHER = '13866009876'

let app: TestApp
let token: string

beforeAll(async () => {
  app = await createTestApp()
  token = await app.signIn('leaver', 'unit')
  await app.signIn('reader', 'unit')
  await app.services.db
    .updateTable('account')
    .set({ passwordHash: await hashPassword(PASSWORD), name: NAME, userName: LOGIN, mobile: MOBILE })
    .where('id', '=', 'leaver')
    .execute()
}, 240_000)
afterAll(() => app.close())

const post = async (path: string, body: object, by = token) => {
  const answer = await app.post<{ id: string }>(`/newapi/${path}`, body, { token: by })
  expect(answer.code, answer.text).toBe(0)
  return answer.data
}

test('a deleted account leaves no name, mobile number, contact or login name in the database', async () => {
  const { db } = app.services
  await post('api/mobile/avicfeedback/save', {
    title: '页面打不开',
    feedbackType: '1',
    content: '点开需求列表以后页面一直在加载，请核查。',
    contact: `${OTHER} ${NAME}`,
  })
  await askCode(app, { mobile: MOBILE, address: '10.30.1.1' }, 'login')
  const row = { ownerId: 'leaver', publishedAt: new Date() }
  const deliver = { title: '城区排涝实战经验', content: '<p>三点经验</p>', author: NAME }
  await db
    .insertInto('item')
    .values([
      { ...row, id: 'D1', type: 'deliver', status: 'online', title: deliver.title, body: deliver },
      {
        ...row,
        id: 'S1',
        type: 'demand',
        status: 'pending',
        title: '采购排水抢险车',
        body: { title: '采购排水抢险车', contactName: NAME, contactMobile: OTHER },
      },
    ])
    .execute()
  await db
    .insertInto('leftVersion')
    .values({ itemId: 'D1', title: deliver.title, body: JSON.stringify(deliver) as never, revision: 1 })
    .execute()
  const edited = { title: '采购两台排水抢险车', contactName: NAME, contactMobile: OTHER }
  await db
    .insertInto('draft')
    .values({ userId: 'reader', form: 'demand', key: 'S1', version: 1, body: edited, baseRevision: 1 })
    .execute()
  expect(await dump(db)).toContain(NAME)

  const left = await app.post('/newapi/api/account/remove', { password: PASSWORD }, { token })
  expect(left.code, left.text).toBe(0)
  const lines = (await dump(db)).split('\n')
  for (const trace of [NAME, MOBILE, OTHER, LOGIN])
    expect(lines.filter((line) => line.includes(trace))).toEqual([])
  expect(await db.selectFrom('item').select('title').where('id', '=', 'D1').executeTakeFirst()).toEqual({
    title: deliver.title,
  })
  expect(await db.selectFrom('draft').select('body').where('key', '=', 'S1').executeTakeFirst()).toEqual({
    body: { title: edited.title },
  })
})
