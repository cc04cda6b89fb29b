// Tests the receiver search of messages over HTTP: who is found, by name or unit, but not by login or number.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

interface Person {
  readonly id: string
  readonly name: string
  readonly unit: string | null
  readonly role: string
}

let app: TestApp
const tokens: Record<string, string> = {}

async function account(id: string, role: string, name: string, application: object): Promise<void> {
  tokens[id] = await app.signIn(id, role)
  await app.services.db
    .updateTable('account')
    .set({ name, application: application as never, mobile: `138000000${Object.keys(tokens).length + 10}` })
    .where('id', '=', id)
    .execute()
}

beforeAll(async () => {
  app = await createTestApp()
  await account('me', 'ordinary', '张三', { realName: '张三' })
  await account('pump', 'unit', '江海救援中心', { orgName: '江海救援中心' })
  await account('expert', 'expert', '李海洋', { realName: '李海洋', workUnit: '江海大学' })
  await account('private', 'ordinary', '王海燕', { realName: '王海燕', orgName: '' })
  await account('poster', 'ordinary', '赵海生', { realName: '赵海生', workUnit: '江海码头' })
  await account('boss', 'operator', '海东运营', { department: '运营部' })
})
afterAll(() => app?.close())

const find = async (query: string, who = 'me') => {
  const { data, text, status } = await app.get<{ list: readonly Person[] }>(
    `/newapi/websiteMessage/receivers?${query}`,
    { token: tokens[who] },
  )
  expect(status, text).toBe(200)
  return data.list
}
const idsOf = (people: readonly Person[]) => people.map(({ id }) => id).sort()

test('the receiver search finds organisations and staff, but no private persons', async () => {
  expect(idsOf(await find('keyWord=海'))).toEqual(['boss', 'pump'])
  expect(await find('keyWord=王海燕')).toEqual([])
  expect(await find('ids=private')).toEqual([])
})

test.each(['運營', '海东 运营', '运营 海东'])(
  'the receiver search for %s finds the account whose name contains the words',
  async (words) => {
    expect(idsOf(await find(`keyWord=${encodeURIComponent(words)}`))).toEqual(['boss'])
  },
)

test('the receiver search finds an author by name and unit once an item of the author is public', async () => {
  const { data } = await app.post<{ id: string }>(
    '/newapi/zhihu/add',
    { title: '码头怎样防台风', sysCategoryId: 'C04' },
    { token: tokens.poster },
  )
  expect(await find('keyWord=赵海生')).toEqual([])
  await app.get(`/newapi/zhihu/online?id=${data.id}`, { token: tokens.boss })
  expect(await find('keyWord=赵海生')).toEqual([
    { id: 'poster', name: '赵海生', unit: '江海码头', role: 'ordinary' },
  ])
  expect(idsOf(await find('keyWord=江海码头'))).toEqual(['poster'])
})

test('the receiver search finds senders of messages to the caller, and lists them without a keyword', async () => {
  expect(await find('')).toEqual([])
  const sent = await app.post(
    '/newapi/websiteMessage/sendWebsiteMessage',
    { receiverType: '1', receiverId: 'pump', title: '请教一下', content: '请问您怎么看？' },
    { token: tokens.private },
  )
  expect(sent.status, sent.text).toBe(200)
  expect(idsOf(await find('', 'pump'))).toEqual(['private'])
  expect(idsOf(await find('keyWord=王海燕', 'pump'))).toEqual(['private'])
  expect(await find('keyWord=王海燕')).toEqual([])
})

test.each([
  ['a login name', 'keyWord=pump'],
  ['a mobile number', 'keyWord=13800000012'],
  ['the sign that stands for anything', 'keyWord=%25'],
  ['the own name', 'keyWord=张三'],
])('the receiver search returns no account for %s', async (_what, query) => {
  expect(await find(query)).toEqual([])
})

test('the receiver search does not return a blocked account', async () => {
  await app.services.db.updateTable('account').set({ status: 'blocked' }).where('id', '=', 'pump').execute()
  expect(idsOf(await find('keyWord=海'))).not.toContain('pump')
  await app.services.db.updateTable('account').set({ status: 'active' }).where('id', '=', 'pump').execute()
})

test('the receiver search refuses visitors with 401', async () => {
  const { status } = await app.get('/newapi/websiteMessage/receivers?keyWord=海')
  expect(status).toBe(401)
})
