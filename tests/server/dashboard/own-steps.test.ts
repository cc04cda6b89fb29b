// Tests the list of own items over HTTP: search, filters and bulk transitions.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMAND } from '../support/demand.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

interface Row {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly steps: readonly string[]
  readonly revision: number
}
interface Answer {
  readonly done: number
  readonly results: readonly { readonly id: string; readonly ok: boolean; readonly msg?: string }[]
}
interface Facets {
  readonly facets: readonly {
    readonly field: string
    readonly items: readonly { readonly value: string; readonly label: string; readonly count: number }[]
  }[]
}

let app: TestApp
let me: string
let other: string
let operator: string

beforeAll(async () => {
  app = await createTestApp({ clock: () => new Date('2026-11-20T08:00:00Z') })
  me = await app.signIn('me')
  other = await app.signIn('other', 'expert')
  operator = await app.signIn('boss', 'operator')
})
afterAll(() => app?.close())

async function ask(title: string, token = me): Promise<string> {
  const { data, text } = await app.post<{ id: string }>(
    '/newapi/zhihu/add',
    { title, sysCategoryId: 'C04' },
    { token },
  )
  expect(data?.id, text).toBeTruthy()
  return data.id
}
async function listOwn(query = '', token = me): Promise<readonly Row[]> {
  const { data, text, status } = await app.get<{ list: readonly Row[] }>(
    `/newapi/api/publication/list?${query}`,
    { token },
  )
  expect(status, text).toBe(200)
  return data.list
}
const bulk = (body: object, token: string | undefined = me) =>
  app.post<Answer>('/newapi/api/publication/bulk', body, { token })
const facets = async (query = '', token = me) => {
  const { data, text } = await app.get<Facets>(`/newapi/api/publication/facets?${query}`, { token })
  expect(data?.facets, text).toBeTruthy()
  return Object.fromEntries(data.facets.map(({ field, items }) => [field, items]))
}

describe('list of own items', () => {
  test('finds items by any word of the title and treats pattern characters literally', async () => {
    const id = await ask('水泵如何防冻保养')
    await ask('百分之50%的电量够用吗')
    expect((await listOwn('keyWord=防冻')).map((row) => row.id)).toEqual([id])
    expect((await listOwn(`keyWord=${encodeURIComponent('50%')}`)).map(({ title }) => title)).toEqual([
      '百分之50%的电量够用吗',
    ])
    expect(await listOwn('keyWord=防冻', other)).toEqual([])
  })

  test.each(['电台 山区', '無線電台', 'shanqu'])('finds items by %s as public lists do', async (words) => {
    const token = await app.signIn('searcher')
    const id = await ask('山区救援用的无线电台怎么架设', token)
    const query = `keyWord=${encodeURIComponent(words)}`
    expect((await listOwn(query, token)).map((row) => row.id)).toContain(id)
    expect((await facets(query, token)).dataType?.map(({ value }) => value)).toEqual(['zhihu'])
  })

  test('offers filters for the types and states that the account has, with counts', async () => {
    const id = await ask('发电机噪声怎么降低')
    await app.get(`/newapi/zhihu/online?id=${id}`, { token: operator })
    const { dataType, status } = await facets('', me)
    expect(dataType?.map(({ value }) => value)).toEqual(['zhihu'])
    expect(dataType?.[0]?.count).toBe((await listOwn('dataType=zhihu')).length)
    expect(status?.map(({ value }) => value)).toEqual(['pending', 'online'])
    expect(status?.find(({ value }) => value === 'online')).toEqual({
      value: 'online',
      label: '已上线',
      count: 1,
    })
    expect((await facets('keyWord=噪声')).status?.map(({ value }) => value)).toEqual(['online'])
    expect((await facets('status=online')).status?.map(({ value }) => value)).toEqual(['pending', 'online'])
    expect(await facets('', other)).toEqual({ dataType: [], status: [] })
  })

  test('returns the transitions that the owner may execute on each item', async () => {
    const id = await ask('夜间照明需要几台车')
    const find = async () => (await listOwn('keyWord=夜间照明'))[0]
    expect((await find())?.steps).toEqual(['withdraw', 'delete'])
    await app.get(`/newapi/zhihu/online?id=${id}`, { token: operator })
    expect((await find())?.steps).toEqual(['offline', 'withdraw', 'delete'])
    await app.get(`/newapi/zhihu/withdraw?id=${id}`, { token: me })
    expect((await find())?.steps).toEqual(['submit', 'delete'])
  })
})

describe('POST /api/publication/bulk', () => {
  test('executes a transition on items of several types one by one, with a reason for each refusal', async () => {
    const question = await ask('排涝设备怎么年检')
    const theirs = await ask('别人的问题是什么', other)
    const sent = await app.post<{ id: string }>('/newapi/demand/add', DEMAND, { token: me })
    const { data } = await bulk({
      action: 'withdraw',
      items: [question, sent.data.id, theirs, 'nobody'].map((id) => ({ id })),
    })
    expect(data.results.map(({ id, ok }) => [id, ok])).toEqual([
      [question, true],
      [sent.data.id, true],
      [theirs, false],
      ['nobody', false],
    ])
    expect(data.results.at(-2)?.msg).toBe(data.results.at(-1)?.msg)
    const again = await bulk({ action: 'withdraw', items: [{ id: question }] })
    expect(again.data.results[0]).toMatchObject({ ok: false, msg: expect.stringContaining('已撤回') })
    const deleted = await bulk({ action: 'delete', items: [{ id: question }] })
    expect(deleted.data.done).toBe(1)
    expect(await listOwn('keyWord=年检')).toEqual([])
  })

  test('refuses a transition that the owner may not execute', async () => {
    const id = await ask('自己能上线吗')
    const { data } = await bulk({ action: 'online', items: [{ id }] })
    expect(data).toMatchObject({ done: 0, results: [{ id, ok: false }] })
    expect((await bulk({ action: 'unknown', items: [{ id }] })).data).toMatchObject({ done: 0 })
  })

  test('refuses a transition by an operator on the item of another account', async () => {
    const id = await ask('运营人员能在这里删除吗')
    const { data } = await bulk({ action: 'delete', items: [{ id }] }, operator)
    expect(data).toMatchObject({ done: 0, results: [{ id, title: '', ok: false }] })
    expect(await listOwn('keyWord=运营人员能')).toHaveLength(1)
  })

  test('refuses a transition on an item that was changed since the sent revision', async () => {
    const id = await ask('旧的标题是什么')
    const body = { id, title: '新的标题是什么', sysCategoryId: 'C04', revision: 1 }
    expect((await app.post('/newapi/zhihu/update', body, { token: me })).status).toBe(200)
    const stale = await bulk({ action: 'withdraw', items: [{ id, revision: 1 }] })
    expect(stale.data.results[0]).toMatchObject({ ok: false })
  })

  test('refuses visitors with 401', async () => {
    const { status } = await bulk({ action: 'delete', items: [{ id: 'x' }] }, '')
    expect(status).toBe(401)
  })
})
