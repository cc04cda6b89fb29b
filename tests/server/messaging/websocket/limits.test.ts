// Tests limits of websockets: messages of one socket, and number of sockets.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { SOCKET_LIMITS } from '#server/messaging/websocket/sockets.ts'
import { openSocket, type TestSocket } from '../../support/open-socket.ts'
import { smallModel } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const PATIENCE = 2_000
const CUT_OFF = 1006
const TOO_BIG = 1009

let app: TestApp
/** A portal with room for few. */
let small: TestApp
let token: string

beforeAll(async () => {
  const model = await smallModel()
  app = await createTestApp({ model })
  small = await createTestApp({
    model,
    socketLimits: { ...SOCKET_LIMITS, mostStrangers: 3, perNetwork: 5, openedPerSecond: 1000 },
  })
  token = await app.signIn('reader')
})
afterAll(async () => {
  await app.close()
  await small.close()
})

async function bind(socket: TestSocket): Promise<void> {
  socket.send({ type: 'session', token: await small.signIn('reader') })
  await vi.waitFor(() => expect(socket.heard).toContainEqual({ type: 'session', state: 'open' }))
}

const endOf = (closed: Promise<number>) => Promise.race([closed, sleep(PATIENCE, 'still open')])

describe('message limits of a websocket', () => {
  test.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['a list', '[]'],
    ['no kind of message', '{"token":"x"}'],
    ['a token that is none', '{"type":"session","token":7}'],
    ['a token longer than any', JSON.stringify({ type: 'session', token: 'x'.repeat(300) })],
    ['five thousand characters', JSON.stringify({ type: 'session', text: 'x'.repeat(5000) })],
  ])('close a socket that sends %s', async (_, text) => {
    const socket = await openSocket(app)
    socket.send(text)
    expect(await endOf(socket.closed)).toBe(CUT_OFF)
  })

  test('close a socket that sends a frame of 65 KB', async () => {
    const socket = await openSocket(app)
    socket.send('x'.repeat(65 * 1024))
    expect([CUT_OFF, TOO_BIG]).toContain(await endOf(socket.closed))
  })

  test('keep a socket that sends an unknown message type', async () => {
    const socket = await openSocket(app)
    socket.send({ type: 'chat', text: '你好' })
    socket.send({ type: 'session', token })
    await vi.waitFor(() => expect(socket.heard).toContainEqual({ type: 'session', state: 'open' }))
    socket.close()
  })

  test('keep a socket with 20 messages in ten seconds and close the socket at the 21st message', async () => {
    const socket = await openSocket(app)
    for (let count = 0; count < 20; count += 1) socket.send({ type: 'chat' })
    expect(await Promise.race([socket.closed, sleep(100, 'still open')])).toBe('still open')
    socket.send({ type: 'chat' })
    expect(await endOf(socket.closed)).toBe(CUT_OFF)
  })

  test('look up many tokens one at a time and bind the socket to the last token', async () => {
    const recognise = vi.spyOn(app.sessions, 'recognise')
    const last = await app.signIn('other')
    const second = await openSocket(app)
    for (let count = 0; count < 10; count += 1) second.send({ type: 'session', token })
    second.send({ type: 'session', token: last })
    await vi.waitFor(() => expect(second.heard).toContainEqual({ type: 'session', state: 'open' }))
    await vi.waitFor(() => expect(recognise.mock.lastCall).toEqual([last]))
    expect(recognise.mock.calls.length).toBeLessThanOrEqual(3)
    recognise.mockRestore()
    second.close()
  })
})

describe('count limits of websockets', () => {
  test('close the oldest socket without a session and keep a socket with a session', async () => {
    const signedIn = await openSocket(small)
    await bind(signedIn)
    const strangers = []
    for (let count = 0; count < 3; count += 1) strangers.push(await openSocket(small))
    const late = await openSocket(small)
    expect(await endOf(strangers[0]?.closed as Promise<number>)).toBe(CUT_OFF)
    expect(await Promise.race([signedIn.closed, sleep(50, 'still open')])).toBe('still open')
    for (const socket of [signedIn, late, ...strangers]) socket.close()
  })

  test('refuse a further socket of a full network with 429', async () => {
    await vi.waitFor(() => expect(small.app.websocketServer.clients.size).toBe(0))
    const sockets = []
    for (let count = 0; count < 5; count += 1) sockets.push(await openSocket(small))
    for (const socket of sockets.slice(-3)) await bind(socket)
    sockets.push(await openSocket(small), await openSocket(small))
    await expect(openSocket(small)).rejects.toThrow('429')
    for (const socket of sockets) socket.close()
  })

  test('free the slot of a closed socket', async () => {
    await vi.waitFor(() => expect(small.app.websocketServer.clients.size).toBe(0))
    for (let round = 0; round < 3; round += 1) {
      const sockets = []
      for (let count = 0; count < 3; count += 1) sockets.push(await openSocket(small))
      for (const socket of sockets) socket.close()
      await vi.waitFor(() => expect(small.app.websocketServer.clients.size).toBe(0))
    }
  })
})
