// Tests giving roles: by administrators only, with a second one where the setting asks, told to auditors, audited.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Paged } from '#shared/calls/envelope.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'

type Row = Readonly<Record<string, unknown>>

let app: TestApp
const tokens = new Map<string, string>()
const as = (who: string) => ({ token: tokens.get(who) as string })
let address = 0

beforeAll(async () => {
  app = await createTestApp({ env: { SECOND_ADMINISTRATOR: '1' } })
  const people = {
    boss: 'operator',
    deputy: 'operator',
    auditor: 'auditor',
    lin: 'staff',
    reader: 'ordinary',
  }
  for (const [name, role] of Object.entries(people)) tokens.set(name, await app.signIn(name, role))
}, 60_000)
afterAll(() => app.close())

const give = (who: string, body: Row) =>
  app.post<Row>('/newapi/operator/role/give', { reason: '负责资讯编辑工作', ...body }, as(who))
const decide = (who: string, what: 'confirm' | 'refuse' | 'end', id: unknown) =>
  app.post<Row>(
    `/newapi/operator/role/${what}`,
    { id, ...(what === 'confirm' ? {} : { reason: '工作已经调整' }) },
    as(who),
  )
const EDITOR = { userName: 'lin', role: 'editor', types: ['news'] }
const mayList = async () => (await app.get('/newapi/operator/news/manage', as('lin'))).status === 200
const told = async (userId: string) => {
  const rows = await app.services.db
    .selectFrom('notice')
    .select(['template', 'content'])
    .where('userId', '=', userId)
    .where('template', 'in', ['roleAsked', 'roleGiven', 'roleEnded'])
    .orderBy('id')
    .execute()
  return rows.map(({ template }) => template)
}
const audited = async (target: string) => {
  const rows = await app.services.db
    .selectFrom('audit')
    .select(['action', 'actor', 'result'])
    .where('target', '=', target)
    .where('action', 'like', 'roleAssignment.%')
    .orderBy('id')
    .execute()
  return rows.map(({ action, actor, result }) => `${actor} ${action} ${result}`)
}

describe('a role that an administrator gives', () => {
  test('counts once a second administrator has confirmed it, and until it is taken away', async () => {
    const asked = await give('boss', EDITOR)
    expect(asked.data, asked.text).toMatchObject({ state: 'requested', scope: '装备资讯' })
    const { id } = asked.data
    expect(await mayList()).toBe(false)
    const own = await decide('boss', 'confirm', id)
    expect([own.status, own.msg]).toEqual([403, '不能确认自己提出的授权，请由另一位管理员确认'])
    expect(await mayList()).toBe(false)
    expect((await give('deputy', EDITOR)).status).toBe(409)
    expect((await decide('deputy', 'confirm', id)).data).toMatchObject({ state: 'active' })
    expect(await mayList()).toBe(true)
    expect((await decide('deputy', 'confirm', id)).status).toBe(409)
    expect((await decide('boss', 'end', id)).data).toMatchObject({ state: 'revoked' })
    expect(await mayList()).toBe(false)

    expect(await told('deputy')).toEqual(['roleAsked'])
    expect(await told('boss')).toEqual([])
    expect(await told('auditor')).toEqual(['roleGiven', 'roleEnded'])
    expect(await told('lin')).toEqual(['roleGiven', 'roleEnded'])
    expect(await audited('lin')).toEqual([
      'boss roleAssignment.give ok',
      'deputy roleAssignment.confirm ok',
      'boss roleAssignment.end ok',
    ])
    const { data } = await app.get<Row>(`/newapi/operator/role/info/${id}`, as('auditor'))
    expect(data).toMatchObject({ state: 'revoked', userName: 'lin', role: 'editor' })
  })

  test('does not count when the second administrator refuses it', async () => {
    const { data } = await give('boss', EDITOR)
    expect((await decide('deputy', 'refuse', data.id)).data).toMatchObject({ state: 'denied' })
    expect(await mayList()).toBe(false)
    expect((await decide('deputy', 'confirm', data.id)).status).toBe(409)
  })

  test('is refused for everything, unless that is said expressly', async () => {
    const unlimited = { userName: 'lin', role: 'editor' }
    const forgotten = await give('boss', unlimited)
    expect(forgotten.errors?.map(({ path }) => path)).toEqual(['/types'])
    const both = await give('boss', { ...EDITOR, unlimited: true })
    expect(both.errors?.map(({ path }) => path)).toEqual(['/unlimited'])
    const { data } = await give('boss', { ...unlimited, unlimited: true })
    expect(data.scope).toBe('全部类型')
    await decide('deputy', 'refuse', data.id)
  })

  test('is confirmed once, when two administrators do so at the same time', async () => {
    tokens.set('third', await app.signIn('third', 'operator'))
    const { data } = await give('boss', { ...EDITOR, region: '51' })
    const answers = await Promise.all(['deputy', 'third'].map((who) => decide(who, 'confirm', data.id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await decide('boss', 'end', data.id)
  })

  test.each([
    ['to the administrator themselves', 'boss', { userName: 'boss' }, 403],
    ['to an auditor', 'boss', { userName: 'auditor' }, 403],
    ['by an auditor', 'auditor', {}, 403],
    ['by somebody without a right to it', 'reader', {}, 403],
    ['that looks after accounts', 'boss', { role: 'operator' }, 400],
    ['that watches over administrators', 'boss', { role: 'auditor' }, 400],
    ['for an account that does not exist', 'boss', { userName: 'nobody_there' }, 400],
    ['for a type that does not exist', 'boss', { types: ['nothing'] }, 400],
    ['for a column that does not exist', 'boss', { types: ['news'], categories: ['没有的栏目'] }, 400],
    ['for a column of several types', 'boss', { types: ['news', 'law'], categories: ['检修'] }, 400],
    ['for a region of a type that has none', 'boss', { types: ['topic'], region: '51' }, 400],
  ])('is refused %s', async (_which, who, body, status) => {
    expect((await give(who, { ...EDITOR, ...body })).status).toBe(status)
  })

  test('whose giving was refused stands in the audit log', async () => {
    await give('reader', { ...EDITOR, userName: 'boss' })
    const rows = await app.services.db
      .selectFrom('audit')
      .select(['actor', 'result'])
      .where('action', '=', 'roleAssignment.give')
      .where('result', '=', 'refused')
      .execute()
    expect(rows.map(({ actor }) => actor)).toContain('reader')
    expect(rows.map(({ actor }) => actor)).toContain('boss')
  })
})

describe('a staff account that an administrator creates', () => {
  const create = (userName: string) =>
    app.post<Row>('/newapi/operator/user/create', { role: 'staff', userName, name: '新来的同事' }, as('boss'))
  const signIn = (userName: string, password: unknown) => {
    address += 1
    return app.post<Row>('/newapi/api/login', { userName, password }, { address: `10.8.0.${address}` })
  }
  const approve = '/newapi/operator/application/approve'
  const waiting = async (userName: string) => {
    const { data } = await app.get<Paged<Row>>('/newapi/operator/role/list?state=requested', as('deputy'))
    return data.list.find((row) => row.userName === userName)
  }

  test('can sign in once a second administrator has confirmed it', async () => {
    const created = await create('new_colleague')
    expect(created.data, created.text).toMatchObject({ status: 'pending' })
    const { password, id } = created.data
    expect((await signIn('new_colleague', password)).status).not.toBe(200)
    expect((await app.post(approve, { id }, as('boss'))).status).toBe(409)
    const row = await waiting('new_colleague')
    expect(row).toMatchObject({ kind: 'account', state: 'requested' })
    expect((await decide('boss', 'confirm', row?.id)).status).toBe(403)
    expect((await decide('deputy', 'confirm', row?.id)).code).toBe(0)
    expect(await signIn('new_colleague', password)).toMatchObject({ code: 0, data: { passwordDue: true } })
    expect((await decide('deputy', 'end', row?.id)).status).toBe(409)
  })

  test('stays closed when the second administrator refuses it', async () => {
    const { data } = await create('not_wanted')
    await decide('deputy', 'refuse', (await waiting('not_wanted'))?.id)
    const { id, password } = data
    expect((await app.post('/newapi/operator/user/unblock', { id }, as('boss'))).status).toBe(409)
    expect((await signIn('not_wanted', password)).status).not.toBe(200)
  })

  test('gets a new one-time password from an administrator, also without a phone', async () => {
    const { data } = await app.post<Row>(
      '/newapi/operator/user/handPassword',
      { id: 'lin', reason: '忘记密码' },
      as('boss'),
    )
    expect(await signIn('lin', data?.password)).toMatchObject({ code: 0, data: { passwordDue: true } })
  })
})

test('a scope that names what is no longer there says so', async () => {
  const { data } = await app.post<Row>('/newapi/operator/topic/add', { name: '撤销的专题' }, as('boss'))
  await give('boss', { userName: 'lin', role: 'editor', types: ['news'], categories: ['撤销的专题'] })
  const scopes = async () => {
    const { data: page } = await app.get<Paged<Row>>('/newapi/operator/role/list?state=requested', as('boss'))
    return page.list.map(({ scope }) => scope)
  }
  const written = String((await scopes())[0])
  expect(written).toMatch(/撤销的专题$/)
  const deleted = await app.get(`/newapi/operator/topic/delete?id=${data.id}&revision=1`, as('boss'))
  expect(deleted.status, deleted.text).toBe(200)
  expect(await scopes()).toEqual([`${written}（已不存在）`])
  await app.services.db
    .updateTable('roleAssignment')
    .set({ scope: JSON.stringify({ types: ['gone'], regions: ['99'] }) })
    .where('state', '=', 'requested')
    .execute()
  expect(await scopes()).toEqual(['gone（已不存在）；地区：99（已不存在）'])
})
