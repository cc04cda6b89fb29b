// Tests visibility by state: fields in details and lists, history entries, the public progress query.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modelWith, PANEL } from '../../../support/loan.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp
const tokens = new Map<string, string>()
let id = ''
let receiptNo = ''

beforeAll(async () => {
  app = await createTestApp({ model: modelWith(PANEL) })
  for (const [name, role] of [
    ['author', 'unit'],
    ['one', 'operator'],
    ['two', 'operator'],
    ['auditor', 'auditor'],
  ] as const)
    tokens.set(name, await app.signIn(name, role))
  await app.services.db
    .updateTable('account')
    .set({ mobile: '13800005678' })
    .where('id', '=', 'author')
    .execute()
  const body = { title: '揭榜方案', amount: 20, quote: '样机 80 万元' }
  const { data } = await app.post<{ id: string; receiptNo: string }>('/newapi/panel/add', body, as('author'))
  id = data.id
  receiptNo = data.receiptNo
  await app.get(`/newapi/panel/submit?id=${id}`, as('author'))
}, 60_000)
afterAll(() => app?.close())

const as = (name: string) => ({ token: tokens.get(name) })
const agree = (by: string) => app.post('/newapi/panel/agree', { id, opinion: `${by}认为可行` }, as(by))

interface Whole {
  readonly quote?: string
  readonly history?: readonly { readonly title: string | null; readonly reason: string | null }[]
}
const read = async (by: string) => (await app.get<Whole>(`/newapi/panel/info/${id}`, as(by))).data
const listed = async (by: string, status: string) =>
  (await app.get<{ list: readonly Whole[] }>(`/newapi/panel/list?status=${status}`, as(by))).data.list[0]
const opinions = async (by: string) => (await read(by)).history?.flatMap(({ reason }) => reason ?? []) ?? []
const progress = async () =>
  (await app.post('/newapi/api/progress/query', { receiptNo, mobileTail: '5678' })).text

test('an item under assessment shows its quote to owner and assessors, and opinions to assessors only', async () => {
  expect((await read('one')).quote).toBe('样机 80 万元')
  expect((await listed('one', 'assessed'))?.quote).toBe('样机 80 万元')
  expect((await read('author')).quote).toBe('样机 80 万元')
  expect(await read('auditor')).not.toHaveProperty('quote')
  expect(await listed('auditor', 'assessed')).not.toHaveProperty('quote')
  await agree('one')
  expect(await opinions('one')).toEqual(['one认为可行'])
  expect(await opinions('two')).toEqual(['one认为可行'])
  expect(await opinions('author')).toEqual([])
  expect(await progress()).not.toContain('认为可行')
})

test('a decided item shows the opinions to its owner and no longer shows the quote to assessors', async () => {
  await agree('two')
  expect(await opinions('author')).toEqual(['two认为可行', 'one认为可行'])
  expect(await progress()).toContain('two认为可行')
  expect(await read('one')).not.toHaveProperty('quote')
  expect(await listed('one', 'granted')).not.toHaveProperty('quote')
  expect((await read('author')).quote).toBe('样机 80 万元')
})
