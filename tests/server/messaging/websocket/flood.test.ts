// Tests that flooding websockets are cut off and do not slow other readers.
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Flood, flood } from '../../support/flood-sockets.ts'
import { smallModel } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const SOCKETS = 8
const LASTS = 2_000
const MEGABYTE = 1024 * 1024

let app: TestApp
let port: number

beforeAll(async () => {
  app = await createTestApp({ model: await smallModel() })
  port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => app.close())

/** Milliseconds until a reader has his answer. */
function read(): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', path: '/newapi/note/list' }, (answer) => {
      answer.resume().on('end', () => resolve(performance.now() - began))
    })
    call.on('error', reject).end()
  })
}

async function readWhile(running: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  void running.finally(() => {
    isOver = true
  })
  while (!isOver) {
    times.push(await read())
    await sleep(20)
  }
  return times
}

describe('flood from eight websockets', () => {
  const KINDS: readonly (readonly [Flood['kind'], string])[] = [
    ['tokens', 'tokens that open no session'],
    ['words', 'messages that nobody asked for'],
    ['pings', 'pings whose answers they do not read'],
    ['pieces', 'pieces of a message that never ends'],
  ]
  test.each(KINDS)('is cut off without slowing other readers, for %s: %s', async (kind) => {
    const recognise = vi.spyOn(app.sessions, 'recognise')
    await read()
    const before = process.memoryUsage().rss
    const attack = flood({ port, sockets: SOCKETS, lasts: LASTS, kind })
    const times = await readWhile(attack)
    const { cut, bytes } = await attack
    expect(cut, 'sockets cut off').toBe(SOCKETS)
    expect(bytes, 'taken from all of them').toBeLessThan(SOCKETS * 4 * MEGABYTE)
    expect(recognise.mock.calls.length, 'looks for a session').toBeLessThanOrEqual(SOCKETS)
    expect(process.memoryUsage().rss - before, 'memory').toBeLessThan(150 * MEGABYTE)
    // It was 28 seconds; the rest is the weather of a busy machine.
    expect(Math.max(...times), 'the slowest answer to a reader').toBeLessThan(1_500)
    recognise.mockRestore()
  })
})
