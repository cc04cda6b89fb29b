// Tests bulk transitions over HTTP: one result for each item, access, refusals.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildStage, pledgeModel } from '../../support/pledges.ts'
import { signInAll } from '../../support/sign-in-all.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

interface Result {
  readonly id: string
  readonly title: string
  readonly ok: boolean
  readonly status?: string
  readonly msg?: string
}
interface Answer {
  readonly done: number
  readonly results: readonly Result[]
}

let app: TestApp
const tokens: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp({ model: pledgeModel() })
  Object.assign(
    tokens,
    await signInAll(app, { author: 'unit', operator: 'operator', auditor: 'auditor', chief: 'government' }),
  )
})
afterAll(() => app?.close())

async function ask(title: string, who = 'author'): Promise<string> {
  const body = { title, sysCategoryId: 'C04' }
  const { data, text } = await app.post<{ id: string }>('/newapi/zhihu/add', body, { token: tokens[who] })
  expect(data?.id, text).toBeTruthy()
  return data.id
}

const bulk = (body: object, who = 'operator') =>
  app.post<Answer>('/newapi/operator/zhihu/bulk', body, { token: tokens[who] })
const read = async (id: string) =>
  (
    await app.get<{ status: string; statusReason: string | null }>(`/newapi/zhihu/info/${id}`, {
      token: tokens.operator,
    })
  ).data

test('a bulk transition executes the allowed items and returns the reason for each refused one', async () => {
  const [first, second, own] = [
    await ask('水泵怎么防冻？'),
    await ask('排水车怎么年检？'),
    await ask('运营人员自己的问题？', 'operator'),
  ]
  await app.get(`/newapi/zhihu/withdraw?id=${second}`, { token: tokens.author })
  const items = [first, second, own, 'nobody'].map((id) => ({ id }))
  const { status, data } = await bulk({ action: 'online', items })
  expect(status).toBe(200)
  expect(data.done).toBe(1)
  expect(data.results).toEqual([
    { id: first, title: '水泵怎么防冻？', ok: true, status: 'online' },
    {
      id: second,
      title: '排水车怎么年检？',
      ok: false,
      msg: '该装备知识目前为“已撤回”状态，不能办理“通过并上线”',
    },
    { id: own, title: '运营人员自己的问题？', ok: false, msg: expect.stringContaining('自己') },
    { id: 'nobody', title: '', ok: false, msg: expect.any(String) },
  ])
  expect([(await read(first)).status, (await read(second)).status, (await read(own)).status]).toEqual([
    'online',
    'withdrawn',
    'pending',
  ])
})

test('a bulk transition stores its reason in each item and is refused for each item without a reason', async () => {
  const ids = [await ask('照明车怎么选？'), await ask('油料怎么储存？')]
  const items = ids.map((id) => ({ id }))
  const without = await bulk({ action: 'refuse', items })
  expect(without.data).toMatchObject({ done: 0, results: [{ ok: false }, { ok: false }] })
  expect(without.data.results[0]?.msg).toMatch(/原因|填写/)
  const { data } = await bulk({ action: 'refuse', items, reason: '请写明型号' })
  expect(data.done).toBe(2)
  for (const id of ids)
    expect(await read(id)).toMatchObject({ status: 'refused', statusReason: '请写明型号' })
})

test('a bulk transition is refused for an item whose revision has changed', async () => {
  const id = await ask('对讲机怎么充电？')
  const body = { id, title: '对讲机怎么安全充电？', sysCategoryId: 'C04', revision: 1 }
  expect((await app.post('/newapi/zhihu/update', body, { token: tokens.author })).status).toBe(200)
  const stale = await bulk({ action: 'online', items: [{ id, revision: 1 }] })
  expect(stale.data.results[0]).toMatchObject({ ok: false })
  expect((await read(id)).status).toBe('pending')
  expect((await bulk({ action: 'online', items: [{ id, revision: 2 }] })).data.done).toBe(1)
})

test('a bulk transition is refused for an item with a pending change', async () => {
  const id = await ask('救生衣怎么检验？')
  await bulk({ action: 'online', items: [{ id }] })
  const body = { id, title: '救生衣怎么定期检验？', sysCategoryId: 'C04', revision: 1 }
  expect((await app.post('/newapi/zhihu/update', body, { token: tokens.author })).status).toBe(200)
  const { data } = await bulk({ action: 'online', items: [{ id }] })
  expect(data.results[0]).toMatchObject({ ok: false, msg: '有修改稿等待审核，请打开逐条办理' })
})

test('a bulk transition writes the audit entry of a single transition', async () => {
  const id = await ask('无人机怎么报备？')
  await bulk({ action: 'online', items: [{ id }] })
  const entries = await app.services.db
    .selectFrom('audit')
    .select(['action', 'target'])
    .where('target', '=', id)
    .execute()
  expect(entries.map(({ action }) => action)).toContain('zhihu.online')
})

describe('bulk transition refused as a whole', () => {
  test.each([
    ['a visitor', undefined, 401],
    ['a member', 'author', 403],
    ['an auditor', 'auditor', 403],
  ])('returns 401 or 403 for %s', async (_who, who, status) => {
    const answer = await bulk({ action: 'online', items: [{ id: 'x' }] }, who ?? 'nobody')
    expect(answer.status).toBe(status)
  })

  test.each([
    ['a verb that the lifecycle lacks', { action: 'nonsense', items: [{ id: 'x' }] }],
    ['an action of the engine', { action: 'update', items: [{ id: 'x' }] }],
    ['no items', { action: 'online', items: [] }],
    [
      'more than a page of them',
      { action: 'online', items: Array.from({ length: 51 }, (_, at) => ({ id: `x${at}` })) },
    ],
  ])('returns 400 for %s', async (_name, body) => {
    const { status, msg } = await bulk(body)
    expect(status).toBe(400)
    expect(msg).toMatch(/\p{Script=Han}/u)
  })
})

test('a bulk transition by an operator is refused when only the owner may execute the transition', async () => {
  const id = await ask('发电机怎么保养？')
  expect((await bulk({ action: 'withdraw', items: [{ id }] })).data.results[0]).toMatchObject({ ok: false })
})

test('a bulk transition by an auditor executes only what the lifecycle grants to auditors', async () => {
  const stage = await buildStage(app)
  const [first, second, third] = [await stage.pledged(), await stage.pledged(), await stage.pledged()]
  await stage.post('pledge/pair', { id: third }, 'brigade')
  const many = (action: string, ids: readonly string[], by: 'auditor' | 'brigade' | 'maker') =>
    app.post<Answer>(
      '/newapi/operator/pledge/bulk',
      { action, items: ids.map((id) => ({ id })), reason: '关键指标缺少试验方法' },
      stage.as(by),
    )
  const { data, text } = await many('refuse', [first, second, third], 'auditor')
  expect(
    data?.results.map(({ ok, status }) => [ok, status]),
    text,
  ).toEqual([
    [true, 'returned'],
    [true, 'returned'],
    [false, undefined],
  ])
  expect(data.results[2]?.msg).toBe('该研制认领目前为“结对研制中”状态，不能办理“退回补正”')
  expect(await stage.read(`pledge/info/${first}`, 'maker')).toMatchObject({
    status: 'returned',
    statusReason: '关键指标缺少试验方法',
  })
  // Closing is the operators’; the owners of demand and pledge have no desk.
  expect((await many('close', [third], 'auditor')).status).toBe(403)
  for (const by of ['brigade', 'maker'] as const) expect((await many('refuse', [third], by)).status).toBe(403)
})

test('an undone bulk leaves items with the reason that they had, and its own words in their history', async () => {
  const [mine, others] = [await ask('发电机怎么并联？'), await ask('照明车怎么保养？')]
  const items = [{ id: mine }, { id: others }]
  const take = async (action: string, more: object = {}, of = items) => {
    const { data, text } = await bulk({ action, items: of, ...more })
    expect(data?.done, text).toBe(of.length)
  }
  await take('online')
  await take('offline', { reason: '数据有误，核对后再上线' })
  await take('online')
  await take('offline', { undo: true, reason: '撤销上一次批量办理' }, [{ id: mine }])
  expect(await read(mine)).toMatchObject({ status: 'offline', statusReason: '数据有误，核对后再上线' })
  // What is called undoing but takes nothing back leaves its words as any transition does.
  await app.get(`/newapi/zhihu/delete?id=${others}`, { token: tokens.operator })
  await take('restore', { undo: true, reason: '恢复以便核对' }, [{ id: others }])
  await take('online', {}, [{ id: others }])
  await app.services.db
    .updateTable('transitionLog')
    .set({ actor: 'chief' })
    .where('itemId', '=', others)
    .execute()
  await take('offline', { undo: true, reason: '由别人上线的' }, [{ id: others }])
  expect(await read(others)).toMatchObject({ status: 'offline', statusReason: '由别人上线的' })
})
