// Tests sign-in by OpenID Connect against a provider that is not ours, over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { hashPassword } from '#server/identity/accounts/passwords.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type OpenIdProvider,
  signInAtProvider,
  startOpenIdProvider,
} from '../../../support/openid-provider.ts'
import { smallFiles } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const PORTAL = 'https://portal.example'
const HOME = `${PORTAL}/`
const PASSWORD = 'Kaijuan-2026!'

interface SignedIn {
  readonly token: string
  readonly ticket: string
  readonly user: {
    readonly id: string
    readonly userName: string
    readonly name: string
    readonly role: string
  }
}

/** Cookies of one browser. */
interface TestBrowser {
  cookie: string
}

async function modelWithGroups() {
  const files = await smallFiles()
  const written = JSON.parse(files.get('schemas/roles.json') ?? '')
  written.roles.operator.groups = ['portal-operators', 'CN=Ops,OU=Groups,DC=example']
  written.roles.expert.groups = ['experts']
  files.set('schemas/roles.json', JSON.stringify(written))
  const result = checkConfiguration(files)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.model
}

let provider: OpenIdProvider
let app: TestApp
let count = 0

beforeAll(async () => {
  provider = await startOpenIdProvider(HOME)
  app = await createTestApp({
    model: await modelWithGroups(),
    env: {
      PUBLIC_URL: PORTAL,
      SSO_PROTOCOL: 'oidc',
      SSO_URL: provider.url,
      SSO_CLIENT_ID: CLIENT_ID,
      SSO_CLIENT_SECRET: CLIENT_SECRET,
      SSO_SCOPES: 'openid profile phone groups',
    },
  })
})
afterAll(async () => {
  await app?.close()
  await provider?.close()
})

function newState(): string {
  count += 1
  return `state-${count}`.padEnd(24, '0')
}
/** Begins a sign-in in a browser; the answer is the provider's address. */
async function begin(browser: TestBrowser, state = newState()): Promise<string> {
  const { data, headers } = await app.get<{ url: string }>(`/newapi/api/ssoEntry?state=${state}`, {
    headers: { cookie: browser.cookie },
  })
  browser.cookie = String(headers['set-cookie'] ?? browser.cookie).split(';')[0] ?? ''
  return data.url
}
const arrive = (url: URL, { cookie }: TestBrowser, state = url.searchParams.get('state') ?? '') =>
  app.post<SignedIn>(
    '/newapi/api/ssoLogin',
    { ticket: url.searchParams.get('code') ?? '', state },
    { headers: { cookie }, address: `10.61.${count % 250}.1` },
  )
async function signIn(login: string) {
  const browser = { cookie: '' }
  return arrive(await signInAtProvider(await begin(browser), login), browser)
}
const roleOf = async (id: string) =>
  app.services.db
    .selectFrom('account')
    .select(['role', 'ownRole'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('sign-in by OpenID Connect', () => {
  test('asks the provider for a code with PKCE, state and nonce, to return to the portal alone', async () => {
    const browser = { cookie: '' }
    const url = new URL(await begin(browser))
    const { code_challenge: challenge, nonce, state, ...others } = Object.fromEntries(url.searchParams)
    expect(url.origin).toBe(provider.url)
    expect(others).toEqual({
      client_id: CLIENT_ID,
      redirect_uri: HOME,
      response_type: 'code',
      scope: 'openid profile phone groups',
      code_challenge_method: 'S256',
    })
    expect([challenge, nonce, state].map((value) => (value ?? '').length)).toEqual([43, 43, 24])
    const again = new URL(await begin(browser))
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(again.searchParams.get(name), name).not.toBe(url.searchParams.get(name))
  })

  test('gives the browser a secret that scripts and other sites cannot read', async () => {
    const { headers } = await app.get('/newapi/api/ssoEntry')
    expect(String(headers['set-cookie'])).toMatch(
      /^equipnet_upload_[\w-]{8}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict;/,
    )
  })

  test('opens a session for a new account with the name of the provider, and audits it without the code', async () => {
    provider.people.set('lisi', { name: '李四' })
    const browser = { cookie: '' }
    const back = await signInAtProvider(await begin(browser), 'lisi')
    expect([...back.searchParams.keys()].sort()).toEqual(['code', 'iss', 'state'])
    const { code, data } = await arrive(back, browser)
    expect(code).toBe(0)
    expect(data).toMatchObject({ user: { userName: 'lisi', name: '李四', role: 'ordinary' } })
    const { data: user } = await app.get('/newapi/api/token', { token: data.token })
    expect(user).toMatchObject({ userName: 'lisi' })
    const audit = await app.services.db.selectFrom('audit').selectAll().execute()
    expect(audit.filter(({ actor }) => actor === data.user.id)).toMatchObject([
      { action: 'auth.login', result: 'ok', detail: { way: 'ticket' } },
    ])
    expect(JSON.stringify(audit)).not.toContain(back.searchParams.get('code'))
    expect((await signIn('lisi')).data.user.id, 'the same person again').toBe(data.user.id)
  })

  test('puts no token into an address that it requests', () => {
    for (const { pathname, search } of provider.requested)
      if (!pathname.startsWith('/interaction') && !pathname.startsWith('/auth'))
        expect(search, pathname).toBe('')
  })

  test('accepts a code once', async () => {
    const browser = { cookie: '' }
    const back = await signInAtProvider(await begin(browser), 'zhaoliu')
    expect((await arrive(back, browser)).code).toBe(0)
    expect(await arrive(back, browser)).toMatchObject({ status: 400, code: 40108, data: null })
  })

  test('refuses a code that the provider has not issued', async () => {
    const browser = { cookie: '' }
    const url = new URL(await begin(browser))
    const back = new URL(
      `?${new URLSearchParams({ code: 'invented', state: url.searchParams.get('state') ?? '' })}`,
      HOME,
    )
    expect(await arrive(back, browser)).toMatchObject({ status: 400, code: 40108 })
  })

  test('refuses a code with another state, and one without state', async () => {
    const browser = { cookie: '' }
    const back = await signInAtProvider(await begin(browser), 'lisi')
    expect(await arrive(back, browser, newState())).toMatchObject({ status: 400, code: 40108 })
    const code = (await signInAtProvider(await begin(browser), 'lisi')).searchParams.get('code')
    const bare = await app.post(
      '/newapi/api/ssoLogin',
      { ticket: code },
      { headers: { cookie: browser.cookie } },
    )
    expect(bare).toMatchObject({ status: 400, code: 40108, msg: '登录不是由本浏览器发起的，请重新登录' })
  })

  test('refuses a code of another browser, and one in a browser that has begun nothing', async () => {
    const other = { cookie: '' }
    await begin(other)
    for (const browser of [other, { cookie: '' }]) {
      const back = await signInAtProvider(await begin({ cookie: '' }), 'lisi')
      expect(await arrive(back, browser)).toMatchObject({ status: 400, code: 40108 })
    }
  })

  test('leaves to the end-session endpoint without a token, and returns to the portal alone', async () => {
    const { headers } = await app.get(
      `/newapi/api/ssoLogout?service=${encodeURIComponent('https://evil.example/')}`,
    )
    const url = new URL(String(headers.location))
    expect(url.origin + url.pathname).toBe(`${provider.url}/session/end`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: CLIENT_ID,
      post_logout_redirect_uri: HOME,
    })
  })

  test('links an account by a mobile number that the provider has verified, and by no other', async () => {
    await app.signIn('boss', 'operator')
    await app.services.db
      .updateTable('account')
      .set({ mobile: '13912345678' })
      .where('id', '=', 'boss')
      .execute()
    provider.people.set('thief', {
      phone_number: '13912345678',
      phone_number_verified: false,
      mobile: '13912345678',
    })
    expect((await signIn('thief')).data.user.role).toBe('ordinary')
    provider.people.set('chief', { phone_number: '+86 139-1234-5678', phone_number_verified: true })
    expect((await signIn('chief')).data.user).toMatchObject({ id: 'boss', role: 'operator' })
    provider.people.set('chief', {})
    expect(await roleOf('boss'), 'its own role is never taken away').toEqual({
      role: 'operator',
      ownRole: null,
    })
    expect((await signIn('chief')).data.user.role).toBe('operator')
  })
})

describe('groups of OpenID Connect', () => {
  test('give a role, and take it away with the sessions when the person is no longer in one', async () => {
    provider.people.set('wang', { groups: ['others', 'portal-operators'] })
    const first = await signIn('wang')
    expect(first.data.user).toMatchObject({ role: 'operator' })
    const { id } = first.data.user
    expect(await roleOf(id)).toEqual({ role: 'operator', ownRole: 'ordinary' })
    expect((await app.get('/newapi/api/token', { token: first.data.token })).data).toMatchObject({
      role: 'operator',
    })
    for (const groups of [undefined, [], ['portal-operators2', 'PORTAL-OPERATORS', ['portal-operators']]]) {
      provider.people.set('wang', { groups: ['portal-operators'] })
      const { token } = (await signIn('wang')).data
      provider.people.set('wang', { groups })
      expect((await signIn('wang')).data.user, JSON.stringify(groups)).toMatchObject({ id, role: 'ordinary' })
      expect(await roleOf(id)).toEqual({ role: 'ordinary', ownRole: null })
      expect((await app.get('/newapi/api/token', { token })).status, 'the session with the role').toBe(401)
    }
    const audit = app.services.db
      .selectFrom('audit')
      .select(['target', 'detail'])
      .where('action', '=', 'auth.role')
    expect(
      (await audit.orderBy('id').execute()).filter(({ target }) => target === id).slice(0, 2),
    ).toMatchObject([
      { detail: { role: 'operator', formerRole: 'ordinary' } },
      { detail: { role: 'ordinary', formerRole: 'operator' } },
    ])
  })

  test('may be written as LDAP writes them, and as one text', async () => {
    provider.people.set('ldap', { groups: 'CN=Ops,OU=Groups,DC=example' })
    expect((await signIn('ldap')).data.user.role).toBe('operator')
  })

  test('of several roles give the one that stands first in the file', async () => {
    provider.people.set('both', { groups: ['portal-operators', 'experts'] })
    expect((await signIn('both')).data.user.role).toBe('expert')
  })

  test('give no role to somebody who signs in with a password', async () => {
    const form = { userName: 'qianqi', password: PASSWORD, passwordHash: await hashPassword(PASSWORD) }
    await app.signIn(form.userName)
    await app.services.db
      .updateTable('account')
      .set({ passwordHash: form.passwordHash, ssoUser: 'qian' })
      .where('id', '=', 'qianqi')
      .execute()
    provider.people.set('qian', { groups: ['portal-operators'] })
    expect((await signIn('qian')).data.user).toMatchObject({ id: 'qianqi', role: 'operator' })
    const { data } = await app.post<SignedIn>('/newapi/api/login', { userName: 'qianqi', password: PASSWORD })
    expect(data.user.role).toBe('ordinary')
    expect(await roleOf('qianqi')).toEqual({ role: 'ordinary', ownRole: null })
  })
})
