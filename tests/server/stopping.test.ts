// Tests a server without a database, internal errors, and an orderly stop.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { smallModel } from './support/small-configuration.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp

beforeEach(async () => {
  app = await createTestApp({ model: await smallModel() })
})
afterEach(() => app.close().catch(() => undefined))

/** Status and body over a real connection. */
async function fetchFrom(
  url: string,
  agent: Agent,
): Promise<{ status: number; text: string; connection: string }> {
  const [response] = (await once(get(url, { agent }), 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return { status: response.statusCode ?? 0, text, connection: response.headers.connection ?? '' }
}

describe('server without a database', () => {
  test('refuses calls with 503 and a retry time, without internal details', async () => {
    app.app.log.level = 'silent'
    const token = await app.signIn('user')
    await app.services.database.close()
    const answers = [
      await app.get('/newapi/note/list'),
      await app.post('/newapi/note/add', { title: '一张便签' }, { token }),
      await app.post('/newapi/api/login', { userName: 'user', password: 'x' }),
    ]
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 503, code: 50301 })
      expect(answer.headers['retry-after']).toBe('2')
      expect(answer.text).not.toMatch(/pool|client|connect|sql|at /i)
    }
    expect((await app.get('/readyz')).status).toBe(503)
    expect((await app.get('/healthz')).status, 'the process itself is well').toBe(200)
    expect((await app.get('/newapi/api/dict/all')).status, 'what needs no database is served').toBe(200)
  })
})

describe('internal error', () => {
  test('is returned with its request id and without internal details', async () => {
    app.services.cache.read = () => Promise.reject(new TypeError('secret detail of /etc/passwd'))
    app.app.log.level = 'silent'
    const answer = await app.get('/newapi/api/stat/overview')
    expect(answer).toMatchObject({ status: 500, code: 500, data: null })
    expect(answer.text).not.toContain('secret')
    expect(answer.requestId).toBe(answer.headers['x-request-id'])
  })
})

describe('stopping server', () => {
  test('finishes open requests, also on keep-alive connections, and refuses new connections', async () => {
    const address = await app.app.listen({ port: 0, host: '127.0.0.1' })
    const agent = new Agent({ keepAlive: true })
    await fetchFrom(`${address}/healthz`, agent)
    const read = app.services.cache.read.bind(app.services.cache)
    app.services.cache.read = async (...parts) => {
      await sleep(400)
      return read(...parts)
    }
    const underWay = fetchFrom(`${address}/newapi/api/stat/overview`, agent)
    await sleep(100)
    const began = performance.now()
    const closed = app.app.close()
    const text = '{"code":0,"msg":"success","data":[]}'
    expect(await underWay).toEqual({ status: 200, text, connection: 'close' })
    await closed
    expect(performance.now() - began).toBeLessThan(5000)
    await expect(fetchFrom(`${address}/healthz`, new Agent())).rejects.toThrow('ECONNREFUSED')
    agent.destroy()
  })
  test('closes within two seconds despite open websockets', async () => {
    const address = await app.app.listen({ port: 0, host: '127.0.0.1' })
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    }
    await once(get(`${address}/websocket`, { headers }), 'upgrade')
    const began = performance.now()
    await app.app.close()
    expect(performance.now() - began).toBeLessThan(2000)
  })
})

describe('request that is not HTTP', () => {
  test('is refused with 400 and a Chinese message', async () => {
    const address = new URL(await app.app.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(address.port), '127.0.0.1')
    socket.end('NONSENSE\r\n\r\n')
    let text = ''
    for await (const chunk of socket.setEncoding('utf8')) text += chunk
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(text).toContain('无法识别的请求')
    expect(text).toContain("object-src 'none'")
  })
})
