// Checks what a new form is filled with from the account: the values that its registration knows and the form takes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/test-app.ts'
import { PASSWORD, registerAs } from './support/registering.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app?.close())

const read = (form: string, token = '') =>
  app.get<{ values: Record<string, unknown> }>(
    `/newapi/api/userInfo/prefill?form=${form}`,
    token ? { token } : {},
  )

test('a declaration is filled with what the registration of the unit says', async () => {
  const { person, answer } = await registerAs(app, 'auth.registerUnit')
  const operator = await app.signIn('boss', 'operator')
  await app.post('/newapi/operator/application/approve', { id: answer.data.id }, { token: operator })
  const { data } = await app.post<{ token: string }>('/newapi/api/login', {
    userName: person.userName,
    password: PASSWORD,
  })
  const { application } = await app.services.db
    .selectFrom('account')
    .select('application')
    .where('userName', '=', person.userName)
    .executeTakeFirstOrThrow()
  const { orgName, uscc, contactName, contactMobile } = application ?? {}
  const { values } = (await read('radioDeclaration', data.token)).data
  expect(values).toMatchObject({ orgName, uscc, contactName, contactMobile })
  expect(Object.keys(values)).not.toContain('mobile')
})

test('an account without such answers gets none of them', async () => {
  const token = await app.signIn('plain', 'ordinary')
  const { values } = (await read('demand', token)).data
  expect(values.contactName).toBeUndefined()
})

test('a visitor gets nothing, and a form that does not exist is said', async () => {
  expect((await read('demand')).code).toBe(401)
  const token = await app.signIn('plain-2', 'ordinary')
  expect((await read('nothing', token)).code).toBe(40401)
})
