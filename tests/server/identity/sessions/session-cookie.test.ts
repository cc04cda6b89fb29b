// Tests the session of a browser: a cookie that scripts cannot read, set by every sign-in, that no other site writes with.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ensureDemoAccounts } from '#server/identity/accounts/first-accounts.ts'
import { newSmsCode } from '#server/identity/sms/sms-codes.ts'
import { smallModel } from '../../support/small-configuration.ts'
import { type Answer, createTestApp, type TestApp } from '../../support/test-app.ts'

const PASSWORD = 'a long enough password'
const MOBILE = '13800138000'
const OWN = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }

let app: TestApp
let now = Date.UTC(2026, 0, 5)

beforeAll(async () => {
  app = await createTestApp({ model: await smallModel(), clock: () => new Date(now) })
  await ensureDemoAccounts(app.services, PASSWORD)
  await app.services.db.updateTable('account').set({ mobile: MOBILE }).where('id', '=', 'demo-unit').execute()
})
afterAll(() => app.close())
beforeEach(() => {
  now += 3_600_000
})

const cookiesOf = ({ headers }: Answer<unknown>): string[] => [headers['set-cookie'] ?? []].flat().map(String)
/** What a browser sends after the answer: the cookies, and the header with the session's id. */
function browserAfter(answer: Answer<unknown>) {
  const cookie = cookiesOf(answer)
    .map((one) => one.split(';', 1)[0])
    .join('; ')
  return { cookie, session: /-session=([^;]+)/.exec(cookie)?.[1] ?? '' }
}
const signIn = (userName: string, headers: Record<string, string> = {}, at: TestApp = app) =>
  at.post<{ token: string }>('/newapi/api/login', { userName, password: PASSWORD }, { headers })
const whoAmI = (headers: Record<string, string>) => app.get<{ id: string }>('/newapi/api/token', { headers })
const logout = (headers: Record<string, string>) => app.post('/newapi/api/logout', {}, { headers })

describe('sign-in', () => {
  test('sets an HttpOnly cookie with the token, and a readable one with the id of the session only', async () => {
    const answer = await signIn('demo-supplier')
    const [token, id] = cookiesOf(answer)
    expect(token).toBe(
      `portal-session-token=${answer.data.token}; Path=/; SameSite=Lax; Max-Age=43200; HttpOnly`,
    )
    expect(id).toMatch(/^portal-session=[0-9a-f-]{36}; Path=\/; SameSite=Lax; Max-Age=43200$/)
    expect((await whoAmI(browserAfter(answer))).data.id).toBe('demo-supplier')
  })

  test('by a code sent to the mobile number sets the cookies too', async () => {
    const smsCode = await newSmsCode(app.services.db, MOBILE, 'login', new Date(now))
    const answer = await app.post('/newapi/v2/login', { mobile: MOBILE, smsCode })
    expect((await whoAmI(browserAfter(answer))).data.id).toBe('demo-unit')
  })

  test('that fails sets no cookie', async () => {
    const answer = await app.post('/newapi/api/login', { userName: 'demo-supplier', password: 'wrong' })
    expect([answer.status, cookiesOf(answer)]).toEqual([400, []])
  })

  test('of a portal whose address is https sets Secure cookies, the token for this host alone', async () => {
    const env = { PUBLIC_URL: 'https://portal.example' }
    const secure = await createTestApp({ model: await smallModel(), clock: () => new Date(now), env })
    await ensureDemoAccounts(secure.services, PASSWORD)
    const cookies = cookiesOf(await signIn('demo-supplier', {}, secure))
    expect(cookies[0]).toMatch(/^__Host-portal-session-token=[\w-]{43}; Path=\/; .*; Secure; HttpOnly$/)
    expect(cookies[1]).toMatch(/; Secure$/)
    await secure.close()
  })
})

describe('a call with the session cookie', () => {
  test('that only reads needs no header, as pictures and links send none', async () => {
    const { cookie } = browserAfter(await signIn('demo-supplier'))
    const answer = await whoAmI({ cookie })
    expect(answer.data.id).toBe('demo-supplier')
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('counts no longer once the page has removed the id of the session', async () => {
    const { cookie } = browserAfter(await signIn('demo-supplier'))
    const token = cookie.split('; ').find((one) => one.includes('token')) ?? ''
    expect((await whoAmI({ cookie: token })).status).toBe(401)
  })

  test('of a tab that shows another session is refused, and the session of the browser goes on', async () => {
    const first = browserAfter(await signIn('demo-supplier'))
    const second = browserAfter(await signIn('demo-expert'))
    const answer = await whoAmI({ cookie: second.cookie, session: first.session })
    expect([answer.status, cookiesOf(answer)]).toEqual([401, []])
    expect((await whoAmI(second)).data.id).toBe('demo-expert')
  })

  test.each([
    [
      'another site',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' },
    ],
    [
      'another host of the domain',
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    ],
    ['another origin, in a browser that reports no site', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
  ])('that writes for %s is refused with a message', async (_, headers) => {
    const browser = browserAfter(await signIn('demo-supplier'))
    const answer = await logout({ ...browser, ...headers })
    expect([answer.status, answer.msg]).toEqual([403, '这个地址只接受本站页面发出的请求'])
    expect((await whoAmI(browser)).data.id, 'nothing was done').toBe('demo-supplier')
  })

  test('that writes without naming the session is refused with a message', async () => {
    const { cookie } = browserAfter(await signIn('demo-supplier'))
    const answer = await logout({ cookie, origin: 'http://localhost', host: 'localhost' })
    expect([answer.status, answer.msg]).toEqual([403, expect.stringContaining('请求头 session')])
  })

  test('that writes for a page of the portal is answered', async () => {
    const browser = browserAfter(await signIn('demo-supplier'))
    expect((await logout({ ...browser, ...OWN })).status).toBe(200)
  })

  test('that writes for a page of the portal in a browser that reports no site is answered', async () => {
    const browser = browserAfter(await signIn('demo-supplier'))
    const headers = { ...browser, origin: 'http://portal.test', host: 'portal.test' }
    expect((await logout(headers)).status).toBe(200)
  })

  test('and with a token in the header is made in the name of the token', async () => {
    const browser = browserAfter(await signIn('demo-supplier'))
    const { data } = await signIn('demo-expert')
    const answer = await app.get<{ id: string }>('/newapi/api/token', { token: data.token, headers: browser })
    expect(answer.data.id).toBe('demo-expert')
  })
})

describe('the end of a session', () => {
  test('by signing out removes both cookies', async () => {
    const browser = browserAfter(await signIn('demo-supplier'))
    const cookies = cookiesOf(await logout({ ...browser, ...OWN }))
    expect(cookies).toEqual([
      'portal-session-token=; Path=/; SameSite=Lax; Max-Age=0; HttpOnly',
      'portal-session=; Path=/; SameSite=Lax; Max-Age=0',
    ])
    expect((await whoAmI(browser)).status).toBe(401)
  })

  test('by signing out with another token leaves the cookies', async () => {
    const browser = browserAfter(await signIn('demo-supplier'))
    const { data } = await signIn('demo-expert')
    const answer = await app.post('/newapi/api/logout', {}, { token: data.token, headers: browser })
    expect([answer.status, cookiesOf(answer)]).toEqual([200, []])
    expect((await whoAmI(browser)).data.id).toBe('demo-supplier')
  })

  test('by half an hour without use removes both cookies with the refusal', async () => {
    const browser = browserAfter(await signIn('demo-supplier'))
    now += 31 * 60_000
    const answer = await whoAmI(browser)
    expect(answer.status).toBe(401)
    expect(cookiesOf(answer)).toHaveLength(2)
    for (const cookie of cookiesOf(answer)) expect(cookie).toContain('Max-Age=0')
  })
})

describe('a session of version 0.1.0, whose token a script kept', () => {
  test('goes on: the page moves it into the cookie that scripts cannot read', async () => {
    const { token } = (await signIn('demo-supplier')).data
    const page = await app.get('/', { headers: { cookie: `portal-token=${token}` } })
    const cookies = cookiesOf(page)
    expect(cookies[0]).toContain(`portal-session-token=${token}; `)
    expect(cookies[2]).toBe('portal-token=; Path=/; SameSite=Strict; Max-Age=0')
    expect(page.headers['cache-control']).toBe('no-store')
    expect(
      (await whoAmI(browserAfter({ ...page, headers: { 'set-cookie': cookies.slice(0, 2) } }))).data.id,
    ).toBe('demo-supplier')
  })

  test('that is over is removed', async () => {
    const page = await app.get('/', { headers: { cookie: `portal-token=${'x'.repeat(43)}` } })
    expect(cookiesOf(page)).toEqual(['portal-token=; Path=/; SameSite=Strict; Max-Age=0'])
  })
})
