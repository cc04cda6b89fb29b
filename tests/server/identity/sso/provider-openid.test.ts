// Tests the demo identity provider as an OpenID provider: the round trip as a browser makes it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureDemoAccounts } from '#server/identity/accounts/first-accounts.ts'
import { smallModel } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const PASSWORD = 'a long enough password'
const HOST = 'localhost:8080'
const HOME = `http://${HOST}/`
const STATE = 'a'.repeat(24)

let app: TestApp
let now = Date.now()

beforeAll(async () => {
  const env = { SSO_PROTOCOL: 'oidc' }
  app = await createTestApp({ model: await smallModel(), env, clock: () => new Date(now) })
  await ensureDemoAccounts(app.services, PASSWORD, { isLinked: true })
})
afterAll(() => app.close())

const ask = (url: string, cookie = '') => app.get<{ url: string }>(url, { headers: { host: HOST, cookie } })
const submit = (url: string, fields: Readonly<Record<string, string>>, headers = {}) =>
  app.ask<unknown>({
    method: 'POST',
    url,
    headers: { host: HOST, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
const cookieOf = ({ headers }: Pick<Awaited<ReturnType<typeof ask>>, 'headers'>) =>
  String(headers['set-cookie']).split(';')[0] ?? ''
const locationOf = ({ headers }: Pick<Awaited<ReturnType<typeof ask>>, 'headers'>) => String(headers.location)

/** Signs in at the provider; the answer is the address at which the browser returns, and its cookie. */
async function visitProvider(): Promise<{ readonly back: URL; readonly browser: string }> {
  const entry = await ask(`/newapi/api/ssoEntry?state=${STATE}`)
  const toSignIn = await ask(entry.data.url)
  const page = await ask(locationOf(toSignIn))
  expect(page.text).toContain('统一身份认证（演示）')
  const service = new URL(locationOf(toSignIn), HOME).searchParams.get('service') ?? ''
  const entered = await submit('/sso/login', { username: 'demo-expert', password: PASSWORD, service })
  const again = await ask(locationOf(entered), cookieOf(entered))
  return { back: new URL(locationOf(again)), browser: cookieOf(entry) }
}
const redeem = (code: string | null, cookie: string) =>
  app.post<{ user: object }>(
    '/newapi/api/ssoLogin',
    { ticket: code ?? '', state: STATE },
    { headers: { host: HOST, cookie } },
  )

test('a demo account signs in by OpenID Connect, and its code counts once', async () => {
  const { back, browser } = await visitProvider()
  expect(back.origin + back.pathname).toBe(HOME)
  expect(back.searchParams.get('state')).toBe(STATE)
  const code = back.searchParams.get('code')
  const signedIn = await redeem(code, browser)
  expect(signedIn).toMatchObject({ code: 0, data: { user: { userName: 'demo-expert', role: 'expert' } } })
  expect((await redeem(code, browser)).code).toBe(40108)
})

test('the demo provider refuses a code after a minute, and with the verifier of another browser', async () => {
  const { back } = await visitProvider()
  const other = await visitProvider()
  expect((await redeem(back.searchParams.get('code'), other.browser)).code).toBe(40108)
  const late = await visitProvider()
  now += 61_000
  expect((await redeem(late.back.searchParams.get('code'), late.browser)).code).toBe(40108)
})

test('the demo provider sends nobody to another site', async () => {
  for (const address of [
    'https://evil.example/',
    'http://localhost:8080@evil.example/',
    'javascript:alert(1)',
    '',
  ]) {
    const query = new URLSearchParams({ redirect_uri: address, state: STATE, code_challenge: 'x' })
    expect((await ask(`/sso/authorize?${query}`)).status, address).toBe(403)
    const left = await ask(`/sso/logout?${new URLSearchParams({ post_logout_redirect_uri: address })}`)
    expect(left.headers.location, address).toBeUndefined()
  }
})

test('the demo provider describes itself at its own address, and leaving ends there', async () => {
  const { text } = await ask('/sso/.well-known/openid-configuration')
  expect(JSON.parse(text)).toMatchObject({ issuer: `${HOME}sso`, jwks_uri: `${HOME}sso/jwks` })
  const keys = JSON.parse((await ask('/sso/jwks')).text) as { keys: readonly object[] }
  expect(keys.keys).toHaveLength(1)
  expect(JSON.stringify(keys), 'no private key').not.toContain('"d"')
  const wrong = await submit('/sso/token', {
    grant_type: 'authorization_code',
    code: 'invented',
    redirect_uri: HOME,
  })
  expect([wrong.status, JSON.parse(wrong.text)]).toEqual([400, { error: 'invalid_grant' }])
  const list = await app.post('/sso/token', [1, [2], null], { headers: { host: HOST } })
  expect([list.status, JSON.parse(list.text)]).toEqual([400, { error: 'invalid_grant' }])
  const left = await ask('/newapi/api/ssoLogout')
  const url = new URL(locationOf(left))
  expect(url.origin + url.pathname).toBe(`${HOME}sso/logout`)
  expect((await ask(url.pathname + url.search)).headers.location).toBe(HOME)
})
