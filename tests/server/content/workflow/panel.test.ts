// Tests transitions with a quorum, approval chains that depend on an amount, forwarding to a named account.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modelWith, PANEL } from '../../../support/loan.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp
const tokens = new Map<string, string>()

beforeAll(async () => {
  app = await createTestApp({ model: modelWith(PANEL) })
  for (const [name, role] of [
    ['author', 'unit'],
    ['one', 'operator'],
    ['two', 'operator'],
    ['three', 'operator'],
    ['four', 'operator'],
    ['chief', 'government'],
    ['deputy', 'supplier'],
  ] as const)
    tokens.set(name, await app.signIn(name, role))
}, 60_000)
afterAll(() => app?.close())

const as = (name: string) => ({ token: tokens.get(name) })

interface Whole {
  readonly status: string
  readonly actions: readonly { readonly action: string; readonly note?: string; readonly done: string }[]
  readonly history?: readonly {
    readonly title: string
    readonly by: string
    readonly reason: string | null
  }[]
}
const read = async (id: string, by: string) => (await app.get<Whole>(`/newapi/panel/info/${id}`, as(by))).data
const agree = (id: string, by: string) =>
  app.post<{ status: string; missing?: number }>('/newapi/panel/agree', { id, opinion: `${by}同意` }, as(by))
const offered = async (id: string, by: string) => (await read(id, by)).actions.map(({ action }) => action)

async function handedIn(amount: number, by = 'author'): Promise<string> {
  const { data, text } = await app.post<{ id: string }>(
    '/newapi/panel/add',
    { title: '揭榜方案', amount },
    as(by),
  )
  expect(data?.id, text).toBeTruthy()
  expect((await app.get(`/newapi/panel/submit?id=${data.id}`, as(by))).status).toBe(200)
  return data.id
}

describe('transition with a quorum', () => {
  test('moves the item with the last required vote and shows each voter how many are missing', async () => {
    const id = await handedIn(20)
    const [first] = (await read(id, 'one')).actions
    expect(first).toMatchObject({
      action: 'agree',
      note: '须 2 人分别办理，已有 0 人。',
      done: '已记录，还需 1 人',
    })
    expect((await agree(id, 'one')).data).toMatchObject({ status: 'assessed', missing: 1 })
    expect((await read(id, 'two')).actions[0]).toMatchObject({
      note: '须 2 人分别办理，已有 1 人。',
      done: '已批准',
    })
    expect((await agree(id, 'two')).data).toMatchObject({ status: 'granted' })
    const { history = [] } = await read(id, 'author')
    expect(history.slice(0, 2)).toMatchObject([
      { title: '同意', by: '用户 two', reason: 'two同意' },
      { title: '同意', by: '用户 one', reason: 'one同意' },
    ])
  })

  test('refuses a second vote of the same account with 409', async () => {
    const id = await handedIn(20)
    await agree(id, 'one')
    const again = await agree(id, 'one')
    expect(again).toMatchObject({ status: 409, msg: '您已办理过“同意”，还需其他人办理' })
    expect(await offered(id, 'one')).toEqual(['reject'])
    expect((await read(id, 'one')).status).toBe('assessed')
  })

  test('counts the votes for each action separately', async () => {
    const id = await handedIn(20)
    const reject = (by: string) =>
      app.post<{ status: string }>('/newapi/panel/reject', { id, reason: '论证不足' }, as(by))
    await agree(id, 'one')
    expect((await reject('two')).data.status).toBe('assessed')
    expect((await reject('three')).data.status).toBe('barred')
  })

  test('refuses the vote of the item owner with 403', async () => {
    const id = await handedIn(20, 'one')
    expect((await agree(id, 'one')).status).toBe(403)
    await agree(id, 'two')
    expect((await agree(id, 'three')).data.status).toBe('granted')
  })

  test('accepts two of four simultaneous votes and moves the item once', async () => {
    const id = await handedIn(20)
    const answers = await Promise.all(['one', 'two', 'three', 'four'].map((by) => agree(id, by)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    const steps = await app.services.db
      .selectFrom('transitionLog')
      .select('action')
      .where('itemId', '=', id)
      .where('toStatus', '=', 'granted')
      .execute()
    expect(steps).toHaveLength(1)
  })

  test('refuses a vote without the required form and records nothing', async () => {
    const id = await handedIn(20)
    const without = await app.post('/newapi/panel/agree', { id }, as('one'))
    expect(without.status).toBe(400)
    expect((await read(id, 'one')).history?.some(({ title }) => title === '同意')).toBe(false)
  })
})

test('an application above the amount limit needs a second level, which can forward the decision', async () => {
  const id = await handedIn(500)
  await agree(id, 'one')
  expect((await agree(id, 'two')).data.status).toBe('escalated')
  const forward = (by: string, handlerId: string) =>
    app.post<{ status: string }>('/newapi/panel/forward', { id, handlerId }, as(by))
  expect((await forward('one', 'deputy')).status).toBe(403)
  expect((await app.get(`/newapi/panel/endorse?id=${id}`, as('deputy'))).status).toBe(404)
  expect((await forward('chief', 'deputy')).status).toBe(200)
  expect(await offered(id, 'deputy')).toEqual(['forward', 'endorse'])
  const { data } = await app.get<{ status: string }>(`/newapi/panel/endorse?id=${id}`, as('deputy'))
  expect(data.status).toBe('granted')
})
