// Tests sign-in with a ticket of a CAS server (SES-01, SES-02, SES-05, SES-06).
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CasServer } from '#server/identity/sso/cas/cas-server.ts'
import { failure, success } from '#server/identity/sso/provider/identity-provider.ts'
import { deleteOldTickets } from '#server/identity/sso/used-tickets.ts'
import { NO_VISITOR } from '#server/platform/http/visitor-key.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { smallModel } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { type FakeCas, startFakeCas } from './fake-cas.ts'

const PORTAL = 'https://portal.example'
const SERVICE = `${PORTAL}/`

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

describe.each(ONE_DATABASE)('SSO ticket on $name', (database) => {
  const { isAvailable } = database
  let cas: FakeCas
  let app: TestApp
  let count = 0
  /** A busy machine may be slow with a good answer; those that never come are waited for only briefly. */
  let patience = 1_500
  const patient = () => new CasServer({ url: cas.url, protocol: 3 }, { patience })

  beforeAll(async () => {
    if (!isAvailable) return
    cas = await startFakeCas()
    app = await createTestApp({
      model: await smallModel(),
      database,
      env: { PUBLIC_URL: PORTAL, SSO_URL: cas.url },
      sso: {
        signInUrl: (visit) => patient().signInUrl(visit),
        isTicket: (text) => patient().isTicket(text),
        identify: (ticket, visit) => patient().identify(ticket, visit),
        signOutUrl: (returnTo) => patient().signOutUrl(returnTo),
      },
    })
  })
  afterAll(async () => {
    await app?.close()
    await cas?.close()
  })
  beforeEach(() => {
    cas?.asked.splice(0)
  })

  const newTicket = () => {
    count += 1
    return `ST-${count}-abc.def_ghi`
  }
  const answer = (text: string, status = 200) => {
    cas.answer = (_request, response) => response.writeHead(status).end(text)
  }
  const signIn = (ticket = newTicket()) =>
    app.post<SignedIn>('/newapi/api/ssoLogin', { ticket }, { address: `10.60.${count % 250}.1` })
  const sessionsOf = (id: string) =>
    app.services.db.selectFrom('session').selectAll().where('accountId', '=', id).execute()

  test.skipIf(!isAvailable)(
    'opens a session, is returned in the answer and is stored as a digest only',
    async () => {
      answer(success('lisi', { displayName: '李四' }))
      const ticket = newTicket()
      const { data, code } = await signIn(ticket)
      expect(code).toBe(0)
      expect(data).toMatchObject({ ticket, user: { userName: 'lisi', name: '李四', role: 'ordinary' } })
      expect((await app.get('/newapi/api/token', { token: data.token })).data).toMatchObject({
        userName: 'lisi',
      })
      expect(cas.asked.map(({ pathname }) => pathname)).toEqual(['/cas/p3/serviceValidate'])
      expect(Object.fromEntries(cas.asked[0]?.searchParams ?? [])).toEqual({ service: SERVICE, ticket })
      const rows = await app.services.db.selectFrom('usedTicket').selectAll().execute()
      expect(JSON.stringify([rows, await sessionsOf(data.user.id)])).not.toContain(ticket)
      const audit = await app.services.db.selectFrom('audit').selectAll().execute()
      expect(JSON.stringify(audit)).not.toContain(ticket)
    },
  )

  test.skipIf(!isAvailable)('is validated for the service address that contains its state', async () => {
    const state = 'a'.repeat(48)
    const entry = await app.get<{ url: string }>(`/newapi/api/ssoEntry?state=${state}`)
    const service = new URL(entry.data.url).searchParams.get('service')
    expect(service).toBe(`${SERVICE}?state=${state}`)
    answer(success('lisi', {}))
    const ticket = newTicket()
    const { code } = await app.post('/newapi/api/ssoLogin', { ticket, state }, { address: '10.60.251.1' })
    expect(code).toBe(0)
    expect(cas.asked.map(({ searchParams }) => searchParams.get('service'))).toEqual([service])
  })

  test.skipIf(!isAvailable)('opens one session when used 50 times at once', async () => {
    cas.answer = (_request, response) => void sleep(20).then(() => response.end(success('wangwu', {})))
    const ticket = newTicket()
    const answers = await Promise.all(Array.from({ length: 50 }, () => signIn(ticket)))
    const codes = answers.map(({ code }) => code).sort()
    expect(codes).toEqual([0, ...Array.from({ length: 49 }, () => 40108)])
    const id = answers.find(({ code }) => code === 0)?.data.user.id ?? ''
    expect(await sessionsOf(id)).toHaveLength(1)
    expect(cas.asked).toHaveLength(1)
    expect((await signIn(ticket)).code).toBe(40108)
  })

  test.skipIf(!isAvailable)('creates one account when a new person signs in 20 times at once', async () => {
    answer(success('zhaoliu', {}))
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn()))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0]))
    expect(new Set(answers.map(({ data }) => data.user.id)).size).toBe(1)
  })

  test.skipIf(!isAvailable)(
    'is linked to an account by mobile number once, and never by user name',
    async () => {
      const { db } = app.services
      await app.signIn('boss', 'operator')
      answer(success('boss', {}))
      const { data } = await signIn()
      expect(data.user).toMatchObject({ role: 'ordinary', userName: expect.stringMatching(/^sso-/) })
      await db.updateTable('account').set({ mobile: '13912345678' }).where('id', '=', 'boss').execute()
      answer(success('the-boss', { mobile: '13912345678' }))
      expect((await signIn()).data.user).toMatchObject({ id: 'boss', role: 'operator' })
      answer(success('somebody-else', { mobile: '13912345678' }))
      expect((await signIn()).data.user.role, 'one link an account').toBe('ordinary')
      answer(success('the-boss', {}))
      expect((await signIn()).data.user.id).toBe('boss')
    },
  )

  test.skipIf(!isAvailable)(
    'opens an account with a neutral name when its display name imitates staff',
    async () => {
      await app.signIn('王审核', 'auditor')
      answer(success('wang-sh', { displayName: ' 用户王 审核' }))
      expect((await signIn()).data.user).toMatchObject({ userName: 'wang-sh', name: '统一认证用户' })
    },
  )

  test.skipIf(!isAvailable)('is refused for a blocked account', async () => {
    answer(success('sunqi', {}))
    const { data } = await signIn()
    const set = { status: 'blocked' }
    await app.services.db.updateTable('account').set(set).where('id', '=', data.user.id).execute()
    expect((await signIn()).code).toBe(40107)
  })

  test.skipIf(!isAvailable).each([
    ['INVALID_TICKET', '登录票据无效或已使用，请重新登录'],
    ['INVALID_SERVICE', '登录票据不是为本站签发的，请从本站重新登录'],
    ['INVALID_REQUEST', '登录票据无效或已使用，请重新登录'],
    ['', '登录票据无效或已使用，请重新登录'],
  ])('is refused when the CAS server answers with the failure code %s', async (code, msg) => {
    answer(failure(code, '不行'))
    expect(await signIn()).toMatchObject({ status: 400, code: 40108, msg })
  })

  test
    .skipIf(!isAvailable)
    .each([
      '',
      'yes\nlisi\n',
      '<html><body>OK</body></html>',
      success('lisi', {}).slice(0, -20),
      `<!DOCTYPE x [<!ENTITY y "z">]>${success('lisi', {})}`,
      `${success('lisi', {})}${success('lisi', {})}`,
    ])('with the unreadable answer %j opens nothing', async (text) => {
    answer(text)
    expect(await signIn()).toMatchObject({ status: 502, code: 50201, data: null })
  })

  test.skipIf(!isAvailable)(
    'can be sent again after the CAS server was silent, broken or redirecting',
    async () => {
      const ticket = newTicket()
      const failures: FakeCas['answer'][] = [
        () => {},
        (_request, response) => response.destroy(),
        (_request, response) => response.writeHead(500).end(success('lisi', {})),
        (_request, response) => response.writeHead(302, { location: `${cas.url}/elsewhere` }).end(),
        (_request, response) => response.end('x'.repeat(300_000)),
        (_request, response) => {
          response.write('<a>')
        },
      ]
      patience = 300
      for (const fail of failures) {
        cas.answer = fail
        const began = performance.now()
        expect(await signIn(ticket)).toMatchObject({
          status: 503,
          code: 50302,
          msg: expect.stringContaining('统一认证'),
        })
        expect(performance.now() - began).toBeLessThan(2_000)
      }
      patience = 1_500
      answer(success('lisi', {}))
      expect((await signIn(ticket)).code).toBe(0)
    },
  )

  test.skipIf(!isAvailable)('is refused without a request to the CAS server when malformed', async () => {
    for (const ticket of ['PT-1', 'ST-', 'TGT-1-x', 'ST-a b', 'ST-a&service=x', `ST-${'x'.repeat(100)}&`])
      expect(await signIn(ticket), ticket).toMatchObject({ status: 400, code: 40108 })
    for (const ticket of ['', 7, null, 'ST-'.padEnd(300, 'x')])
      expect((await app.post('/newapi/api/ssoLogin', { ticket })).status).toBe(400)
    expect(cas.asked).toEqual([])
  })

  test.skipIf(!isAvailable)('is deleted after a day', async () => {
    await deleteOldTickets(app.services.db, new Date(Date.now() + 25 * 3_600_000))
    expect(await app.services.db.selectFrom('usedTicket').select('digest').execute()).toEqual([])
  })

  test.skipIf(!isAvailable)(
    'is requested at the CAS server, and sign-out returns to portal addresses only',
    async () => {
      const entry = await app.get<{ url: string }>('/newapi/api/ssoEntry')
      expect(entry.data.url).toBe(`${cas.url}/login?service=${encodeURIComponent(SERVICE)}`)
      const leave = async (service?: string) => {
        const query = service === undefined ? '' : `?service=${encodeURIComponent(service)}`
        const { status, headers } = await app.get(`/newapi/api/ssoLogout${query}`)
        expect(status).toBe(302)
        const url = new URL(String(headers.location))
        expect(url.href.startsWith(`${cas.url}/logout?`)).toBe(true)
        return url.searchParams.get('service')
      }
      expect(await leave()).toBe(SERVICE)
      expect(await leave(`${PORTAL}/#/login`)).toBe(`${PORTAL}/#/login`)
      for (const foreign of [
        'https://evil.example/',
        'https://portal.example.evil.example/',
        'https://portal.example@evil.example/',
        'https://user:x@portal.example/',
        'http://portal.example/',
        '//evil.example',
        'javascript:alert(1)',
        'x',
      ])
        expect(await leave(foreign), foreign).toBe(SERVICE)
    },
  )
})

test('CasServer uses the validation path and the sign-out parameter of CAS protocol 2.0', async () => {
  const cas = await startFakeCas()
  cas.answer = (_request, response) => response.end(success('lisi', {}))
  const server = new CasServer({ url: `${cas.url}/`, protocol: 2 })
  await server.identify('ST-1', { home: SERVICE, state: undefined, browser: NO_VISITOR })
  expect(cas.asked[0]?.pathname).toBe('/cas/serviceValidate')
  expect(await server.signOutUrl(SERVICE)).toBe(`${cas.url}/logout?url=${encodeURIComponent(SERVICE)}`)
  await cas.close()
})
