// Tests reading by pages of other sites: named origins read public calls, nobody writes or reads with credentials.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '#server/platform/settings.ts'
import { smallModel } from '../../support/small-configuration.ts'
import { type Answer, createTestApp, type TestApp } from '../../support/test-app.ts'

const PARTNER = 'https://partner.example'
const LIST = '/newapi/note/list'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({
    model: await smallModel(),
    env: { CORS_ORIGINS: `${PARTNER}, http://localhost:3000` },
  })
})
afterAll(() => app.close())

const get = (url: string, origin: string, at = app) => at.get(url, { headers: { origin } })
const preflight = (url: string, method: string, origin = PARTNER, at = app) =>
  at.ask({
    method: 'OPTIONS',
    url,
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'token' },
  })
const allowed = ({ headers }: Answer<unknown>) => headers['access-control-allow-origin']

describe('a public call', () => {
  test('may be read by a page of a named origin, without credentials', async () => {
    const answer = await get(LIST, PARTNER)
    expect([answer.status, allowed(answer)]).toEqual([200, PARTNER])
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    expect(String(answer.headers.vary)).toMatch(/origin/)
  })

  test('that is refused says so to a page of a named origin', async () => {
    const answer = await get(`${LIST}?page=0`, PARTNER)
    expect([answer.status, allowed(answer)]).toEqual([400, PARTNER])
  })

  test.each(['https://other.example', 'https://partner.example.evil', 'http://partner.example', 'null'])(
    'names no origin to a page of %s, and varies by it',
    async (origin) => {
      const answer = await get(LIST, origin)
      expect([answer.status, allowed(answer)]).toEqual([200, undefined])
      expect(String(answer.headers.vary)).toMatch(/origin/)
    },
  )

  test('may be asked for by a preflight, with no header of its own', async () => {
    const answer = await preflight(LIST, 'GET')
    expect([answer.status, allowed(answer), answer.headers['access-control-allow-methods']]).toEqual([
      204,
      PARTNER,
      'GET',
    ])
    expect(answer.headers).not.toHaveProperty('access-control-allow-headers')
  })

  test('names no origin to a preflight of another site', async () => {
    const answer = await preflight(LIST, 'GET', 'https://other.example')
    expect([answer.status, allowed(answer)]).toEqual([204, undefined])
  })
})

describe('a call that is not public', () => {
  test.each([
    ['a write', '/newapi/api/login', 'POST'],
    ['a write by GET', '/newapi/api/smsCode', 'GET'],
    ['a call for accounts', '/newapi/api/token', 'GET'],
  ])('names no origin: %s', async (_, url, method) => {
    expect(allowed(await preflight(url, method))).toBeUndefined()
    expect(
      allowed(await app.ask({ method: method as 'GET', url, headers: { origin: PARTNER } })),
    ).toBeUndefined()
  })
})

describe('a portal without CORS_ORIGINS', () => {
  test('names no origin and answers no preflight', async () => {
    const closed = await createTestApp({ model: await smallModel() })
    const answer = await get(LIST, PARTNER, closed)
    expect([answer.status, allowed(answer)]).toEqual([200, undefined])
    expect((await preflight(LIST, 'GET', PARTNER, closed)).status).toBe(405)
    await closed.close()
  })
})

test.each(['*', 'https://partner.example/', 'https://*.example', 'partner.example', 'ftp://partner.example'])(
  'CORS_ORIGINS is refused with one line when it is %s',
  (origins) => {
    expect(() => readSettings({ CORS_ORIGINS: origins })).toThrow(/CORS_ORIGINS 应为逗号分隔的网站来源/)
  },
)
