// Lists cases of what one websocket may say, and of how many there may be.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { SOCKET_LIMITS } from '#server/messaging/websocket/socket-limits.ts'
import { openSocket, type TestSocket } from '../support/open-socket.ts'
import { smallModel } from '../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

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

describe('a socket that says', () => {
  test.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['a list', '[]'],
    ['no kind of message', '{"token":"x"}'],
    ['a token that is none', '{"type":"session","token":7}'],
    ['a token longer than any', JSON.stringify({ type: 'session', token: 'x'.repeat(300) })],
    ['five thousand characters', JSON.stringify({ type: 'session', text: 'x'.repeat(5000) })],
  ])('%s is cut off', async (_, text) => {
    const socket = await openSocket(app)
    socket.send(text)
    expect(await endOf(socket.closed)).toBe(CUT_OFF)
  })

  test('a frame of 65 KB is cut off', async () => {
    const socket = await openSocket(app)
    socket.send('x'.repeat(65 * 1024))
    expect([CUT_OFF, TOO_BIG]).toContain(await endOf(socket.closed))
  })

  test('something of a newer page stays', async () => {
    const socket = await openSocket(app)
    socket.send({ type: 'chat', text: '你好' })
    socket.send({ type: 'session', token })
    await vi.waitFor(() => expect(socket.heard).toContainEqual({ type: 'session', state: 'open' }))
    socket.close()
  })

  test('twenty things in ten seconds stays, and is cut off at one more', async () => {
    const socket = await openSocket(app)
    for (let count = 0; count < 20; count += 1) socket.send({ type: 'chat' })
    expect(await Promise.race([socket.closed, sleep(100, 'still open')])).toBe('still open')
    socket.send({ type: 'chat' })
    expect(await endOf(socket.closed)).toBe(CUT_OFF)
  })

  test('many tokens at once is looked up one at a time, and belongs to the last', async () => {
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

describe('of many sockets', () => {
  test('the oldest without a session makes room, one with a session stays', async () => {
    const signedIn = await openSocket(small)
    await bind(signedIn)
    const strangers = []
    for (let count = 0; count < 3; count += 1) strangers.push(await openSocket(small))
    const late = await openSocket(small)
    expect(await endOf(strangers[0]?.closed as Promise<number>)).toBe(CUT_OFF)
    expect(await Promise.race([signedIn.closed, sleep(50, 'still open')])).toBe('still open')
    for (const socket of [signedIn, late, ...strangers]) socket.close()
  })

  test('one network has so many, and no more', async () => {
    await vi.waitFor(() => expect(small.app.websocketServer.clients.size).toBe(0))
    const sockets = []
    for (let count = 0; count < 5; count += 1) sockets.push(await openSocket(small))
    for (const socket of sockets.slice(-3)) await bind(socket)
    sockets.push(await openSocket(small), await openSocket(small))
    await expect(openSocket(small)).rejects.toThrow('429')
    for (const socket of sockets) socket.close()
  })

  test('a place is free again once its socket is closed', async () => {
    await vi.waitFor(() => expect(small.app.websocketServer.clients.size).toBe(0))
    for (let round = 0; round < 3; round += 1) {
      const sockets = []
      for (let count = 0; count < 3; count += 1) sockets.push(await openSocket(small))
      for (const socket of sockets) socket.close()
      await vi.waitFor(() => expect(small.app.websocketServer.clients.size).toBe(0))
    }
  })
})
