// Tests that the item of an operator needs the approval of another operator.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureDemoAccounts } from '#server/identity/accounts/first-accounts.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

interface Created {
  readonly id: string
  readonly status: string
  readonly userName: string
  readonly password: string
}

const PASSWORD = 'Zhongxin-7788x'
const QUESTION = { title: '排水车如何分级', sysCategoryId: 'C04' }

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const signIn = async (userName: string, password: string) =>
  (await app.post<{ token: string }>('/newapi/api/login', { userName, password })).data.token
const publish = async (token: string) => {
  const { data, text } = await app.post<Created>('/newapi/zhihu/add', QUESTION, { token })
  expect(data?.status, text).toBe('pending')
  return data.id
}
const approve = (id: string, token: string) => app.get(`/newapi/zhihu/online?id=${id}`, { token })

test('the only operator cannot approve an own item and is directed to create a second operator', async () => {
  const only = await app.signIn('only', 'operator')
  const id = await publish(only)
  const refused = await approve(id, only)
  expect(refused.status).toBe(403)
  expect(refused.msg).toContain('请由另一位运营人员审核')
  const place = /“(.+?)”/.exec(refused.msg)?.[1]
  const page = app.source.model.pages.find(({ title }) => title === place)
  expect(page?.access, `the page “${place}” is there, and he may open it`).toContain('operator')

  const path = app.source.model.operations.find((operation) => operation.id === 'users.create')?.path ?? ''
  const second = { role: 'operator', userName: 'second_boss', name: '第二位' }
  const created = await app.post<Created>(path, second, { token: only })
  expect(created.status, created.text).toBe(200)
  const other = await app.signIn('second_boss')
  const due = await approve(id, other)
  expect(due.code, 'a one-time password is changed first').toBe(40303)
  const fresh = await app.sessions
    .endAll(created.data.id)
    .then(() => signIn('second_boss', created.data.password))
  const changed = await app.post(
    app.source.model.operations.find((operation) => operation.id === 'auth.updatePassword')?.path ?? '',
    { oldPassword: created.data.password, password: PASSWORD, passwordAgain: PASSWORD },
    { token: fresh },
  )
  expect(changed.status, changed.text).toBe(200)
  expect((await approve(id, await signIn('second_boss', PASSWORD))).status).toBe(200)
  expect((await app.get(`/newapi/zhihu/info/${id}`)).status).toBe(200)
})

test('demo mode has two operators, and each approves items of the other only', async () => {
  const names = await ensureDemoAccounts(app.services, PASSWORD)
  expect(names).toEqual(expect.arrayContaining(['demo-operator', 'demo-operator-2']))
  const [one, two] = await Promise.all([
    signIn('demo-operator', PASSWORD),
    signIn('demo-operator-2', PASSWORD),
  ])
  const id = await publish(one)
  expect((await approve(id, one)).code).toBe(40310)
  expect((await approve(id, two)).status).toBe(200)
})
