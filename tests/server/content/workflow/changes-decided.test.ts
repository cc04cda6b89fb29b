// Tests who decides on the pending change of an approved item: the assignee and a delegate.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayAt } from '#shared/formats/portal-time.ts'
import { modelWith, PANEL } from '../../../support/loan.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const LIFECYCLE = 'schemas/lifecycles/panel.json'
const TYPE = 'schemas/content/panel.json'

interface Written {
  states: Record<string, Record<string, unknown>>
  transitions: Record<string, unknown>[]
}

/** What was approved stays open to its owner; his changes wait for whoever the plan was forwarded to. */
function amendable(): typeof PANEL {
  const lifecycle = structuredClone(PANEL[LIFECYCLE]) as unknown as Written
  const readers = ['owner', 'party:handlerId', 'grant:dispatch', 'operator', 'auditor']
  lifecycle.states.granted = {
    title: '已批准',
    editable: true,
    edited: 'accepted',
    readers,
    saved: { title: '修改稿已提交', next: '通过之前原来的方案有效。' },
  }
  lifecycle.states.accepted = { title: '已受理', readers }
  const [reopened, by, not] = [['accepted'], ['party:handlerId'], ['owner']]
  lifecycle.transitions.push(
    { action: 'reopen', title: '复核', from: ['granted'], to: 'accepted', by: ['operator'], not },
    { action: 'endorse', title: '批准', from: reopened, to: 'granted', by, not },
    {
      action: 'return',
      kind: 'refuse',
      title: '退回',
      from: reopened,
      to: 'barred',
      by,
      not,
      reason: { title: '退回原因', shown: '经办人意见' },
    },
    { action: 'drop', kind: 'withdraw', title: '收回', from: reopened, to: 'proposed', by: ['owner'] },
  )
  const type = structuredClone(PANEL[TYPE]) as unknown as { endpoints: Record<string, unknown> }
  Object.assign(type.endpoints, {
    update: { at: 'POST /panel/update', access: ['owner'] },
    reopen: 'GET /panel/reopen',
    return: 'POST /panel/return',
    drop: 'GET /panel/drop',
  })
  return { ...PANEL, [LIFECYCLE]: lifecycle as never, [TYPE]: type as never }
}

const PEOPLE = {
  author: 'supplier',
  one: 'operator',
  two: 'operator',
  chief: 'government',
  deputy: 'supplier',
  helper: 'supplier',
  stranger: 'supplier',
} as const
type Name = keyof typeof PEOPLE

let app: TestApp
const tokens = new Map<string, string>()
const signIn = async () => {
  for (const [name, role] of Object.entries(PEOPLE)) tokens.set(name, await app.signIn(name, role))
}
beforeAll(async () => {
  app = await createTestApp({ model: modelWith(amendable()) })
  await signIn()
}, 60_000)
afterAll(() => app?.close())

const as = (name: Name) => ({ token: tokens.get(name) })

interface Whole {
  readonly title: string
  readonly status: string
  readonly revision: number
  readonly changeStatus?: string | null
  readonly change?: {
    readonly revision: number
    readonly actions: readonly { readonly action: string; readonly note: string }[]
  }
  readonly history?: readonly {
    readonly by: string
    readonly change: string | null
    readonly part: string | null
    readonly reason: string | null
  }[]
}
const read = async (id: string, by: Name) => (await app.get<Whole>(`/newapi/panel/info/${id}`, as(by))).data
const offered = async (id: string, by: Name) =>
  (await read(id, by))?.change?.actions.map(({ action }) => action)
const todo = async (by: Name) =>
  (await app.get<{ list: readonly { id: string; turn: string }[] }>('/newapi/userPage/todo', as(by))).data
    .list
const turnOf = async (id: string, by: Name) => (await todo(by)).find((one) => one.id === id)?.turn
const decide = (verb: 'endorse' | 'return', id: string, by: Name, change?: number) =>
  verb === 'endorse'
    ? app.get<Whole>(`/newapi/panel/endorse?id=${id}${change ? `&change=${change}` : ''}`, as(by))
    : app.post<Whole>('/newapi/panel/return', { id, change, reason: '金额与论证不符' }, as(by))

/** Approved by whom it was forwarded to, and changed by its author since. */
async function changed(title: string): Promise<{ readonly id: string; readonly change: number }> {
  const body = { title: '揭榜方案', amount: 500 }
  const { data } = await app.post<{ id: string }>('/newapi/panel/add', body, as('author'))
  const { id } = data
  await app.get(`/newapi/panel/submit?id=${id}`, as('author'))
  for (const by of ['one', 'two'] as const)
    await app.post('/newapi/panel/agree', { id, opinion: '同意' }, as(by))
  await app.post('/newapi/panel/forward', { id, handlerId: 'deputy' }, as('chief'))
  expect((await decide('endorse', id, 'deputy')).data.status).toBe('granted')
  const { revision } = await read(id, 'author')
  const saved = await app.post<Whole>('/newapi/panel/update', { ...body, id, revision, title }, as('author'))
  expect(saved.data, saved.text).toMatchObject({ status: 'granted', changeStatus: 'accepted' })
  return { id, change: (await read(id, 'deputy')).change?.revision ?? 0 }
}

async function handOver() {
  const today = dayAt(Date.now())
  const body = { delegate: 'helper', fromDay: today, untilDay: today }
  const given = await app.post<{ id: string }>('/newapi/delegation/add', body, as('deputy'))
  expect(given.status, given.text).toBe(200)
  await signIn()
  return async () => {
    await app.post('/newapi/delegation/end', { id: given.data.id }, as('deputy'))
    await signIn()
  }
}

describe('pending change of an approved item', () => {
  test('waits for the assignee who approved the item, with a to-do, and for no other account', async () => {
    const { id, change } = await changed('揭榜方案第二版')
    expect(await offered(id, 'deputy')).toEqual(['endorse', 'return'])
    // Nothing of it is public, and nobody is told that it were.
    const notes = (await read(id, 'deputy')).change?.actions.map(({ note }) => note)
    expect(notes).toEqual(['确定后，原来的内容立即换成修改稿。', '原来的内容不变，原因会告知作者。'])
    expect((await read(id, 'author')).change?.actions).toMatchObject([
      { note: '修改稿不再保留，原来的内容不变。' },
    ])
    expect(await turnOf(id, 'deputy')).toBe('待您办理：审核修改稿')
    for (const by of ['author', 'helper', 'stranger'] as const)
      expect(await turnOf(id, by), by).toBeUndefined()
    expect((await decide('endorse', id, 'stranger', change)).status).toBe(404)
    const done = await decide('endorse', id, 'deputy', change)
    expect(done.data, done.text).toMatchObject({ status: 'granted', changeStatus: null })
    expect(await read(id, 'author')).toMatchObject({ title: '揭榜方案第二版' })
    expect((await read(id, 'author')).history?.[0]).toMatchObject({
      by: '用户 deputy',
      change: '修改已通过',
      part: '经办人',
    })
    expect(await turnOf(id, 'deputy')).toBeUndefined()
  })

  test('is approved by a delegate, and history and audit log name delegate and principal', async () => {
    const { id, change } = await changed('由代办人通过的版本')
    expect(await read(id, 'helper')).toBeNull()
    const end = await handOver()
    expect(await turnOf(id, 'helper')).toBe('代用户 deputy：请审核修改稿')
    const { change: shown } = await read(id, 'helper')
    expect(shown?.actions[0]).toMatchObject({
      action: 'endorse',
      note: expect.stringContaining('您代用户 deputy办理'),
    })
    expect(shown?.actions[0]).not.toHaveProperty('for')
    const done = await decide('endorse', id, 'helper', change)
    expect(done.data, done.text).toMatchObject({ status: 'granted', changeStatus: null })
    expect(await read(id, 'author')).toMatchObject({ title: '由代办人通过的版本' })
    expect((await read(id, 'author')).history?.[0]).toMatchObject({
      by: '用户 helper代用户 deputy',
      part: '经办人',
    })
    const entry = await app.services.db
      .selectFrom('audit')
      .select(['actor', 'detail'])
      .where('target', '=', id)
      .where('action', '=', 'panel.endorse')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ actor: 'helper', detail: { behalf: 'deputy', change } })
    await end()
  })

  test('is returned by a delegate with a reason, and waits for the author', async () => {
    const { id, change } = await changed('由代办人退回的版本')
    const end = await handOver()
    const done = await decide('return', id, 'helper', change)
    expect(done.data, done.text).toMatchObject({ status: 'granted', changeStatus: 'barred' })
    const { history, title } = await read(id, 'author')
    expect(title).toBe('揭榜方案')
    expect(history?.[0]).toMatchObject({ by: '用户 helper代用户 deputy', reason: '金额与论证不符' })
    expect(await turnOf(id, 'author')).toBe('修改稿被退回，请按意见修改后重新提交')
    expect(await turnOf(id, 'helper')).toBeUndefined()
    await end()
  })

  test('cannot be decided by a delegate after the delegation has ended', async () => {
    const { id, change } = await changed('委托结束后的版本')
    const end = await handOver()
    expect(await offered(id, 'helper')).toEqual(['endorse', 'return'])
    await end()
    expect(await turnOf(id, 'helper')).toBeUndefined()
    expect((await decide('endorse', id, 'helper', change)).status).toBe(404)
    expect(await read(id, 'author')).toMatchObject({ title: '揭榜方案', changeStatus: 'accepted' })
  })
})
