// Tests the API client: what calls send, and what their responses become (API-01 to API-05).
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ApiError } from '#portal/core/api/api-error.ts'
import { delayCalls, get, getJson, post } from '#portal/core/api/client.ts'
import { fillPath, requestKey } from '#portal/core/api/request-key.ts'
import { TIMEOUT } from '#portal/core/api/transport.ts'
import { endSession } from '#portal/core/session/session.ts'
import { beginSession } from '../../support/begin-session.ts'
import {
  type Call,
  type FakeServer,
  held,
  refusal,
  startFakeServer,
  success,
} from '../../support/fake-server.ts'

const PATH = '/newapi/sample'
const user = { id: '5', userName: 'zhang', name: '张三', role: 'ordinary' as const, black: false }

let server: FakeServer
beforeAll(async () => {
  server = await startFakeServer()
})
beforeEach(() => {
  server.reset()
  server.on(PATH, success({ ok: true }))
  delete window.__equipnetPreload
  endSession()
})

const only = () => {
  expect(server.calls).toHaveLength(1)
  return server.calls[0] as Call
}
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => Promise.reject(new Error('no failure')),
    (error: ApiError) => error,
  )

const READS = [
  ['get', () => get(PATH)],
  ['post', () => post(PATH, { a: 1 })],
] as const

describe.each(READS)('API client: %s', (method, call) => {
  test('API-01 sends the call to its path with its method', async () => {
    await call()
    expect([only().method, only().path]).toEqual([method.toUpperCase(), PATH])
  })

  test('a call names its session in a header and no token, which the cookie carries; a visitor names none', async () => {
    await call()
    expect('session' in only().headers).toBe(false)
    beginSession('abc-123', { user })
    await call()
    expect(server.calls[1]?.headers).toMatchObject({ session: 'abc-123' })
    expect(server.calls[1]?.headers).not.toHaveProperty('token')
  })

  test('waits for the promise of delayCalls before it sends', async () => {
    let come = () => {}
    delayCalls(
      new Promise<void>((resolve) => {
        come = resolve
      }),
    )
    const answer = call()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(server.calls).toEqual([])
    come()
    await answer
    expect(server.calls).toHaveLength(1)
  })

  test('API-03 sends the time as _t', async () => {
    const before = Date.now()
    await call()
    const sent = Number(only().params._t)
    expect(sent).toBeGreaterThanOrEqual(before)
    expect(sent).toBeLessThanOrEqual(Date.now())
  })

  test('API-04 gives up after 120,000 ms', async () => {
    expect(TIMEOUT).toBe(120_000)
    if (method === 'post') {
      await call()
      expect(only().timeout).toBe(TIMEOUT)
      return
    }
    vi.useFakeTimers()
    server.on(PATH, held().answering)
    const failure = failureOf(call())
    const isOver = vi.fn()
    void failure.then(isOver)
    await vi.advanceTimersByTimeAsync(TIMEOUT - 1)
    expect(isOver).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    expect((await failure).message).toBe('等待超时，请重试')
  })
})

test('getJson requests files without session and timestamp, so that they can be cached', async () => {
  beginSession('abc-123', { user })
  server.json('/config/pages/home.1.json', { id: 'home' })
  expect(await getJson('/config/pages/home.1.json')).toEqual({ id: 'home' })
  expect(only().params).toEqual({})
  expect('session' in only().headers).toBe(false)
})

describe('API-05 normalization of empty, undefined, "null" and "Invalid date"', () => {
  const given = {
    a: '',
    b: undefined,
    c: 'null',
    d: 'Invalid date',
    e: 0,
    f: false,
    g: ['', 'x'],
    h: { i: '' },
    j: 'nullable',
  }
  const sent = {
    a: null,
    b: null,
    c: null,
    d: null,
    e: 0,
    f: false,
    g: [null, 'x'],
    h: { i: null },
    j: 'nullable',
  }

  test('sends null at every depth of a body', async () => {
    await post(PATH, given)
    expect(only().body).toEqual(sent)
  })

  test('leaves the parameter out of the address of a get', async () => {
    const { g: _list, h: _record, ...plain } = given
    await get(PATH, plain)
    const { _t, ...params } = only().params
    expect(params).toEqual({ e: '0', f: 'false', j: 'nullable' })
  })

  test('sends null in the parameters of a post', async () => {
    await post(PATH, {}, given)
    const { _t, ...params } = only().params
    expect(params).toEqual(sent)
  })

  test('leaves form data unchanged', async () => {
    const body = new FormData()
    body.set('name', '')
    await post(PATH, body)
    expect(only().body).toBe(body)
  })
})

describe('result of a call', () => {
  test('is the data of the response', async () => {
    expect(await get(PATH)).toEqual({ ok: true })
  })

  test.each([
    [
      'a refusal',
      refusal(422, '标题太短', { errors: [{ path: '/title', message: '太短' }], data: { left: 2 } }),
      [422, 422, '标题太短', 'r-1', 1],
    ],
    [
      'a refusal with status 200',
      { status: 200, body: { code: 7, msg: '不行', data: null, requestId: 'r' } },
      [7, 200, '不行', 'r', 0],
    ],
    [
      'a page of a proxy',
      { status: 502, body: '<html>Bad Gateway</html>' },
      [502, 502, '服务暂时不可用，请稍后重试', '', 0],
    ],
    [
      'success with a failing status',
      { status: 500, body: { code: 0, data: {} } },
      [500, 500, '服务暂时不可用，请稍后重试', '', 0],
    ],
    ['nothing', { status: 200, body: null }, [200, 200, '服务暂时不可用，请稍后重试', '', 0]],
    ['plain text', { status: 200, body: 'hello' }, [200, 200, '服务暂时不可用，请稍后重试', '', 0]],
  ])(
    'is a failure when the response is %s',
    async (_, answer, [code, status, message, requestId, errors]) => {
      server.on(PATH, answer)
      const failure = await failureOf(get(PATH))
      expect([
        failure.code,
        failure.status,
        failure.message,
        failure.requestId,
        failure.errors.length,
      ]).toEqual([code, status, message, requestId, errors])
    },
  )

  test.each([
    ['ERR_NETWORK', -1, '网络连接失败，请检查网络后重试'],
    ['ECONNABORTED', -1, '等待超时，请重试'],
    ['ETIMEDOUT', -1, '等待超时，请重试'],
    ['ERR_CANCELED', -2, '已取消'],
  ])('is a failure with a message after the connection error %s', async (code, failed, message) => {
    server.on(PATH, () => Promise.reject(Object.assign(new Error('lost'), { code })))
    const failure = await failureOf(post(PATH))
    expect([failure.code, failure.status, failure.message]).toEqual([failed, 0, message])
  })

  test('is a network failure when the fetch of a get fails', async () => {
    server.on(PATH, () => Promise.reject(new TypeError('Failed to fetch')))
    const failure = await failureOf(get(PATH))
    expect([failure.code, failure.status, failure.message]).toEqual([-1, 0, '网络连接失败，请检查网络后重试'])
  })

  test('is a cancellation when a get is aborted after it was sent', async () => {
    server.on(PATH, held().answering)
    const controller = new AbortController()
    const failure = failureOf(get(PATH, {}, { signal: controller.signal }))
    await vi.waitFor(() => expect(server.calls).toHaveLength(1))
    controller.abort()
    expect((await failure).message).toBe('已取消')
  })

  test('is a cancellation when a get was aborted before it is sent', async () => {
    const controller = new AbortController()
    controller.abort()
    expect((await failureOf(get(PATH, {}, { signal: controller.signal }))).message).toBe('已取消')
  })

  test('is a failure when a page body is missing', async () => {
    server.on('/config/pages/gone.1.json', { status: 404, body: {} })
    expect((await failureOf(getJson('/config/pages/gone.1.json'))).status).toBe(404)
  })
})

describe('path parameters and request keys', () => {
  test('path parameters are escaped in the path, and other parameters are sent in the query', async () => {
    server.on('/newapi/info/a%2F..%2Fb', success(1))
    await get('/newapi/info/{id}', { id: 'a/../b', kind: 'x' })
    expect(only().params.kind).toBe('x')
    expect(only().params.id).toBeUndefined()
    expect(fillPath('/a/{b}', {})).toEqual({ path: '/a/', params: {} })
  })

  test.each([
    [{ b: 2, a: 1 }, '/p?a=1&b=2'],
    [{ a: '', b: null, c: undefined, d: 0, e: false }, '/p?d=0&e=false'],
    [{}, '/p'],
    [{ a: '防 汛&' }, '/p?a=%E9%98%B2+%E6%B1%9B%26'],
  ])('requestKey of %j is %s', (params, key) => {
    expect(requestKey('/p', params)).toBe(key)
  })
})

describe('preloaded response', () => {
  const ahead = (at: number, answer: Promise<unknown>) => {
    window.__equipnetPreload = new Map([[`${PATH}?a=1`, { at, answer }]])
  }
  const envelope = { code: 0, msg: 'success', data: 'ahead' }

  test('is used once, then the server is called', async () => {
    ahead(performance.now(), Promise.resolve(envelope))
    expect(await get(PATH, { a: 1 })).toBe('ahead')
    expect(server.calls).toHaveLength(0)
    expect(await get(PATH, { a: 1 })).toEqual({ ok: true })
  })

  test.each([
    ['too old', () => ahead(performance.now() - 6000, Promise.resolve(envelope))],
    ['failed', () => ahead(performance.now(), Promise.reject(new Error('lost')))],
    ['a refusal', () => ahead(performance.now(), Promise.resolve({ code: 401, msg: '', data: null }))],
    ['no answer', () => ahead(performance.now(), Promise.resolve(null))],
  ])('is replaced by a call when it is %s', async (_, prepare) => {
    prepare()
    expect(await get(PATH, { a: 1 })).toEqual({ ok: true })
    expect(server.calls).toHaveLength(1)
  })
})
