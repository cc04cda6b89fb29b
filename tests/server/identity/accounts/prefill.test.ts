// Tests prefilled forms: values of the registration that the form also has.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
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

test('GET /userInfo/prefill fills a declaration with the answers of the unit registration', async () => {
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

test('GET /userInfo/prefill returns no contact name for an account without one', async () => {
  const token = await app.signIn('plain', 'ordinary')
  const { values } = (await read('demand', token)).data
  expect(values.contactName).toBeUndefined()
})

test('GET /userInfo/prefill refuses visitors with 401 and an unknown form with 40401', async () => {
  expect((await read('demand')).code).toBe(401)
  const token = await app.signIn('plain-2', 'ordinary')
  expect((await read('nothing', token)).code).toBe(40401)
})
