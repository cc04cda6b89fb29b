// Tests the live unread count: every tab of an account gets it on connection and on each change.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { announce } from '#server/notifications/announce.ts'
import { openSocket, type TestSocket } from '../../support/open-socket.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp
let token: string
const sockets: TestSocket[] = []

beforeAll(async () => {
  app = await createTestApp()
  token = await app.signIn('reader')
}, 60_000)
afterAll(async () => {
  for (const socket of sockets) socket.close()
  await app.close()
})

async function open(as = token): Promise<TestSocket> {
  const socket = await openSocket(app)
  sockets.push(socket)
  socket.send({ type: 'session', token: as })
  return socket
}

const countIn = ({ heard }: TestSocket) =>
  (heard.findLast(({ type }) => type === 'unread') as { total?: number } | undefined)?.total
const expectCount = (socket: TestSocket, total: number) =>
  vi.waitFor(() => expect(countIn(socket)).toBe(total), { timeout: 5_000 })

const tell = (cause: string, userIds: readonly string[]) =>
  app.services.db
    .transaction()
    .execute((transaction) =>
      announce(
        transaction,
        app.services,
        'announcement',
        { cause, values: { title: '检修', content: '今晚检修' } },
        userIds,
      ),
    )

test('MSG-02 every tab of an account gets its own unread count on connection and on each change', async () => {
  const [one, two] = [await open(), await open()]
  const stranger = await open(await app.signIn('stranger'))
  for (const socket of [one, two, stranger]) await expectCount(socket, 0)
  await tell('first', ['reader'])
  for (const socket of [one, two]) await expectCount(socket, 1)
  await tell('first', ['reader'])
  await tell('second', ['reader'])
  for (const socket of [one, two]) await expectCount(socket, 2)
  const { data } = await app.get<{ list: { id: string }[] }>('/newapi/msgNotice/getMsgNoticeInfo', { token })
  await app.get(`/newapi/msgNotice/view?id=${data.list[0]?.id}`, { token })
  for (const socket of [one, two]) await expectCount(socket, 1)
  await app.post('/newapi/msgNotice/updateMsgNoticeStatus', { all: true }, { token })
  for (const socket of [one, two]) await expectCount(socket, 0)
  expect(countIn(stranger)).toBe(0)
})

test('a new connection gets the unread count that changed while the account was disconnected', async () => {
  const before = await open()
  await expectCount(before, 0)
  before.close()
  await before.closed
  await tell('meanwhile', ['reader'])
  await expectCount(await open(), 1)
})

test('a notice whose transaction is rolled back does not change the pushed unread count', async () => {
  const socket = await open()
  await expectCount(socket, 1)
  await app.services.db
    .transaction()
    .execute(async (transaction) => {
      const values = { title: '不算数', content: '不算数' }
      await announce(transaction, app.services, 'announcement', { cause: 'never', values }, ['reader'])
      throw new Error('no')
    })
    .catch(() => undefined)
  await tell('after', ['reader'])
  await expectCount(socket, 2)
})
