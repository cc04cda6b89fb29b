// Tests the change of an account region by an operator: effect, audit entry, notice and refusals.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pledgeModel } from '../../support/pledges.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp
const tokens = new Map<string, string>()

beforeAll(async () => {
  app = await createTestApp({ model: pledgeModel() })
  for (const [name, role] of [
    ['keeper', 'operator'],
    ['capital', 'government'],
    ['coast', 'government'],
    ['reader', 'ordinary'],
    ['auditor', 'auditor'],
  ] as const)
    tokens.set(name, await app.signIn(name, role))
  for (const [id, dutyRegion] of [
    ['capital', '3501'],
    ['coast', '3502'],
  ] as const)
    await app.services.db
      .updateTable('account')
      .set({ form: 'staffAccount', application: { department: '示例应急管理局', dutyRegion } })
      .where('id', '=', id)
      .execute()
  await app.sessions.accountChanged()
}, 60_000)
afterAll(() => app?.close())

const as = (name: string) => ({ token: tokens.get(name) })
const change = (by: string, id: string, region: string, reason = '辖区调整') =>
  app.post<{ region: string }>('/newapi/operator/user/region', { id, region, reason }, as(by))
const regionOf = async (id: string) =>
  (await app.get<{ region: string; regionTitle: string }>(`/newapi/operator/user/info/${id}`, as('keeper')))
    .data

test('POST /operator/user/region takes effect at once, is audited and notifies the account', async () => {
  expect(await regionOf('coast')).toMatchObject({ region: '福建省 厦门市', regionTitle: '负责地区' })
  const answer = await change('keeper', 'coast', '3501')
  expect(answer.status, answer.text).toBe(200)
  expect(await regionOf('coast')).toMatchObject({ region: '福建省 福州市' })
  const { db } = app.services
  const account = await app.sessions.recognise(tokens.get('coast') ?? '')
  expect(account).toMatchObject({ account: { region: '3501' } })
  const entry = await db
    .selectFrom('audit')
    .select(['actor', 'detail'])
    .where('action', '=', 'users.region')
    .execute()
  expect(entry).toMatchObject([{ actor: 'keeper', detail: { from: '3502', to: '3501', reason: '辖区调整' } }])
  const [notice] = await db
    .selectFrom('notice')
    .select(['title', 'content'])
    .where('userId', '=', 'coast')
    .execute()
  expect(notice?.title).toContain('福州市')
  expect(notice?.content).toMatch(/厦门市.*福州市.*辖区调整/)
  const { data } = await app.get<{ history: readonly { action: string; reason: string }[] }>(
    '/newapi/operator/user/info/coast',
    as('keeper'),
  )
  expect(data.history[0]).toMatchObject({ action: '更改地区', reason: '辖区调整' })
})

test.each<[string, string, string, string, number, string]>([
  ['the same again', 'keeper', 'coast', '3501', 409, '已经是'],
  ['of who is not bound by one', 'keeper', 'reader', '3501', 409, '与地区无关'],
  ['to a place that is none', 'keeper', 'capital', '9999', 400, '地区'],
  ['by somebody else than an operator', 'capital', 'coast', '3502', 403, ''],
  ['by an auditor', 'auditor', 'coast', '3502', 403, ''],
])('POST /operator/user/region is refused: %s', async (_what, by, id, region, status, words) => {
  const answer = await change(by, id, region)
  expect(answer.status, answer.text).toBe(status)
  expect(answer.text).toContain(words)
})
