// Tests delegations: rights of the delegate, votes, history, end, refusals.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { delegationTask } from '#server/identity/delegation/notify-delegation.ts'
import { Scheduler } from '#server/platform/scheduler/scheduler.ts'
import { modelWith, PANEL } from '../../../support/loan.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const PEOPLE = {
  author: 'unit',
  stand: 'unit',
  first: 'operator',
  second: 'operator',
  third: 'operator',
  chief: 'government',
  deputy: 'supplier',
  helper: 'supplier',
  nobody: 'ordinary',
  auditor: 'auditor',
} as const
type Name = keyof typeof PEOPLE

let app: TestApp
let now = new Date('2026-12-01T01:00:00Z')
const tokens = new Map<string, string>()

async function goTo(day: string) {
  now = new Date(`${day}T01:00:00Z`)
  for (const [name, role] of Object.entries(PEOPLE)) tokens.set(name, await app.signIn(name, role))
}
beforeAll(async () => {
  app = await createTestApp({ model: modelWith(PANEL), clock: () => now })
}, 60_000)
afterAll(() => app?.close())

const as = (name: Name) => ({ token: tokens.get(name) })

interface Whole {
  readonly status: string
  readonly handlerId?: string
  readonly actions: readonly { readonly action: string; readonly note?: string }[]
  readonly history?: readonly {
    readonly title: string
    readonly by: string
    readonly part: string
    readonly reason: string | null
  }[]
}
const read = (id: string, by: Name) => app.get<Whole>(`/newapi/panel/info/${id}`, as(by))
const offered = async (id: string, by: Name) => (await read(id, by)).data.actions.map(({ action }) => action)
const agree = (id: string, by: Name) =>
  app.post<{ status: string; missing?: number }>('/newapi/panel/agree', { id, opinion: `${by}同意` }, as(by))

interface Delegation {
  readonly id: string
  readonly way?: string
  readonly state: string
  readonly matters: string
  readonly delegateName: string
}
const hand = (from: Name, delegate: string, fromDay: string, untilDay: string) =>
  app.post<Delegation>('/newapi/delegation/add', { delegate, fromDay, untilDay, note: '出差' }, as(from))
const mine = async (by: Name) =>
  (await app.get<{ list: readonly Delegation[] }>('/newapi/delegation/mine', as(by))).data?.list ?? []
const todo = async (by: Name) =>
  (await app.get<{ list: readonly { id: string; turn: string }[] }>('/newapi/userPage/todo', as(by))).data
    .list

async function handedIn(amount = 20, by: Name = 'author'): Promise<string> {
  const { data, text } = await app.post<{ id: string }>(
    '/newapi/panel/add',
    { title: '揭榜方案', amount },
    as(by),
  )
  expect(data?.id, text).toBeTruthy()
  expect((await app.get(`/newapi/panel/submit?id=${data.id}`, as(by))).status).toBe(200)
  return data.id
}

/** Of an earlier test, so that each begins without any. */
async function endAll() {
  for (const name of Object.keys(PEOPLE) as Name[])
    for (const { id, state } of await mine(name))
      if (state === 'on' || state === 'soon') await app.post('/newapi/delegation/end', { id }, as(name))
}

describe('delegation during its days', () => {
  test('lets the delegate read and act, and the history names delegate and principal', async () => {
    await goTo('2026-12-01')
    const id = await handedIn()
    expect((await read(id, 'stand')).status).toBe(404)
    expect((await agree(id, 'stand')).status).toBe(403)
    const given = await hand('first', 'stand', '2026-12-02', '2026-12-04')
    expect(given.data, given.text).toMatchObject({ state: 'soon', delegateName: '用户 stand' })
    expect(given.data.matters).toContain('方案')
    expect((await read(id, 'stand')).status).toBe(404)

    await goTo('2026-12-02')
    expect(await mine('first')).toMatchObject([{ way: 'given', state: 'on' }])
    expect(await mine('stand')).toMatchObject([{ way: 'received', state: 'on' }])
    expect(await todo('stand')).toMatchObject([{ id, turn: expect.stringContaining('代用户 first') }])
    const { actions } = (await read(id, 'stand')).data
    expect(actions.map(({ action }) => action)).toEqual(['agree', 'reject'])
    expect(actions[0]?.note).toContain('您代用户 first办理')
    expect((await agree(id, 'stand')).data).toMatchObject({ status: 'assessed', missing: 1 })
    const { history = [] } = (await read(id, 'third')).data
    expect(history[0]).toMatchObject({ by: '用户 stand代用户 first', part: '运营人员', reason: 'stand同意' })
    expect(await todo('stand')).toEqual([])
  })

  test('counts the vote of a delegate as the vote of the principal, once', async () => {
    await endAll()
    await goTo('2026-12-02')
    const id = await handedIn()
    await hand('first', 'stand', '2026-12-02', '2026-12-04')
    // Names that differ in case only are one.
    await hand('second', 'Stand', '2026-12-02', '2026-12-04')
    await agree(id, 'stand')
    // One person, whoever he stands in for.
    expect(await agree(id, 'stand')).toMatchObject({ status: 409 })
    // And one principal, whoever says it.
    expect(await agree(id, 'first')).toMatchObject({ status: 409 })
    expect((await read(id, 'first')).data.status).toBe('assessed')
    expect((await agree(id, 'second')).data.status).toBe('granted')
  })

  test('gives no second vote to a delegate who decides on the same item anyway', async () => {
    await endAll()
    const id = await handedIn()
    await hand('first', 'second', '2026-12-02', '2026-12-04')
    expect((await agree(id, 'second')).data).toMatchObject({ missing: 1 })
    expect(await agree(id, 'second')).toMatchObject({ status: 409 })
    const { history = [] } = (await read(id, 'third')).data
    expect(history[0]?.by).toBe('用户 second')
  })

  test('does not let a delegate approve an own item or an item of the principal', async () => {
    await endAll()
    await hand('first', 'stand', '2026-12-02', '2026-12-04')
    const own = await handedIn(20, 'stand')
    expect(await offered(own, 'stand')).toEqual([])
    expect((await agree(own, 'stand')).status).toBe(403)
    const colleagues = await handedIn(20, 'first')
    expect((await agree(colleagues, 'stand')).status).toBe(403)
  })

  test('passes on the task of an assignee named by a field, and the field keeps the principal', async () => {
    await endAll()
    const id = await handedIn(500)
    await agree(id, 'first')
    await agree(id, 'second')
    await app.post('/newapi/panel/forward', { id, handlerId: 'deputy' }, as('chief'))
    expect((await read(id, 'helper')).status).toBe(404)
    await hand('deputy', 'helper', '2026-12-02', '2026-12-03')
    expect(await offered(id, 'helper')).toEqual(['forward', 'endorse'])
    expect((await app.get<Whole>(`/newapi/panel/endorse?id=${id}`, as('helper'))).data.status).toBe('granted')
    const { data } = await read(id, 'first')
    expect(data.history?.[0]?.by).toBe('用户 helper代用户 deputy')
    const { db } = app.services
    const row = await db.selectFrom('item').select('body').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.body.handlerId).toBe('deputy')
  })

  test('does not pass on items and calls that the principal has no access to', async () => {
    await endAll()
    const id = await handedIn()
    await hand('deputy', 'helper', '2026-12-02', '2026-12-03')
    expect((await read(id, 'helper')).status).toBe(404)
    expect((await app.get('/newapi/operator/user/list', as('stand'))).status).toBe(403)
  })

  test('stores delegate and principal in the audit log', async () => {
    await endAll()
    const id = await handedIn()
    await hand('first', 'stand', '2026-12-02', '2026-12-04')
    await agree(id, 'stand')
    const entry = await app.services.db
      .selectFrom('audit')
      .select(['actor', 'detail'])
      .where('target', '=', id)
      .where('action', '=', 'panel.agree')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ actor: 'stand', detail: { behalf: 'first' } })
  })
})

describe('end of a delegation', () => {
  const told = (id: string) =>
    app.services.db
      .selectFrom('notice')
      .select(['userId', 'title'])
      .where('cause', 'like', `%${id}`)
      .orderBy('userId')
      .orderBy('id')
      .execute()

  test('takes effect after the last day, and both accounts get one notice', async () => {
    await endAll()
    const id = await handedIn()
    const { data } = await hand('first', 'stand', '2026-12-02', '2026-12-03')
    expect(await told(data.id)).toMatchObject([{ userId: 'first' }, { userId: 'stand' }])
    await goTo('2026-12-03')
    expect((await read(id, 'stand')).status).toBe(200)
    await goTo('2026-12-04')
    expect((await read(id, 'stand')).status).toBe(404)
    const scheduler = new Scheduler(app.services, [delegationTask], {
      onError: (_task, error) => {
        throw error
      },
    })
    await scheduler.runDue()
    now = new Date(now.getTime() + 900_000)
    await scheduler.runDue()
    const notices = await told(data.id)
    expect(notices.filter(({ title }) => title.includes('已到期')).map(({ userId }) => userId)).toEqual([
      'first',
      'stand',
    ])
    expect((await mine('first')).find(({ id: one }) => one === data.id)?.state).toBe('over')
  })

  test.each<[Name]>([['first'], ['stand']])('takes effect at once when %s ends it early', async (who) => {
    await goTo('2026-12-05')
    await endAll()
    const id = await handedIn()
    const { data } = await hand('first', 'stand', '2026-12-05', '2026-12-09')
    expect((await read(id, 'stand')).status).toBe(200)
    expect((await app.post('/newapi/delegation/end', { id: data.id }, as('second'))).status).toBe(404)
    expect((await app.post('/newapi/delegation/end', { id: data.id }, as(who))).status).toBe(200)
    expect((await read(id, 'stand')).status).toBe(404)
    const early = (await told(data.id)).filter(({ title }) => title.includes('已提前结束'))
    expect(early.map(({ userId }) => userId)).toEqual(['first', 'stand'])
    expect((await app.post('/newapi/delegation/end', { id: data.id }, as(who))).status).toBe(404)
  })

  test('takes effect when the account of the principal is blocked', async () => {
    await endAll()
    const id = await handedIn()
    await hand('third', 'stand', '2026-12-05', '2026-12-09')
    expect((await read(id, 'stand')).status).toBe(200)
    const blocked = await app.post(
      '/newapi/operator/user/block',
      { id: 'third', reason: '离职' },
      as('first'),
    )
    expect(blocked.status, blocked.text).toBe(200)
    expect((await read(id, 'stand')).status).toBe(404)
  })
})

describe('refused delegation', () => {
  test.each<[string, Name, string, string, string, string]>([
    ['to nobody', 'first', 'unknown', '2026-12-06', '2026-12-07', '没有可以代您办理的用户“unknown”'],
    ['to oneself', 'first', 'first', '2026-12-06', '2026-12-07', '不能委托给自己'],
    ['to who may not take it over', 'first', 'nobody', '2026-12-06', '2026-12-07', '运营人员、单位用户'],
    ['for days that are over', 'first', 'stand', '2026-12-01', '2026-12-07', '不能早于'],
    ['from a day to one before', 'first', 'stand', '2026-12-08', '2026-12-07', '不能早于'],
    ['for a year', 'first', 'stand', '2026-12-06', '2027-12-07', '不能晚于'],
  ])('returns an error that names the reason: %s', async (_what, who, delegate, fromDay, untilDay, words) => {
    await goTo('2026-12-05')
    const answer = await hand(who, delegate, fromDay, untilDay)
    expect(answer.status, answer.text).toBe(400)
    expect(answer.errors?.map(({ message }) => message).join()).toContain(words)
  })

  test('with the same delegate and overlapping days names the existing delegation', async () => {
    await endAll()
    await hand('first', 'stand', '2026-12-05', '2026-12-09')
    const again = await hand('first', 'stand', '2026-12-08', '2026-12-12')
    expect(again.errors?.[0]?.message).toContain('2026-12-05 至 2026-12-09 已委托')
    expect((await hand('first', 'stand', '2026-12-10', '2026-12-12')).status).toBe(200)
  })

  test('by an auditor returns 403', async () => {
    const answer = await hand('auditor', 'stand', '2026-12-06', '2026-12-07')
    expect(answer.status).toBe(403)
  })
})

test('the list of all delegations is readable by operators and auditors only', async () => {
  await endAll()
  await hand('first', 'stand', '2026-12-05', '2026-12-09')
  for (const who of ['second', 'auditor'] as const) {
    const { data } = await app.get<{ list: readonly Delegation[] }>(
      '/newapi/operator/delegation/list',
      as(who),
    )
    expect(data.list.filter(({ state }) => state === 'on')).toMatchObject([
      { principalName: '用户 first', delegateName: '用户 stand' },
    ])
  }
  expect((await app.get('/newapi/operator/delegation/list', as('stand'))).status).toBe(403)
})
