// Tests the chat over calls and websockets (MSG-03): messages, unread counts, blocks, reports.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ChatContact, ChatHistory, ChatMessage, ChatNews } from '#shared/calls/chat-answers.ts'
import { openSocket, type TestSocket } from '../../support/open-socket.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp
const tokens = new Map<string, string>()
/** An item of the seller that everybody reads, one that nobody reads yet, and one published without a name. */
let shown: string
let waiting: string
let nameless: string

async function tokenOf(name: string): Promise<string> {
  const known = tokens.get(name)
  if (known) return known
  const token = await app.signIn(name, name.startsWith('operator') ? 'operator' : 'ordinary')
  tokens.set(name, token)
  return token
}

async function ask(title: string, more = {}): Promise<string> {
  const body = { title, sysCategoryId: 'C04', ...more }
  const added = await app.post<{ id: string }>('/newapi/zhihu/add', body, { token: await tokenOf('seller') })
  expect(added.status, added.text).toBe(200)
  return added.data.id
}

async function approve(id: string): Promise<void> {
  const token = await tokenOf('operator')
  const { status, text } = await app.get(`/newapi/zhihu/online?id=${id}`, { token })
  expect(status, text).toBe(200)
}

beforeAll(async () => {
  app = await createTestApp()
  shown = await ask('排水泵怎样保养？')
  nameless = await ask('匿名提一个问题', { anonymous: true })
  await approve(shown)
  await approve(nameless)
  waiting = await ask('还没有通过的问题')
})
afterAll(() => app.close())

interface Sent {
  readonly to?: string
  readonly content?: string
  readonly clientId?: string
  readonly [more: string]: unknown
}

async function send(
  from: string,
  { to = 'seller', content = '您好', clientId = randomUUID(), ...more }: Sent,
) {
  return app.post<ChatMessage>(
    '/messageInfo/sendmessage',
    { toId: to, content, clientId, ...more },
    { token: await tokenOf(from) },
  )
}
async function read<T>(from: string, path: string): Promise<T> {
  const answer = await app.get<T>(`/messageInfo/${path}`, { token: await tokenOf(from) })
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}
const history = (from: string, other: string, more = '') =>
  read<ChatHistory>(from, `getHistoryMessage?userId=${other}${more}`)
const act = async (from: string, path: string, body: object) =>
  app.post(`/messageInfo/${path}`, body, { token: await tokenOf(from) })
const fromItem = () => ({ dataType: 'zhihu', dataId: shown })

async function listen(name: string): Promise<TestSocket> {
  const socket = await openSocket(app)
  socket.send({ type: 'session', token: await tokenOf(name) })
  await vi.waitFor(() => expect(socket.heard).toContainEqual({ type: 'session', state: 'open' }))
  return socket
}
const heard = <T extends ChatNews['type']>(socket: TestSocket, type: T) =>
  socket.heard.filter((news) => news.type === type) as unknown as Extract<ChatNews, { type: T }>[]

describe('chat conversation', () => {
  test('is started from a published, non-anonymous item of the receiver, or by an operator', async () => {
    expect((await send('buyer', {})).status).toBe(403)
    expect((await send('buyer', { dataType: 'zhihu', dataId: waiting })).status).toBe(404)
    expect((await send('buyer', { dataType: 'zhihu', dataId: nameless })).status).toBe(403)
    expect((await send('buyer', { to: 'third', ...fromItem() })).status).not.toBe(200)
    const begun = await send('buyer', fromItem())
    expect(begun.status, begun.text).toBe(200)
    expect(begun.data).toMatchObject({
      seq: 1,
      fromId: 'buyer',
      toId: 'seller',
      item: { dataId: shown, title: '排水泵怎样保养？' },
    })
    expect((await send('seller', { to: 'buyer', content: '您好，请讲' })).data.seq).toBe(2)
    expect((await send('operator', { to: 'buyer', content: '运营人员联系您' })).status).toBe(200)
  })

  test('is read by its two participants only, in order and page by page', async () => {
    await send('reader', fromItem())
    for (let count = 2; count <= 7; count += 1) await send('reader', { content: `第 ${count} 句` })
    const newest = await history('seller', 'reader', '&limit=3')
    expect(newest.list.map(({ seq }) => seq)).toEqual([5, 6, 7])
    expect(newest.hasMore).toBe(true)
    expect((await history('seller', 'reader', '&limit=3&before=5')).list.map(({ seq }) => seq)).toEqual([
      2, 3, 4,
    ])
    const after = await history('reader', 'seller', '&limit=2&after=5')
    expect([after.list.map(({ seq }) => seq), after.hasMore]).toEqual([[6, 7], false])
    expect((await history('third', 'reader')).list).toEqual([])
    expect((await history('operator', 'reader')).list).toEqual([])
    expect((await app.get('/messageInfo/getHistoryMessage?userId=reader')).status).toBe(401)
    const auditor = await app.signIn('auditor', 'auditor')
    expect((await app.get('/messageInfo/getHistoryMessage?userId=reader', { token: auditor })).status).toBe(
      403,
    )
  })

  test('stores a message once when it is sent several times in parallel with one clientId', async () => {
    await send('hasty', fromItem())
    const clientId = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send('hasty', { content: '一次', clientId })),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ data }) => data.seq))).toEqual(new Set([2]))
    const later = await send('hasty', { content: '另一次' })
    expect(later.data.seq).toBe(3)
    expect((await history('hasty', 'seller')).list).toHaveLength(3)
  })

  test('refuses another text under a used clientId', async () => {
    await send('careless', fromItem())
    const clientId = randomUUID()
    expect((await send('careless', { content: '报价 3 万元', clientId })).status).toBe(200)
    const { status, text } = await send('careless', { content: '报价 5 万元', clientId })
    expect(status, text).toBe(422)
    expect(text).toContain('请换一个编号')
    expect((await history('careless', 'seller')).list.map(({ content }) => content)).not.toContain(
      '报价 5 万元',
    )
  })

  test('numbers 20 parallel messages without gaps', async () => {
    await send('crowd', fromItem())
    await Promise.all(Array.from({ length: 20 }, (_, at) => send('crowd', { content: `第 ${at} 句` })))
    const { list } = await history('seller', 'crowd')
    expect(list.map(({ seq }) => seq)).toEqual(Array.from({ length: 21 }, (_, at) => at + 1))
  })

  test.each<readonly [string, Sent, string]>([
    ['no words', { content: '   ' }, '请输入要发送的内容'],
    ['words that never end', { content: '长'.repeat(2001) }, '2000'],
    ['to oneself', { to: 'buyer' }, '不能给自己发消息'],
    ['to nobody', { to: 'nobody-here' }, '对方不存在'],
    ['a picture without one', { msgType: 'image' }, '请先选择要发送的文件'],
    ['a file of somebody else', { msgType: 'file', fileId: 'not-his' }, '文件不存在'],
  ])('refuses %s', async (_, message, words) => {
    const answer = await send('buyer', message)
    expect(answer.status).toBe(400)
    expect(JSON.stringify([answer.msg, answer.errors])).toContain(words)
  })
})

describe('unread count of chat messages', () => {
  test('is returned per contact and in total, falls when messages are read, and the sender is notified', async () => {
    const socket = await listen('counted')
    await send('counted', fromItem())
    const other = await listen('seller')
    for (let count = 0; count < 3; count += 1)
      await send('seller', { to: 'counted', content: `回复 ${count}` })
    await vi.waitFor(() =>
      expect(socket.heard.findLast(({ type }) => type === 'unread')).toMatchObject({ chats: 3 }),
    )
    expect(await read('counted', 'getUnreadMessage')).toMatchObject({
      total: 3,
      list: [{ userId: 'seller', unread: 3, lastContent: '回复 2' }],
    })
    expect(await read('counted', 'checkToken')).toMatchObject({ userId: 'counted', unread: 3 })
    const seen = await act('counted', 'readMessage', { userId: 'seller', seq: 3 })
    expect(seen.data).toEqual({ readSeq: 3, total: 1 })
    expect((await act('counted', 'readMessage', { userId: 'seller', seq: 2 })).data).toEqual({
      readSeq: 3,
      total: 1,
    })
    expect((await act('counted', 'readMessage', { userId: 'seller', seq: 999 })).data).toEqual({
      readSeq: 4,
      total: 0,
    })
    await vi.waitFor(() => expect(heard(other, 'chat-read').map(({ seq }) => seq)).toEqual([3, 4]))
    expect((await history('seller', 'counted')).other.readSeq).toBe(4)
    await vi.waitFor(() =>
      expect(socket.heard.findLast(({ type }) => type === 'unread')).toMatchObject({ chats: 0 }),
    )
    for (const one of [socket, other]) one.close()
  })
})

describe('chat websocket', () => {
  test('delivers each message once to all sockets of both participants only, or announces a long one', async () => {
    const [writer, second, seller, other] = [
      await listen('writer'),
      await listen('writer'),
      await listen('seller'),
      await listen('third'),
    ]
    await send('writer', { ...fromItem(), content: '一句' })
    const sentLong = await send('writer', { content: '长'.repeat(2000) })
    expect(sentLong.status, sentLong.text).toBe(200)
    for (const socket of [writer, second, seller]) {
      await vi.waitFor(() =>
        expect(heard(socket, 'chat').map(({ message }) => message.content)).toEqual([
          '一句',
          '长'.repeat(2000),
        ]),
      )
    }
    // Each sign takes six bytes more in JSON than in UTF-8.
    await send('writer', { content: `${'\u2028'.repeat(1999)}。` })
    await send('writer', { content: `${'\\"'.repeat(999)}😀` })
    await vi.waitFor(async () => {
      const told = [...heard(seller, 'chat'), ...heard(seller, 'chat-long')]
      expect(told).toHaveLength(4)
    })
    expect((await history('seller', 'writer')).list).toHaveLength(4)
    expect(heard(other, 'chat')).toEqual([])
    for (const socket of [writer, second, seller, other]) socket.close()
  })

  test('sends a typing notice to the receiver, unless the receiver has blocked the writer', async () => {
    await send('typist', fromItem())
    const [typist, seller] = [await listen('typist'), await listen('seller')]
    typist.send({ type: 'typing', to: 'seller' })
    await vi.waitFor(() =>
      expect(heard(seller, 'chat-typing')).toEqual([{ type: 'chat-typing', by: 'typist' }]),
    )
    typist.send({ type: 'typing', to: 'third' })
    await act('seller', 'blockUser', { userId: 'typist', block: true })
    typist.send({ type: 'typing', to: 'seller' })
    await send('seller', { to: 'buyer', content: '在吗' })
    await vi.waitFor(() => expect(heard(seller, 'chat').length).toBeGreaterThan(0))
    expect(heard(seller, 'chat-typing')).toHaveLength(1)
    for (const socket of [typist, seller]) socket.close()
  })

  test('shows an account as online while a socket is open, except to accounts that it has blocked', async () => {
    await send('present', fromItem())
    const online = async () => (await history('seller', 'present')).other.online
    const inList = async () =>
      (await read<{ list: ChatContact[] }>('seller', 'getOnlineUser')).list.find(
        ({ userId }) => userId === 'present',
      )?.online
    expect(await online()).toBe(false)
    const [first, second] = [await listen('present'), await listen('present')]
    await vi.waitFor(async () => expect(await online()).toBe(true))
    expect(await inList()).toBe(true)
    await act('present', 'blockUser', { userId: 'seller', block: true })
    expect([await online(), await inList()]).toEqual([false, false])
    await act('present', 'blockUser', { userId: 'seller', block: false })
    first.close()
    await first.closed
    expect(await online()).toBe(true)
    second.close()
    await vi.waitFor(async () => expect(await online()).toBe(false))
    const { list } = await read<{ list: ChatContact[] }>('seller', 'getOnlineUser')
    expect(list.find(({ userId }) => userId === 'present')).toMatchObject({ online: false, unread: 1 })
  })
})

describe('protection of chat participants', () => {
  test('refuses messages between the sides of a block until it is removed', async () => {
    await send('nuisance', fromItem())
    expect((await act('seller', 'blockUser', { userId: 'nuisance', block: true })).data).toEqual({
      blocked: true,
    })
    const refused = await send('nuisance', { content: '再来' })
    expect([refused.status, refused.msg]).toEqual([403, '对方暂不接收您的消息'])
    expect((await send('seller', { to: 'nuisance' })).msg).toContain('您已屏蔽对方')
    expect((await history('seller', 'nuisance')).other.blocked).toBe(true)
    expect((await history('nuisance', 'seller')).other.blocked).toBe(false)
    await act('seller', 'blockUser', { userId: 'nuisance', block: false })
    expect((await send('nuisance', { content: '再来' })).status).toBe(200)
  })

  test('stores one report of a received message and refuses reports of missing or other messages', async () => {
    await send('rude', fromItem())
    const report = (seq: number, from = 'seller', userId = 'rude') =>
      act(from, 'reportMessage', { userId, seq, reason: '1' })
    const [first, again] = [await report(1), await report(1)]
    expect([first.status, again.status], first.text).toEqual([200, 200])
    expect((await report(2)).status).toBe(404)
    expect((await report(1, 'rude', 'seller')).status).toBe(404)
    expect((await report(1, 'third')).status).toBe(404)
    const { rows } = {
      rows: await app.services.db
        .selectFrom('chatReport')
        .selectAll()
        .where('reporter', '=', 'seller')
        .execute(),
    }
    expect(rows).toHaveLength(1)
  })

  test('ROL-02 allows a blacklisted account to read and mark messages as read, not to send', async () => {
    await send('blacked', fromItem())
    await send('seller', { to: 'blacked', content: '您好' })
    await app.services.db.updateTable('account').set({ black: true }).where('id', '=', 'blacked').execute()
    const token = await app.signIn('blacked')
    tokens.set('blacked', token)
    expect((await send('blacked', { content: '还在' })).status).toBe(403)
    expect((await history('blacked', 'seller')).list).toHaveLength(2)
    expect((await act('blacked', 'readMessage', { userId: 'seller', seq: 2 })).data).toEqual({
      readSeq: 2,
      total: 0,
    })
  })

  test('shows a deleted account as deleted and refuses messages to it', async () => {
    await send('leaver', fromItem())
    await app.services.db
      .updateTable('account')
      .set({ status: 'deleted' })
      .where('id', '=', 'leaver')
      .execute()
    expect((await history('seller', 'leaver')).other).toMatchObject({ gone: true, nickName: '已注销的用户' })
    expect((await send('seller', { to: 'leaver' })).status).toBe(400)
  })
})
