// Tests push messages to the websockets of signed-in accounts.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { push } from '#server/platform/websocket/push.ts'
import { openSocket, type TestSocket } from '../../support/open-socket.ts'
import { smallModel } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ model: await smallModel() })
})
afterAll(() => app.close())

async function openFor(userName: string): Promise<TestSocket> {
  const token = await app.signIn(userName)
  const socket = await openSocket(app)
  socket.send({ type: 'session', token })
  await vi.waitFor(() => expect(socket.heard).toContainEqual({ type: 'session', state: 'open' }))
  return socket
}
const said = (socket: TestSocket) => socket.heard.filter(({ type }) => type === 'test')

test('push sends a message to every socket of the account and to no other account', async () => {
  const [first, second, other] = [await openFor('one'), await openFor('one'), await openFor('two')]
  const stranger = await openSocket(app)
  await push(app.services.db, ['one', 'nobody'], { type: 'test' })
  await vi.waitFor(() => expect([said(first).length, said(second).length]).toEqual([1, 1]))
  await push(app.services.db, ['two'], { type: 'test' })
  await vi.waitFor(() => expect(said(other)).toHaveLength(1))
  expect([said(first).length, said(stranger).length]).toEqual([1, 0])
  for (const socket of [first, second, other, stranger]) socket.close()
})

test('push sends a message only to the account that signed in last on a socket', async () => {
  const socket = await openFor('one')
  socket.send({ type: 'session', token: await app.signIn('two') })
  await vi.waitFor(() => expect(socket.heard.filter(({ state }) => state === 'open')).toHaveLength(2))
  await push(app.services.db, ['one'], { type: 'test' })
  await push(app.services.db, ['two'], { type: 'test' })
  await vi.waitFor(() => expect(said(socket)).toHaveLength(1))
  await sleep(50)
  expect(said(socket)).toHaveLength(1)
  socket.close()
})

test('push sends nothing when its transaction is rolled back', async () => {
  const socket = await openFor('one')
  const undone = app.services.db.transaction().execute(async (transaction) => {
    await push(transaction, ['one'], { type: 'test' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await push(app.services.db, ['one'], { type: 'test' })
  await vi.waitFor(() => expect(said(socket)).toHaveLength(1))
  socket.close()
})
