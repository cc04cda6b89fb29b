// Tests sign-in, sign-out, the sign-in lock and the end of sessions.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  ensureDemoAccounts,
  ensureOperator,
  retireDemoAccounts,
} from '#server/identity/accounts/first-accounts.ts'
import { storeCaptcha } from '#server/identity/captcha/captchas.ts'
import { TokenBucket } from '#server/platform/limits/token-bucket.ts'
import { smallModel } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const PASSWORD = 'a long enough password'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

interface SignedIn {
  readonly token: string
  readonly user: { readonly userName: string; readonly role: string }
}

let app: TestApp
let now = Date.UTC(2026, 0, 5)

let pictures = 0

/** With a captcha that was read rightly, which is asked for after two failures. */
const signIn = async (
  userName: string,
  password: string,
  address = '10.0.0.1',
  path = '/newapi/api/login',
) => {
  pictures += 1
  const picture = { uuid: `picture-${pictures}`, captcha: 'ACEF' }
  await storeCaptcha(app.services.db, picture.uuid, picture.captcha, new Date(now))
  return app.post<SignedIn>(path, { userName, password, ...picture }, { address })
}
const whoAmI = (token: string) => app.get<{ id: string }>('/newapi/api/token', { token })

beforeAll(async () => {
  app = await createTestApp({ model: await smallModel(), clock: () => new Date(now) })
  await ensureDemoAccounts(app.services, PASSWORD)
  const mobile = { mobile: '13800138000' }
  await app.services.db.updateTable('account').set(mobile).where('id', '=', 'demo-unit').execute()
})
afterAll(() => app.close())
beforeEach(() => {
  now += HOUR
})

describe('sign-in', () => {
  test.each(['/newapi/api/login', '/newapi/v2/login'])(
    'through %s opens a session and returns the account',
    async (path) => {
      const { status, data } = await signIn('demo-supplier', PASSWORD, '10.0.0.1', path)
      expect(status).toBe(200)
      expect(data.user).toEqual({
        id: 'demo-supplier',
        userName: 'demo-supplier',
        name: '示例江海排水设备有限公司',
        role: 'supplier',
        black: false,
      })
      expect(data.token).toMatch(/^[\w-]{43}$/)
      expect((await whoAmI(data.token)).data).toEqual(data.user)
      expect((await app.get('/newapi/isBlack/getInfo', { token: data.token })).data).toEqual({
        black: false,
        reason: null,
      })
    },
  )
  test.each(['/newapi/api/login', '/newapi/v2/login'])(
    'through %s ignores case and width of the user name',
    async (path) => {
      for (const name of ['Demo-Supplier', ' DEMO-SUPPLIER ', 'ｄｅｍｏ-Supplier']) {
        const { status, data, text } = await signIn(name, PASSWORD, '10.0.0.1', path)
        expect(status, text).toBe(200)
        expect(data.user.userName).toBe('demo-supplier')
      }
    },
  )
  test('accepts the mobile number as user name', async () => {
    expect((await signIn('13800138000', PASSWORD)).data.user.userName).toBe('demo-unit')
  })
  test('stores the session token as a hash only', async () => {
    const { data } = await signIn('demo-expert', PASSWORD)
    const rows = await app.services.db.selectFrom('session').select('tokenHash').execute()
    expect(JSON.stringify(rows)).not.toContain(data.token)
  })
  test('compares the password exactly, including spaces', async () => {
    expect((await signIn('demo-supplier', ` ${PASSWORD} `, '10.0.0.9')).code).toBe(40101)
  })
  test('returns the same answer for an unknown account and a wrong password', async () => {
    const [unknown, wrong] = [await signIn('nobody', 'x'), await signIn('demo-science', 'x')]
    expect(wrong).toMatchObject({ status: 400, code: 40101, msg: '账号或密码不正确' })
    expect({ ...unknown, headers: null, text: null, requestId: null }).toEqual({
      ...wrong,
      headers: null,
      text: null,
      requestId: null,
    })
  })
})

describe('sign-in lock', () => {
  test.each(['demo-auditor', 'nobody-at-all'])(
    'locks %s at one address for 15 minutes after five failures',
    async (name) => {
      const address = `10.1.0.${name.length}`
      for (let count = 0; count < 5; count += 1)
        expect((await signIn(name, 'wrong', address)).code).toBe(40101)
      expect(await signIn(name, PASSWORD, address)).toMatchObject({ status: 423, code: 40102 })
      now += 14 * MINUTE
      expect((await signIn(name, PASSWORD, address)).code).toBe(40102)
      now += 2 * MINUTE
      const after = await signIn(name, PASSWORD, address)
      expect(after.code).toBe(name === 'demo-auditor' ? 0 : 40101)
    },
  )
  test('does not apply to the same account at another address', async () => {
    for (let count = 0; count < 6; count += 1) await signIn('demo-fireControl', 'wrong', '10.2.0.1')
    expect((await signIn('demo-fireControl', PASSWORD, '10.2.0.2')).code).toBe(0)
  })
  test('resets its count after a successful sign-in', async () => {
    for (let round = 0; round < 2; round += 1) {
      for (let count = 0; count < 4; count += 1) await signIn('demo-manageOrg', 'wrong', '10.2.0.3')
      expect((await signIn('demo-manageOrg', PASSWORD, '10.2.0.3')).code).toBe(0)
    }
  })
  test('has a token bucket that refuses the fourth call and refills one call a second', async () => {
    const bucket = new TokenBucket(3, 1)
    const taken = [0, 0, 0, 0, 999, 1000, 1001].map((at) => bucket.take('a', at))
    expect(taken).toEqual([true, true, true, false, false, true, false])
    expect(bucket.take('b', 0)).toBe(true)
  })
})

describe('sessions', () => {
  test('end when the account signs out', async () => {
    const { data } = await signIn('demo-supplier', PASSWORD)
    expect(await app.post('/newapi/api/logout', {}, { token: data.token })).toMatchObject({
      status: 200,
      code: 0,
    })
    expect(await whoAmI(data.token)).toMatchObject({ status: 401, code: 401 })
  })
  test('end after 30 idle minutes', async () => {
    const { data } = await signIn('demo-supplier', PASSWORD)
    now += 29 * MINUTE
    expect((await whoAmI(data.token)).status).toBe(200)
    now += 29 * MINUTE
    expect((await whoAmI(data.token)).status).toBe(200)
    now += 31 * MINUTE
    expect((await whoAmI(data.token)).status).toBe(401)
  })
  test('end after 12 hours even in constant use', async () => {
    const { data } = await signIn('demo-supplier', PASSWORD)
    for (let passed = 0; passed < 12 * HOUR; passed += 20 * MINUTE) {
      expect((await whoAmI(data.token)).status).toBe(200)
      now += 20 * MINUTE
    }
    now += MINUTE
    expect((await whoAmI(data.token)).status).toBe(401)
  })
  test('are refused with 403 when the account is closed', async () => {
    const { data } = await signIn('demo-rescueForces', PASSWORD)
    const close = (status: string) =>
      app.services.db.updateTable('account').set({ status }).where('id', '=', 'demo-rescueForces').execute()
    await close('closed')
    await app.sessions.accountChanged()
    expect(await whoAmI(data.token)).toMatchObject({ status: 403, code: 403 })
    expect((await signIn('demo-rescueForces', PASSWORD)).code).toBe(40101)
    await close('active')
    await app.sessions.accountChanged()
  })
  test('end for all tokens of an account at once', async () => {
    const tokens = [
      (await signIn('demo-unit', PASSWORD)).data.token,
      (await signIn('demo-unit', PASSWORD)).data.token,
    ]
    for (const token of tokens) expect((await whoAmI(token)).status).toBe(200)
    await app.sessions.endAll('demo-unit')
    for (const token of tokens) expect((await whoAmI(token)).status).toBe(401)
  })
  test('are deleted after they expire', async () => {
    now += 13 * HOUR
    await app.sessions.removeExpired()
    expect(await app.services.db.selectFrom('session').select('tokenHash').execute()).toEqual([])
  })
  test('are audited at each sign-in with actor, address and result', async () => {
    await signIn('demo-supplier', PASSWORD, '10.9.9.9')
    await signIn('demo-supplier', 'wrong', '10.9.9.9')
    const rows = await app.services.db
      .selectFrom('audit')
      .select(['actor', 'action', 'result'])
      .where('address', '=', '10.9.9.9')
      .orderBy('id')
      .execute()
    const entry = { actor: 'demo-supplier', action: 'auth.login' }
    expect(rows).toEqual([
      { ...entry, result: 'ok' },
      { ...entry, result: 'refused' },
    ])
  })
})

describe('start outside demo mode', () => {
  test('disables the demo accounts and creates one operator whose password is returned once', async () => {
    const { data } = await signIn('demo-operator', PASSWORD)
    await retireDemoAccounts(app.services)
    await app.sessions.accountChanged()
    expect((await whoAmI(data.token)).status).toBe(401)
    expect((await signIn('demo-operator', PASSWORD, '10.3.0.1')).code).toBe(40101)
    const first = await ensureOperator(app.services)
    expect((await signIn('operator', first?.password ?? '', '10.3.0.2')).data.user.role).toBe('operator')
    expect(await ensureOperator(app.services)).toBeNull()
  })
})
