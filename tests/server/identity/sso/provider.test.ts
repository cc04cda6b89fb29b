// Tests the demo identity provider: the CAS round trip as a browser makes it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureDemoAccounts } from '#server/identity/accounts/first-accounts.ts'
import { readCasAnswer } from '#server/identity/sso/cas/cas-answer.ts'
import { CasServer } from '#server/identity/sso/cas/cas-server.ts'
import { NO_VISITOR } from '#server/platform/http/visitor-key.ts'
import { smallModel } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const PASSWORD = 'a long enough password'
const HOST = 'localhost:8080'
const HOME = `http://${HOST}/`

let app: TestApp
let now = Date.UTC(2026, 0, 5)

beforeAll(async () => {
  app = await createTestApp({ model: await smallModel(), clock: () => new Date(now) })
  await ensureDemoAccounts(app.services, PASSWORD, { isLinked: true })
})
afterAll(() => app.close())

const ask = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  app.get(url, { headers: { host: HOST, ...headers } })
const enter = (fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
  app.ask({
    method: 'POST',
    url: '/sso/login',
    headers: {
      host: HOST,
      'content-type': 'application/x-www-form-urlencoded',
      origin: HOME.slice(0, -1),
      ...headers,
    },
    payload: new URLSearchParams(fields).toString(),
    remoteAddress: headers['x-test'] ?? '10.70.0.1',
  })
const ticketOf = (location: unknown) => new URL(String(location)).searchParams.get('ticket') ?? ''
const signIn = (ticket: string) =>
  app.post<{ token: string; user: { userName: string } }>(
    '/newapi/api/ssoLogin',
    { ticket },
    { headers: { host: HOST } },
  )
const validate = async (ticket: string, service: string, path = 'p3/serviceValidate') => {
  const { text, headers } = await ask(`/sso/${path}?${new URLSearchParams({ ticket, service })}`)
  expect(headers['content-type']).toContain('application/xml')
  return readCasAnswer(text)
}

async function newTicket(): Promise<string> {
  const { headers } = await enter({ username: 'demo-expert', password: PASSWORD, service: HOME })
  return ticketOf(headers.location)
}

describe('single sign-on round trip', () => {
  test('signs in at the provider, signs in again without a password, and signs out', async () => {
    const entry = await ask('/newapi/api/ssoEntry')
    const { url } = entry.data as { url: string }
    expect(url).toBe(`${HOME}sso/login?service=${encodeURIComponent(HOME)}`)
    const page = await ask(url)
    expect(page.status).toBe(200)
    expect(page.text).toContain('统一身份认证（演示）')
    expect(page.text).toContain(`name="service" value="${HOME}"`)

    const entered = await enter({ username: 'demo-expert', password: PASSWORD, service: HOME })
    expect(entered.status).toBe(303)
    expect(String(entered.headers.location)).toMatch(/^http:\/\/localhost:8080\/\?ticket=ST-[\w-]{32}$/)
    const cookie = String(entered.headers['set-cookie'])
    expect(cookie).toMatch(/^equipnet-sso=[\w-]{32}; Path=\/sso; HttpOnly; SameSite=Lax$/)
    const ticket = ticketOf(entered.headers.location)
    const signed = await signIn(ticket)
    expect(signed).toMatchObject({
      code: 0,
      data: { user: { userName: 'demo-expert', role: 'expert' }, ticket },
    })
    expect((await signIn(ticket)).code).toBe(40108)

    const visit = { cookie: cookie.split(';')[0] ?? '' }
    const again = await ask(url, visit)
    expect(again.status).toBe(303)
    expect((await signIn(ticketOf(again.headers.location))).code).toBe(0)

    const leave = await ask(`/newapi/api/ssoLogout?service=${encodeURIComponent(`${HOME}#/login`)}`, {
      token: signed.data.token,
    })
    expect(leave.headers.location).toBe(`${HOME}sso/logout?service=${encodeURIComponent(`${HOME}#/login`)}`)
    expect((await ask('/newapi/api/token', { token: signed.data.token })).status).toBe(401)
    const left = await ask(String(leave.headers.location), visit)
    expect(left.headers.location).toBe(`${HOME}#/login`)
    expect((await ask(url, visit)).status).toBe(200)
  })

  test('validates a ticket over a real connection with CasServer', async () => {
    const address = await app.app.listen({ port: 0, host: '127.0.0.1' })
    const server = new CasServer({ url: `${address}/sso`, protocol: 3 })
    const visit = { home: HOME, state: undefined, browser: NO_VISITOR }
    expect(await server.identify(await newTicket(), visit)).toMatchObject({
      user: 'demo-expert',
      attributes: { displayName: ['示例专家'] },
    })
  })
})

describe('demo identity provider', () => {
  test('validates a ticket once, for its service only and within a minute', async () => {
    const once = await newTicket()
    expect(await validate(once, HOME, 'serviceValidate')).toEqual({
      kind: 'person',
      user: 'demo-expert',
      attributes: {},
    })
    expect(await validate(once, HOME)).toMatchObject({ code: 'INVALID_TICKET' })
    const other = await newTicket()
    expect(await validate(other, 'https://other.example/')).toMatchObject({ code: 'INVALID_SERVICE' })
    expect(await validate(other, HOME)).toMatchObject({ code: 'INVALID_TICKET' })
    const late = await newTicket()
    now += 61_000
    expect(await validate(late, HOME)).toMatchObject({ code: 'INVALID_TICKET' })
    expect(await validate('', HOME)).toMatchObject({ code: 'INVALID_REQUEST' })
  })
  test('refuses wrong passwords and unknown names, and locks an account after repeated failures', async () => {
    for (const username of ['demo-unit', 'nobody', 'boss']) {
      const { status, text } = await enter({ username, password: 'wrong', service: HOME })
      expect(status).toBe(401)
      expect(text).toContain('账号或密码不正确')
    }
    for (let count = 0; count < 4; count += 1) await enter({ username: 'demo-unit', password: 'wrong' })
    const { text } = await enter({ username: 'demo-unit', password: PASSWORD })
    expect(text).toContain('密码连续输错')
  })
  test('refuses services of other sites and forms sent from other sites', async () => {
    for (const service of [
      'https://evil.example/',
      'http://localhost:8080@evil.example/',
      'javascript:alert(1)',
    ]) {
      expect((await ask(`/sso/login?service=${encodeURIComponent(service)}`)).status).toBe(403)
      expect((await enter({ username: 'demo-expert', password: PASSWORD, service })).status).toBe(403)
      const left = await ask(`/sso/logout?service=${encodeURIComponent(service)}`)
      expect(left.headers.location).toBeUndefined()
    }
    const foreign = await enter(
      { username: 'demo-expert', password: PASSWORD, service: HOME },
      { origin: 'https://evil.example' },
    )
    expect(foreign.status).toBe(403)
  })
  test('escapes the service parameter in its page', async () => {
    const service = `${HOME}?x="><script>alert(1)</script>`
    const { text } = await ask(`/sso/login?service=${encodeURIComponent(new URL(service).href)}`)
    expect(text).not.toContain('<script')
  })
  test('is unavailable outside demo mode', async () => {
    const real = await createTestApp({ model: app.source.model, env: { DEMO: '0' } })
    expect((await real.get('/newapi/api/ssoEntry')).code).toBe(50302)
    expect((await real.post('/newapi/api/ssoLogin', { ticket: 'ST-1' })).code).toBe(50302)
    expect((await real.get('/sso/p3/serviceValidate?ticket=ST-1&service=x')).text).not.toContain(
      'serviceResponse',
    )
    const back = await real.get('/newapi/api/ssoLogout', { headers: { host: HOST } })
    expect(back.headers.location).toBe(HOME)
    await real.close()
  })
})
