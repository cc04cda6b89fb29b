// Tests sign-in by OpenID Connect against a provider whose answers are wrong, late, or missing.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '#server/identity/accounts/passwords.ts'
import { OidcServer } from '#server/identity/sso/oidc/oidc-server.ts'
import { smallModel } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { CLIENT_ID, type FakeOpenId, startFakeOpenId } from './fake-openid.ts'

const PASSWORD = 'Kaijuan-2026!'
const now = () => Math.floor(Date.now() / 1000)

let provider: FakeOpenId
let app: TestApp
/** Milliseconds. */
let patience = 1_500
let count = 0
/** Discovers anew, as the first sign-in after a start does. */
let server: OidcServer
const renew = () => {
  const client = { id: CLIENT_ID, secret: null, scopes: 'openid' }
  server = new OidcServer({ url: provider.url, client }, { patience })
}

beforeAll(async () => {
  provider = await startFakeOpenId()
  app = await createTestApp({
    model: await smallModel(),
    env: {
      PUBLIC_URL: 'https://portal.example',
      SSO_PROTOCOL: 'oidc',
      SSO_URL: provider.url,
      SSO_CLIENT_ID: CLIENT_ID,
    },
    sso: {
      signInUrl: (visit) => server.signInUrl(visit),
      isTicket: (text) => server.isTicket(text),
      identify: (ticket, visit) => server.identify(ticket, visit),
      signOutUrl: (returnTo, visit) => server.signOutUrl(returnTo, visit),
    },
  })
})
afterAll(async () => {
  await app?.close()
  await provider?.close()
})
beforeEach(() => {
  provider.reset()
  patience = 1_500
  renew()
})

async function begin() {
  count += 1
  const state = `state-${count}`.padEnd(24, '0')
  const entry = await app.get<{ url: string }>(`/newapi/api/ssoEntry?state=${state}`, {
    address: `10.62.${count % 250}.1`,
  })
  const cookie = String(entry.headers['set-cookie']).split(';')[0] ?? ''
  return {
    state,
    cookie,
    entry,
    nonce: new URL(entry.data?.url ?? provider.url).searchParams.get('nonce') ?? '',
  }
}
async function signIn(
  { state, cookie, nonce }: { state: string; cookie: string; nonce: string },
  code = nonce,
) {
  return app.post<{ user: { name: string; role: string } } | null>(
    '/newapi/api/ssoLogin',
    { ticket: code, state },
    { headers: { cookie }, address: `10.62.${count % 250}.1` },
  )
}
const sessions = () => app.services.db.selectFrom('session').select('id').execute()

const INVALID = { status: 400, code: 40108, data: null }
const BAD_ANSWER = { status: 502, code: 50201, data: null }
const SILENT = {
  status: 503,
  code: 50302,
  data: null,
  msg: '统一认证服务暂时没有应答，请稍后重试或改用账号密码登录',
}

test('a right answer of the same provider signs in', async () => {
  provider.userInfo = { name: '王五' }
  expect(await signIn(await begin())).toMatchObject({
    code: 0,
    data: { user: { name: '王五', role: 'ordinary' } },
  })
})

describe('an ID token is refused', () => {
  const cases: readonly (readonly [string, Partial<FakeOpenId>, object])[] = [
    ['with a wrong nonce', { claims: { nonce: 'x'.repeat(43) } }, INVALID],
    ['without nonce', { claims: { nonce: undefined } }, BAD_ANSWER],
    ['that has expired', { claims: { exp: now() - 120, iat: now() - 400 } }, BAD_ANSWER],
    ['without expiry', { claims: { exp: undefined } }, BAD_ANSWER],
    ['that is not valid yet', { claims: { nbf: now() + 600 } }, BAD_ANSWER],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }, BAD_ANSWER],
    ['for another audience', { claims: { aud: 'another-site' } }, BAD_ANSWER],
    [
      'for several, with another authorized party',
      { claims: { aud: [CLIENT_ID, 'x'], azp: 'x' } },
      BAD_ANSWER,
    ],
    ['without subject', { claims: { sub: undefined } }, BAD_ANSWER],
    ['with a foreign signature', { signature: 'foreign' }, BAD_ANSWER],
    ['without signature', { signature: 'none' }, BAD_ANSWER],
    ['that is missing', { signature: 'missing' }, BAD_ANSWER],
    ['when the user information is about somebody else', { userInfo: { sub: 'two' } }, BAD_ANSWER],
  ]
  test.each(cases)('%s', async (_title, wrong, expected) => {
    Object.assign(provider, wrong)
    const before = await sessions()
    const begun = await begin()
    expect(await signIn(begun)).toMatchObject(expected)
    expect(await sessions()).toEqual(before)
    expect(await signIn(begun), 'the code is spent').toMatchObject(INVALID)
    const audit = await app.services.db
      .selectFrom('audit')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(audit).toMatchObject([
      { action: 'auth.login', result: 'refused', detail: { reason: 'ticket' } },
      { action: 'auth.login', result: 'refused' },
    ])
    expect(JSON.stringify(audit)).not.toContain(begun.nonce)
  })
})

describe('a provider that fails', () => {
  const FAILURES: Readonly<Record<string, Parameters<FakeOpenId['otherwise']['set']>[1]>> = {
    'is silent': () => {},
    'hangs up': (_request, response) => response.destroy(),
    'answers with an error': (_request, response) => response.writeHead(500).end('{}'),
    'answers too much': (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(300_000)}"`),
    'stops within the answer': (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{')
    },
  }
  const endpoints = ['/token', '/userinfo', '/jwks'] as const
  test.each(Object.keys(FAILURES).flatMap((how) => endpoints.map((path) => [how, path] as const)))(
    '%s at %s: the message comes in time, and the sign-in may be repeated',
    async (how, path) => {
      const begun = await begin()
      patience = 300
      renew()
      provider.otherwise.set(path, FAILURES[how] as NonNullable<(typeof FAILURES)[string]>)
      const started = performance.now()
      expect(await signIn(begun)).toMatchObject(SILENT)
      expect(performance.now() - started).toBeLessThan(2_000)
      provider.otherwise.clear()
      patience = 1_500
      renew()
      expect((await signIn(begun)).code).toBe(0)
    },
  )

  test.each(Object.keys(FAILURES))('%s at the start: the way to it says so in time', async (how) => {
    patience = 300
    renew()
    provider.otherwise.set(
      '/.well-known/openid-configuration',
      FAILURES[how] as NonNullable<(typeof FAILURES)[string]>,
    )
    const { entry } = await begin()
    expect(entry).toMatchObject(SILENT)
    provider.otherwise.clear()
    expect((await begin()).entry.code, 'as soon as it is there again').toBe(0)
  })

  test('redirects the question for tokens: the portal follows nowhere', async () => {
    const begun = await begin()
    provider.otherwise.set('/token', (_request, response) =>
      response.writeHead(307, { location: `${provider.url}/elsewhere` }).end(),
    )
    expect(await signIn(begun)).toMatchObject(BAD_ANSWER)
    expect(provider.requested).not.toContain('/elsewhere')
  })

  test.each([
    ['names another issuer', { issuer: 'https://evil.example' }],
    ['names no token endpoint', { token_endpoint: undefined }],
  ])('its description %s: nobody signs in', async (_title, discovery) => {
    provider.discovery = discovery
    const begun = await begin()
    expect(await signIn(begun, 'code')).toMatchObject({ status: expect.any(Number), data: null })
    expect((await signIn(begun, 'code-2')).code).not.toBe(0)
    expect(provider.requested).not.toContain('/token')
  })

  test('keeps nobody from signing in with a password, or from leaving', async () => {
    await app.signIn('sunqi')
    const passwordHash = await hashPassword(PASSWORD)
    await app.services.db.updateTable('account').set({ passwordHash }).where('id', '=', 'sunqi').execute()
    patience = 200
    renew()
    provider.otherwise.set('/.well-known/openid-configuration', () => {})
    const { code, data } = await app.post<{ token: string }>('/newapi/api/login', {
      userName: 'sunqi',
      password: PASSWORD,
    })
    expect(code).toBe(0)
    const left = await app.get('/newapi/api/ssoLogout', { token: data.token })
    expect([left.status, left.headers.location]).toEqual([302, 'https://portal.example/'])
    expect((await app.get('/newapi/api/token', { token: data.token })).status).toBe(401)
  })
})

test('nobody who reads waits while a crowd waits for a silent provider', async () => {
  patience = 4_000
  renew()
  provider.otherwise.set('/.well-known/openid-configuration', () => {})
  const crowd = Array.from({ length: 60 }, (_, index) =>
    app.get(`/newapi/api/${index % 2 ? 'ssoEntry' : 'ssoLogout'}`, { address: `10.${index}.64.1` }),
  )
  const started = performance.now()
  expect((await app.get('/newapi/note/list', { address: '10.99.64.1' })).code).toBe(0)
  expect(performance.now() - started).toBeLessThan(2_000)
  const answers = await Promise.all(crowd)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302, 503]))
})

test('a provider without an end-session endpoint: leaving returns to the portal', async () => {
  const left = await app.get('/newapi/api/ssoLogout')
  expect(left.headers.location).toBe('https://portal.example/')
})

test('attempts from one address are limited, at the start and at the end', async () => {
  const address = '10.63.0.1'
  const entries = await Promise.all(
    Array.from({ length: 70 }, () => app.get('/newapi/api/ssoEntry', { address })),
  )
  expect(entries.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  const body = { ticket: 'one', state: 'x'.repeat(24) }
  const logins = await Promise.all(
    Array.from({ length: 70 }, () => app.post('/newapi/api/ssoLogin', body, { address })),
  )
  expect(logins.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
})

test('a code of impossible characters is refused without a question to the provider', async () => {
  const begun = await begin()
  provider.requested.splice(0)
  for (const code of ['a b', '\u7968', 'x'.repeat(2049)])
    expect((await signIn(begun, code)).status, code).toBe(400)
  expect(provider.requested).toEqual([])
})
