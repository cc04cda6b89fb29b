// Tests opening a chat conversation: the item it starts from, and the refusal returned before sending.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChatHistory } from '#shared/calls/chat-answers.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp
let item: string
const tokens = new Map<string, string>()

const tokenOf = (name: string): string => tokens.get(name) ?? ''

beforeAll(async () => {
  app = await createTestApp()
  for (const name of ['seller', 'buyer', 'other']) tokens.set(name, await app.signIn(name))
  tokens.set('operator', await app.signIn('operator', 'operator'))
  const body = { title: '排水泵怎样保养？', sysCategoryId: 'C04' }
  const added = await app.post<{ id: string }>('/newapi/zhihu/add', body, { token: tokenOf('seller') })
  item = added.data.id
  await app.get(`/newapi/zhihu/online?id=${item}`, { token: tokenOf('operator') })
})
afterAll(() => app.close())

async function open(from: string, userId: string, dataId?: string): Promise<ChatHistory> {
  const named = dataId === undefined ? '' : `&dataType=zhihu&dataId=${dataId}`
  const path = `/messageInfo/getHistoryMessage?userId=${userId}${named}`
  const answer = await app.get<ChatHistory>(path, { token: tokenOf(from) })
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}
const send = (from: string, toId: string, more = {}) =>
  app.post(
    '/messageInfo/sendmessage',
    { toId, content: '您好', clientId: randomUUID(), ...more },
    { token: tokenOf(from) },
  )
const block = (from: string, userId: string, isOn: boolean) =>
  app.post('/messageInfo/blockUser', { userId, block: isOn }, { token: tokenOf(from) })

test('opening a conversation with an item returns its title and no refusal', async () => {
  expect(await open('buyer', 'seller', item)).toMatchObject({
    item: { dataType: 'zhihu', dataId: item, title: '排水泵怎样保养？' },
    refusal: null,
    list: [],
  })
})

test('opening a conversation without an item returns the refusal that sending would return', async () => {
  const { refusal, item: named } = await open('buyer', 'seller')
  expect(named).toBeNull()
  const { status, msg } = await send('buyer', 'seller')
  expect([status, msg]).toEqual([403, refusal])
  expect((await open('buyer', 'seller', 'not-there')).item).toBeNull()
  expect((await open('buyer', 'other', item)).refusal).toBe(refusal)
  expect((await open('operator', 'seller')).refusal).toBeNull()
  expect((await open('buyer', 'buyer')).refusal).toBe('不能给自己发消息')
})

test('opening a conversation with a guessed account id does not reveal the name', async () => {
  const named = async (from: string, userId: string) => (await open(from, userId)).other.nickName
  const nobody = await named('buyer', 'other')
  expect(nobody).toBe('未建立联系的用户')
  expect(await named('operator', 'other')).not.toBe(nobody)
})

test('a block in a conversation is returned as refusal to both sides until it is removed', async () => {
  expect((await send('buyer', 'seller', { dataType: 'zhihu', dataId: item })).status).toBe(200)
  expect((await open('seller', 'buyer')).refusal).toBeNull()
  await block('seller', 'buyer', true)
  expect((await open('seller', 'buyer')).refusal).toContain('您已屏蔽对方')
  expect((await open('buyer', 'seller')).refusal).toBe('对方暂不接收您的消息')
  await block('seller', 'buyer', false)
  expect((await open('buyer', 'seller')).refusal).toBeNull()
})

test('a chat message of several lines is returned with its line breaks', async () => {
  const sent = await send('seller', 'buyer', { content: '第一行\r\n第二行\u200b\n' })
  expect(sent.status, sent.text).toBe(200)
  expect((await open('buyer', 'seller')).list.at(-1)?.content).toBe('第一行\n第二行')
})
