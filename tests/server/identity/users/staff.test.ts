// Tests staff accounts created by operators: one-time password, blocking, departments.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureDemoAccounts, ensureOperator } from '#server/identity/accounts/first-accounts.ts'
import { smallModel } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

type Row = Readonly<Record<string, unknown>>

const OWN = 'Zhongxin-7788x'
let app: TestApp
let operator: string
let address = 0

beforeAll(async () => {
  app = await createTestApp({ model: await smallModel() })
  operator = await app.signIn('boss', 'operator')
})
afterAll(() => app.close())

const create = (body: Row, token: string | undefined = operator) =>
  app.post<Row>('/newapi/operator/user/create', body, { token })
const signIn = (userName: unknown, password: unknown) => {
  address += 1
  return app.post<Row>('/newapi/api/login', { userName, password }, { address: `10.9.0.${address}` })
}
const changePassword = (token: string, oldPassword: unknown) =>
  app.post('/newapi/api/updatePassword', { oldPassword, password: OWN, passwordAgain: OWN }, { token })
const DEPARTMENT = { department: '某某市应急管理局' }

describe('staff account created by an operator', () => {
  test.each([
    ['operator', {}],
    ['auditor', {}],
    ['government', DEPARTMENT],
  ])('with role %s must change its one-time password after the first sign-in', async (role, more) => {
    const { code, data } = await create({ role, userName: `staff_${role}`, name: `新人 ${role}`, ...more })
    expect(code).toBe(0)
    const { userName, password } = data
    const first = await signIn(userName, password)
    expect(first).toMatchObject({ code: 0, data: { passwordDue: true, user: { role } } })
    const token = String(first.data.token)
    expect(await app.get('/newapi/api/userInfo', { token })).toMatchObject({ status: 403, code: 40303 })
    const changed = await changePassword(token, password)
    expect(changed.code).toBe(0)
    expect((await signIn(userName, password)).code).toBe(40101)
    const second = await signIn(userName, OWN)
    expect(second.data.passwordDue).toBeUndefined()
    const profile = await app.get<Row>('/newapi/api/userInfo', { token: String(second.data.token) })
    expect(profile).toMatchObject({ code: 0, data: { role, ...more } })
  })

  test('is refused to other callers, for other roles, without a department and for a taken user name', async () => {
    const body = { role: 'auditor', userName: 'one_more', name: '又一个' }
    expect((await create(body, await app.signIn('checker', 'auditor'))).status).toBe(403)
    expect((await create(body, await app.signIn('somebody'))).status).toBe(403)
    expect((await create({ ...body, role: 'supplier' })).errors).toMatchObject([{ path: '/role' }])
    expect((await create({ ...body, role: 'government' })).errors).toMatchObject([{ path: '/department' }])
    expect((await create({ ...body, userName: 'staff_auditor' })).errors).toMatchObject([
      { path: '/userName' },
    ])
    expect((await create({ ...body, password: OWN })).status).toBe(400)
  })

  test('is audited without its password, and can be blocked and unblocked', async () => {
    const { data } = await create({ role: 'operator', userName: 'second_boss', name: '第二位' })
    const rows = await app.services.db
      .selectFrom('audit')
      .selectAll()
      .where('target', '=', String(data.id))
      .execute()
    expect(rows).toMatchObject([{ action: 'users.create', actor: 'boss', detail: { role: 'operator' } }])
    expect(JSON.stringify(rows)).not.toContain(String(data.password))
    const act = (what: string, body: Row) =>
      app.post(`/newapi/operator/user/${what}`, body, { token: operator })
    expect((await act('block', { id: data.id, reason: '离岗' })).code).toBe(0)
    expect((await signIn('second_boss', data.password)).code).toBe(40107)
    expect((await act('unblock', { id: data.id })).code).toBe(0)
    expect((await signIn('second_boss', data.password)).code).toBe(0)
  })

  test('cannot be managed by operators when its role is auditor', async () => {
    const { data } = await create({ role: 'auditor', userName: 'overseer', name: '监督人' })
    const set = { mobile: '13912340001' }
    await app.services.db.updateTable('account').set(set).where('id', '=', String(data.id)).execute()
    const { data: entered } = await signIn('overseer', data.password)
    const managing = app.source.model.operations.filter(
      ({ id, method, body }) =>
        id.startsWith('users.') && method === 'POST' && Object.hasOwn(body?.properties ?? {}, 'id'),
    )
    expect(managing.length).toBeGreaterThan(6)
    const wrong: string[] = []
    for (const { id, path, body } of managing) {
      const needsRegion = Object.hasOwn(body?.properties ?? {}, 'region')
      const needsReason = Object.hasOwn(body?.properties ?? {}, 'reason')
      const { status, msg } = await app.post(
        path,
        {
          id: data.id,
          ...(needsReason ? { reason: '碍事' } : {}),
          ...(needsRegion ? { region: '3501' } : {}),
        },
        { token: operator },
      )
      if (status !== 403 || !msg.includes('审核人员的账号不由运营人员管理'))
        wrong.push(`${id}: ${status} ${msg}`)
    }
    expect(wrong).toEqual([])
    expect(app.sent).toEqual([])
    const kept = await app.get('/newapi/api/token', { token: String(entered.token) })
    expect(kept.status).toBe(200)
    expect((await signIn('overseer', data.password)).code).toBe(0)
  })

  test('cannot be blocked or removed when it is the last operator', async () => {
    const { db } = app.services
    await db
      .updateTable('account')
      .set({ status: 'blocked' })
      .where('role', '=', 'operator')
      .where('id', '!=', 'boss')
      .execute()
    const self = await app.post(
      '/newapi/operator/user/block',
      { id: 'boss', reason: '自己' },
      { token: operator },
    )
    expect(self).toMatchObject({ status: 403 })
    const removed = await app.post('/newapi/api/account/remove', { password: 'x' }, { token: operator })
    expect(removed.code).not.toBe(0)
    expect((await app.get('/newapi/operator/user/list', { token: operator })).code).toBe(0)
  })
})

describe('accounts created at startup', () => {
  test('require the first operator to change the printed password', async () => {
    const { db } = app.services
    await db.deleteFrom('session').execute()
    await db.updateTable('account').set({ passwordHash: '!' }).where('role', '=', 'operator').execute()
    const first = await ensureOperator(app.services)
    const { data } = await signIn('operator', first?.password ?? null)
    expect(data.passwordDue).toBe(true)
  })

  test('include a government department in demo mode', async () => {
    const names = await ensureDemoAccounts(app.services, OWN)
    expect(names).toContain('demo-government')
    const { data } = await signIn('demo-government', OWN)
    expect(data).toMatchObject({ user: { role: 'government' } })
    const profile = await app.get<Row>('/newapi/api/userInfo', { token: String(data.token) })
    expect(profile.data.department).toBe('示例市应急管理局')
  })
})
