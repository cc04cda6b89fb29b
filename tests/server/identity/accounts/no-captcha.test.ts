// Tests limits of wrong passwords in a portal without captchas.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureDemoAccounts } from '#server/identity/accounts/first-accounts.ts'
import { smallModel } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const PASSWORD = 'a long enough password'
const MINUTE = 60_000

let app: TestApp
let now = Date.UTC(2026, 0, 5)

beforeAll(async () => {
  const model = await smallModel()
  const operations = model.operations.filter(({ id }) => id !== 'auth.captcha')
  app = await createTestApp({ model: { ...model, operations }, clock: () => new Date(now) })
  await ensureDemoAccounts(app.services, PASSWORD)
})
afterAll(() => app.close())

const signIn = (password: string, address: string, userName = 'demo-unit') =>
  app.post<{ captcha?: boolean }>('/newapi/v2/login', { userName, password }, { address })

describe('wrong passwords from one address without captchas', () => {
  const address = '10.41.0.1'

  test('are refused five times, and the sixth attempt is locked for 15 minutes', async () => {
    for (let count = 0; count < 5; count += 1)
      expect(await signIn('wrong', address)).toMatchObject({ status: 400, data: { captcha: false } })
    const locked = await signIn(PASSWORD, address)
    expect(locked).toMatchObject({ status: 423, msg: expect.stringContaining('15 分钟后') })
  })

  test('do not block the right password after three failures', async () => {
    now += 16 * MINUTE
    for (let count = 0; count < 3; count += 1) await signIn('wrong', address)
    expect((await signIn(PASSWORD, address)).code).toBe(0)
  })
})

describe('wrong passwords from many addresses without captchas', () => {
  test('block the account after ten in an hour, and the answer contains the minutes to wait', async () => {
    now += 90 * MINUTE
    for (let count = 0; count < 10; count += 1)
      expect((await signIn('wrong', `10.42.0.${count + 1}`, 'demo-expert')).status).toBe(400)
    now += 20 * MINUTE
    for (const password of ['wrong', PASSWORD])
      expect(await signIn(password, '10.43.0.1', 'demo-expert')).toMatchObject({
        status: 429,
        msg: '这个账号的密码输错次数过多，请 40 分钟后再试',
        data: { wait: 2400 },
      })
    expect((await signIn(PASSWORD, '10.43.0.1', 'demo-science')).code).toBe(0)
  })

  test('do not block the right password once the hour is over', async () => {
    now += 41 * MINUTE
    expect((await signIn(PASSWORD, '10.43.0.1', 'demo-expert')).code).toBe(0)
  })
})
