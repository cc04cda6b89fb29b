// Tests the views of console lists: own, shared, default for a role, and the columns of an account.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInAll } from '../support/sign-in-all.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

interface View {
  readonly id: string
  readonly name: string
  readonly query: string
  readonly columns: readonly { readonly name: string; readonly width?: number }[]
  readonly shared: boolean
  readonly role: string | null
  readonly mine: boolean
}

const PAGE = 'operator/zhihu/list'
let app: TestApp
const tokens: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp()
  Object.assign(tokens, await signInAll(app, { operator: 'operator', auditor: 'auditor', unit: 'unit' }))
})
afterAll(() => app.close())

const list = async (who: string) =>
  (await app.get<{ list: readonly View[] }>('/newapi/console/view/list', { token: tokens[who] })).data.list
const save = (who: string, body: object) =>
  app.post<{ id: string }>('/newapi/console/view/save', { page: PAGE, ...body }, { token: tokens[who] })
const remove = (who: string, id: string) =>
  app.post('/newapi/console/view/remove', { id }, { token: tokens[who] })

describe('views of console lists', () => {
  test('a view is saved under its name, and saved again in its place', async () => {
    const { data } = await save('auditor', { name: '待审的', query: 'status=pending' })
    const again = await save('auditor', { name: '待审的', query: 'status=pending&sort=createdAt' })
    expect(again.data.id).toBe(data.id)
    expect(await list('auditor')).toEqual([
      {
        id: data.id,
        page: PAGE,
        name: '待审的',
        query: 'status=pending&sort=createdAt',
        columns: [],
        shared: false,
        role: null,
        mine: true,
      },
    ])
    expect(await list('operator')).toEqual([])
    expect((await remove('operator', data.id)).code).not.toBe(0)
    expect((await remove('auditor', data.id)).code).toBe(0)
    expect(await list('auditor')).toEqual([])
  })

  test('columns without a name stay with their account', async () => {
    const columns = [{ name: 'title' }, { name: 'createdAt', width: 150 }]
    expect((await save('operator', { columns })).code).toBe(0)
    expect((await list('operator')).map((view) => [view.name, view.columns])).toEqual([['', columns]])
    expect(await list('auditor')).toEqual([])
  })

  test('a moderator shares a view and makes it the default of one role', async () => {
    const { data } = await save('operator', { name: '本周', query: 'createdAtFrom=2026-11-30', shared: true })
    await save('operator', { name: '审计', query: 'status=online', role: 'auditor' })
    await save('operator', { name: '审计二', query: 'status=offline', role: 'auditor' })
    const seen = (await list('auditor')).map(({ name, role, mine }) => [name, role, mine])
    expect(seen).toEqual([
      ['审计二', 'auditor', false],
      ['本周', null, false],
    ])
    expect((await remove('auditor', data.id)).code).not.toBe(0)
  })

  test.each<readonly [string, string, object]>([
    ['sharing by somebody who does not moderate', 'auditor', { name: '共享', shared: true }],
    ['a default by somebody who does not moderate', 'auditor', { name: '默认', role: 'operator' }],
    ['a role that is none', 'operator', { name: '默认', role: 'nobody' }],
    ['a page that is no list of the console', 'operator', { page: 'home', name: '首页' }],
    ['somebody who does not open the console', 'unit', { name: '我的' }],
  ])('%s is refused', async (_, who, body) => {
    expect((await save(who, body)).code).not.toBe(0)
  })
})
