// Tests request validation before any handler: bodies, parameters, methods, access, headers.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { smallModel } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const CHINESE = /[\u4e00-\u9fff]/
const HEADERS = ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'x-request-id']

let app: TestApp
let user: string
let operator: string
let black: string

beforeAll(async () => {
  app = await createTestApp({ model: await smallModel() })
  user = await app.signIn('user')
  operator = await app.signIn('boss', 'operator')
  black = await app.signIn('black', 'supplier', { black: true })
})
afterAll(() => app.close())

describe('body of POST /note/add', () => {
  const NOTE = { title: '一张便签' }
  const rows: readonly (readonly [
    name: string,
    body: unknown,
    status: number,
    code: number,
    path?: string,
  ])[] = [
    ['no JSON', '{"title": ', 400, 40001],
    ['text that is no JSON', 'title=1', 400, 40001],
    ['no body at all', '', 400, 40002, '/title'],
    ['null', 'null', 400, 40002, '/title'],
    ['an array', '[]', 400, 40002],
    ['a number', '7', 400, 40002],
    ['an unknown field', { ...NOTE, boss: true }, 400, 40002, '/boss'],
    ['an unknown field that is null', { ...NOTE, boss: null }, 400, 40002, '/boss'],
    [
      'the server’s own fields',
      { ...NOTE, status: 'online', ownerId: 'x', viewCount: 9 },
      400,
      40002,
      '/status',
    ],
    ['__proto__', '{"title":"一张便签","__proto__":{"role":"operator"}}', 400, 40002],
    ['constructor.prototype', '{"title":"一张便签","constructor":{"prototype":{"x":1}}}', 400, 40002],
    ['a text too short', { title: '一' }, 400, 40002, '/title'],
    ['a text too long', { title: '长'.repeat(21) }, 400, 40002, '/title'],
    ['only spaces', { title: '    ' }, 400, 40002, '/title'],
    ['only characters that nobody sees', { title: '\u200b\u202e\u0007\u200f\u2066' }, 400, 40002, '/title'],
    ['the text null', { title: 'null' }, 400, 40002, '/title'],
    ['an array for a text', { title: ['a'] }, 400, 40002, '/title'],
    ['an object for a text', { title: { a: 1 } }, 400, 40002, '/title'],
    ['a number for a text', { title: 12345 }, 400, 40002, '/title'],
    ['a text for a number', { ...NOTE, budget: '12' }, 400, 40002, '/budget'],
    ['a number without end', '{"title":"一张便签","budget":1e999}', 400, 40002, '/budget'],
    ['a number too large', { ...NOTE, budget: 1001 }, 400, 40002, '/budget'],
    ['a day that is none', { ...NOTE, day: '2026-02-30' }, 400, 40002, '/day'],
    ['a mobile that is none', { ...NOTE, mobile: '123' }, 400, 40002, '/mobile'],
    ['a NUL', { title: 'ab\0cd' }, 400, 40002, '/title'],
    ['half a character', '{"title":"ab\\ud800"}', 400, 40002, '/title'],
    ['a list too long', { ...NOTE, tags: ['a', 'b', 'c'] }, 400, 40002, '/tags'],
    ['a wrong entry of a list', { ...NOTE, tags: ['a', { b: 1 }] }, 400, 40002, '/tags/1'],
    ['endless nesting', `{"title":${'['.repeat(5000)}${']'.repeat(5000)}}`, 413, 41301],
    ['a megabyte', { title: 'x'.repeat(1_100_000) }, 413, 41301],
  ]
  test.each(rows)('is refused with a Chinese message: %s', async (_name, body, status, code, path) => {
    const answer = await app.post('/newapi/note/add', body, { token: user })
    expect(answer).toMatchObject({ status, code })
    expect(answer.msg).toMatch(CHINESE)
    expect(answer.requestId).toBeTruthy()
    if (path) {
      const error = answer.errors?.find((entry) => entry.path === path)
      expect(error?.message).toMatch(CHINESE)
    }
  })

  test('causes no server error with arrays, objects or null in any field', async () => {
    const fields = ['title', 'mood', 'budget', 'day', 'mobile', 'tags', 'body']
    const values = [[], {}, null, [[]], { a: { b: 1 } }, true, -1e308, '\u202e', ['x'.repeat(9999)]]
    for (const field of fields) {
      for (const value of values) {
        const body = { title: '一张便签', [field]: value }
        const answer = await app.post('/newapi/note/add', body, { token: user })
        expect(answer.status, `${field}: ${JSON.stringify(value)?.slice(0, 40)}`).toBeLessThan(500)
      }
    }
  })

  test('of another media type is refused with 415', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await app.post('/newapi/note/add', 'title=abc', { token: user, headers })
    expect(answer).toMatchObject({ status: 415, code: 41501 })
  })

  test('is refused with the titles of its missing and invalid fields', async () => {
    const answer = await app.post('/newapi/note/add', { budget: 'x' }, { token: user })
    expect(answer.errors).toEqual([
      { path: '/title', message: '请填写标题' },
      { path: '/budget', message: '预算应为数字' },
    ])
  })

  test('is normalized: trimmed, full-width digits converted, empty values dropped', async () => {
    const body = { title: '  第３张便签 ', mobile: '138 0013 8000', day: '', mood: null, body: ' 留白 ' }
    const added = await app.post<{ id: string }>('/newapi/note/add', body, { token: user })
    expect(added).toMatchObject({ status: 200, code: 0, msg: 'success' })
    const stored = await app.get(`/newapi/note/info/${added.data.id}`)
    expect(stored.data).toMatchObject({ title: '第3张便签', day: null, mood: null })
  })
})

describe('parameters and addresses of requests', () => {
  const rows: readonly (readonly [name: string, url: string, status: number, code: number])[] = [
    ['page 0', '/newapi/note/list?page=0', 400, 40003],
    ['limit 1000', '/newapi/note/list?limit=1000', 400, 40003],
    ['a page that is no number', '/newapi/note/list?page=abc', 400, 40003],
    ['a parameter given twice', '/newapi/note/list?page=1&page=2', 400, 40003],
    ['a NUL', '/newapi/note/list?keyWord=a%00b', 400, 40003],
    ['a wrong id', '/newapi/note/info/nothing', 404, 40401],
    ['an id that is SQL', `/newapi/note/info/${encodeURIComponent("1'; drop table item; --")}`, 400, 40003],
    ['an id that is a path', '/newapi/note/info/..%2f..%2fetc', 400, 40003],
    ['an id that is too long', `/newapi/note/info/${'9'.repeat(300)}`, 400, 40003],
    ['broken percent encoding', '/newapi/note/info/%E0%A4%A', 404, 40402],
    ['no id', '/newapi/note/info/', 404, 40402],
    ['an unknown address', '/newapi/nothing', 404, 40402],
    ['the prefix alone', '/newapi/', 404, 40402],
    ['an unknown dictionary', '/newapi/api/dict/dicts/nothing', 404, 40401],
    ['a dictionary called __proto__', '/newapi/api/dict/dicts/__proto__', 404, 40401],
  ]
  test.each(rows)('are refused with a Chinese message: %s', async (_name, url, status, code) => {
    const answer = await app.get(url)
    expect(answer).toMatchObject({ status, code })
    expect(answer.msg).toMatch(CHINESE)
  })

  const named: readonly (readonly [url: string, msg: string])[] = [
    ['/newapi/note/list?page=abc', '请求参数有误：页码应为整数（参数 page）'],
    ['/newapi/note/list?keyWord=a%00b', '请求参数有误：含有无法保存的字符，请删除后重试（参数 keyWord）'],
    ['/newapi/note/like', '请求参数有误：缺少内容编号（参数 id）'],
  ]
  test.each(named)('of %s are named in the message when invalid or missing', async (url, msg) => {
    expect((await app.get(url, { token: user })).msg).toBe(msg)
  })
  test('of an upload without form and field are named in the message', async () => {
    const answer = await app.post('/file/fileOperation/upload', undefined, { token: user })
    expect(answer.msg).toBe('请求参数有误：请填写表单（参数 form）；请填写表单的项目（参数 field）')
  })

  const harmless = [
    "keyWord=';%20drop%20table%20item;%20--",
    '__proto__[role]=operator&constructor=1',
    '_t=1700000000000&unknown=1',
    'page=&limit=null&mood=undefined',
    'keyWord=%25%27%22%5C',
  ]
  test.each(harmless)('cause no error in a read: %s', async (query) => {
    const answer = await app.get<{ list: unknown[]; currPage: number }>(`/newapi/note/list?${query}`)
    expect(answer).toMatchObject({ status: 200, code: 0, data: { currPage: 1 } })
  })

  test('are refused in a write when unknown, except the time stamp _t', async () => {
    const added = await app.post<{ id: string }>(
      '/newapi/note/add?_t=1',
      { title: '一张便签' },
      { token: user },
    )
    expect(added.status).toBe(200)
    const reader = await app.signIn('reader')
    const refused = await app.get(`/newapi/note/like?id=${added.data.id}&sudo=1`, { token: reader })
    expect(refused).toMatchObject({ status: 400, code: 40004 })
    const liked = await app.get(`/newapi/note/like?id=${added.data.id}&_t=2`, { token: reader })
    expect(liked).toMatchObject({ status: 200, code: 0 })
  })
})

describe('POST to an unknown address or to a read', () => {
  const bodies: readonly (readonly [type: string, payload: string])[] = [
    ['application/json', '{"title": '],
    ['application/json', `{"title":"${'x'.repeat(5_000)}"}`],
    ['application/x-www-form-urlencoded', 'a=1'],
    ['text/csv', 'a,b'],
    ['multipart/form-data; boundary=x', '--x--'],
  ]
  test.each(bodies)('is answered with 404 or 405 for a body of type %s', async (type, payload) => {
    const headers = { 'content-type': type }
    for (const url of ['/newapi/nothing', '/file/nothing', '/messageInfo/nothing'])
      expect(await app.ask({ method: 'POST', url, headers, payload })).toMatchObject({
        status: 404,
        code: 40402,
      })
    const wrong = await app.ask({ method: 'POST', url: '/newapi/note/list', headers, payload })
    expect(wrong).toMatchObject({ status: 405, code: 40501 })
    expect(wrong.headers.allow).toBe('GET')
  })
})

describe('HTTP methods', () => {
  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    '%s is refused with 405 and an Allow header',
    async (method) => {
      const answer = await app.ask({ method, url: '/newapi/note/list' })
      expect(answer).toMatchObject({ status: 405, code: 40501 })
      expect(answer.headers.allow).toBe('GET')
    },
  )
  test('POST is refused with 405 for a read', async () => {
    expect(await app.post('/newapi/note/list', {})).toMatchObject({ status: 405, code: 40501 })
  })
  test('HEAD answers a read without a body and is refused with 405 for a write', async () => {
    expect(await app.ask({ method: 'HEAD', url: '/newapi/note/list' })).toMatchObject({
      status: 200,
      text: '',
    })
    const write = await app.ask({ method: 'HEAD', url: '/newapi/note/like?id=1', headers: { token: user } })
    expect(write.status).toBe(405)
  })
})

describe('access of guests, users, operators and blacklisted users', () => {
  const ADD = { method: 'POST', url: '/newapi/note/add', payload: { title: '一张便签' } } as const
  const rows = [
    ['a guest reads', () => undefined, { method: 'GET', url: '/newapi/note/list' } as const, 200, 0],
    ['a guest does not write', () => undefined, ADD, 401, 401],
    [
      'a guest has no own session',
      () => undefined,
      { method: 'GET', url: '/newapi/api/token' } as const,
      401,
      401,
    ],
    ['a token that is none', () => 'nonsense', ADD, 401, 401],
    ['a token nobody has', () => 'x'.repeat(43), ADD, 401, 401],
    [
      'a token nobody has does not hinder reading',
      () => 'x'.repeat(43),
      { method: 'GET', url: '/newapi/note/list' } as const,
      200,
      0,
    ],
    ['a user writes', () => user, ADD, 200, 0],
    ['an operator writes', () => operator, ADD, 200, 0],
    ['a blacklisted user reads', () => black, { method: 'GET', url: '/newapi/note/list' } as const, 200, 0],
    ['a blacklisted user does not write', () => black, ADD, 403, 40302],
    [
      'a blacklisted user signs out',
      () => black,
      { method: 'POST', url: '/newapi/api/logout' } as const,
      200,
      0,
    ],
  ] as const
  test.each(rows)('is checked for session and role: %s', async (_name, token, request, status, code) => {
    const given = token()
    const answer = await app.ask({ ...request, headers: given ? { token: given } : {} })
    expect(answer).toMatchObject({ status, code })
  })

  test('to delete a note is granted to its owner and refused for others (403) and missing ids (404)', async () => {
    const { data } = await app.post<{ id: string }>(
      '/newapi/note/add',
      { title: '一张便签' },
      { token: user },
    )
    const other = await app.signIn('other')
    expect(await app.get(`/newapi/note/delete?id=${data.id}`, { token: other })).toMatchObject({
      status: 403,
      code: 40301,
    })
    expect(await app.get('/newapi/note/delete?id=nothing', { token: user })).toMatchObject({ status: 404 })
    expect(await app.get(`/newapi/note/delete?id=${data.id}`, { token: user })).toMatchObject({ status: 200 })
    expect(await app.get(`/newapi/note/info/${data.id}`)).toMatchObject({ status: 404 })
  })
})

describe('response headers', () => {
  const urls = [
    '/newapi/note/list',
    '/newapi/nothing',
    '/nothing.js',
    '/config/manifest.json',
    '/healthz',
    '/%E0%A4%A',
    '/',
  ]
  test.each(urls)('include the security headers for %s', async (url) => {
    const { headers } = await app.get(url)
    for (const name of HEADERS) expect(headers[name], name).toBeTruthy()
    const policy = String(headers['content-security-policy'])
    expect(policy).not.toMatch(/unsafe|\*/)
    for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'self'"])
      expect(policy).toContain(part)
    expect(headers['x-content-type-options']).toBe('nosniff')
  })
  test('include the security headers for a refused body', async () => {
    const { headers } = await app.post('/newapi/note/add', '{', { token: user })
    for (const name of HEADERS) expect(headers[name], name).toBeTruthy()
  })
  test('forbid caching of answers and mark page bodies as immutable', async () => {
    expect((await app.get('/newapi/note/list')).headers['cache-control']).toBe('no-store')
    const manifest = JSON.parse((await app.get('/config/manifest.json')).text)
    expect((await app.get(manifest.pages[0].url)).headers['cache-control']).toContain('immutable')
  })
})
