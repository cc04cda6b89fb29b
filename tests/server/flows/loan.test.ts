// Owns the walk of a process made of JSON only: what it asks for, by whom, and what is told of it afterwards.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOAN, modelWith } from '../../support/loan.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
const tokens = new Map<string, string>()

beforeAll(async () => {
  app = await createTestApp({ model: modelWith(LOAN) })
  for (const [name, role] of [
    ['borrower', 'rescue'],
    ['stranger', 'supplier'],
    ['keeper', 'operator'],
    ['second', 'operator'],
    ['auditor', 'auditor'],
  ] as const)
    tokens.set(name, await app.signIn(name, role))
}, 60_000)
afterAll(() => app?.close())

const as = (name: string) => ({ token: tokens.get(name) })
const REQUEST = { title: '便携式排水泵', quantity: 2, returnBy: '2026-12-20' }

async function request(by = 'borrower'): Promise<string> {
  const { data, status, text } = await app.post<{ id: string }>('/newapi/loan/request', REQUEST, as(by))
  expect(status, text).toBe(200)
  return data.id
}

interface Whole {
  readonly status: string
  readonly actions: readonly { readonly action: string; readonly title: string }[]
}
const read = async (id: string, by: string) => (await app.get<Whole>(`/newapi/loan/info/${id}`, as(by))).data

describe('a lifecycle with verbs of its own', () => {
  test('is walked from the request to the return', async () => {
    const id = await request()
    const step = (verb: string, by: string, more = {}) =>
      app.post<{ status: string }>(`/newapi/loan/${verb}`, { id, ...more }, as(by))
    expect((await read(id, 'keeper')).actions.map(({ action }) => action)).toEqual(['approve', 'deny'])
    expect((await step('handOut', 'keeper')).status).toBe(409)
    expect((await step('approve', 'borrower')).status).toBe(403)
    expect((await step('approve', 'stranger')).status).toBe(403)
    expect((await step('approve', 'keeper')).data).toMatchObject({ status: 'approved' })
    expect((await step('handOut', 'second')).data).toMatchObject({ status: 'lent' })
    expect((await read(id, 'borrower')).actions).toMatchObject([{ action: 'giveBack', title: '归还' }])
    const back = await app.get<{ status: string }>(`/newapi/loan/giveBack?id=${id}`, as('borrower'))
    expect(back.data).toMatchObject({ status: 'givenBack' })
    expect((await read(id, 'borrower')).actions).toEqual([])
  })

  test('asks by POST for the words of the step, too', async () => {
    const id = await request()
    const without = await app.post('/newapi/loan/deny', { id }, as('keeper'))
    expect(without.errors).toEqual([{ path: '/reason', message: '请填写不批准的原因' }])
    const denied = await app.post('/newapi/loan/deny', { id, reason: '库存不足' }, as('keeper'))
    expect(denied.status).toBe(200)
    const item = await app.get<{ statusReason: string }>(`/newapi/loan/info/${id}`, as('borrower'))
    expect(item.data).toMatchObject({ status: 'denied', statusReason: '库存不足', statusWords: '审批意见' })
  })

  test('nobody decides about his own request', async () => {
    const id = await request('keeper')
    expect((await app.post('/newapi/loan/approve', { id }, as('keeper'))).status).toBe(403)
    expect((await app.post('/newapi/loan/approve', { id }, as('second'))).status).toBe(200)
  })
})
