// Tests operator actions on accounts: approval, search, blocking, blacklist, passwords, sessions.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formOf } from '#server/identity/registration/registrations.ts'
import { ACCOUNT_STATUS_TITLES } from '#server/platform/accounts/account-status.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { ROLE_TITLES, ROLES } from '../../../support/roles.ts'
import { smallModel } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { PASSWORD, type Person, registerAs } from '../accounts/support/registering.ts'

type Row = Readonly<Record<string, unknown>>

let app: TestApp
let boss: string
let now = Date.UTC(2026, 0, 5)

beforeAll(async () => {
  app = await createTestApp({ model: await smallModel(), clock: () => new Date(now) })
  boss = await app.signIn('boss', 'operator')
})
afterAll(() => app.close())

const act = (what: string, body: object, token = boss) =>
  app.post<Row>(`/newapi/operator/${what}`, body, { token })
const read = (what: string, token = boss) => app.get<Row>(`/newapi/operator/${what}`, { token })
const find = async (what: string) =>
  (await app.get<Paged<Row>>(`/newapi/operator/${what}`, { token: boss })).data
const signIn = ({ userName, address }: Person, password = PASSWORD) =>
  app.post<Row>('/newapi/api/login', { userName, password }, { address })
const whoAmI = (token: unknown) => app.get<Row>('/newapi/api/token', { token: String(token) })

async function newUser() {
  const { person, answer } = await registerAs(app, 'auth.registerOrdinary')
  const { data } = await signIn(person)
  return { id: answer.data.id, person, token: String(data.token) }
}

describe('dictionaries of the operator pages', () => {
  test.each([
    ['accountStatus', ACCOUNT_STATUS_TITLES],
    ['role', Object.fromEntries(ROLES.map((role) => [role, ROLE_TITLES[role]]))],
  ])('contain in %s the titles that the program uses', (name, titles) => {
    const items = app.source.model.dictionaries.find((dictionary) => dictionary.name === name)?.items ?? []
    expect(Object.fromEntries(items.map(({ value, label }) => [value, label]))).toEqual(titles)
  })
})

describe('approval of organisation registrations', () => {
  test('lists the application with labels and papers, and the approved account can sign in', async () => {
    const { person, answer } = await registerAs(app, 'auth.registerSupplier')
    const { id, receiptNo } = answer.data
    const queue = await find(`application/list?keyWord=${receiptNo}`)
    expect(queue).toMatchObject({
      totalCount: 1,
      list: [{ id, role: 'supplier', status: 'pending', receiptNo }],
    })
    expect(queue.list[0]?.mobile).toMatch(/^139\*{4}/)
    const { data } = await read(`application/info/${id}`)
    const form = app.source.model.forms.find(
      (candidate) => candidate.id === formOf(app.source.model, 'supplier'),
    )
    const answers = data.answers as { label: string; value: string }[]
    const kind = form?.fields.find(({ name }) => name === 'typesOfEnterprises')
    const known = app.source.model.dictionaries.find(({ name }) => name === kind?.dict)?.items ?? []
    expect(known.map(({ label }) => label)).toContain(
      answers.find(({ label }) => label === kind?.title)?.value,
    )
    const titles = form?.fields.map(({ title }) => title)
    const papers = data.papers as { id: string; label: string }[]
    expect(papers.length).toBeGreaterThan(0)
    for (const { label } of papers) expect(titles).toContain(label)
    expect(JSON.stringify(data)).not.toMatch(/argon2|passwordHash|supplementDigest/)
    expect(await act('application/approve', { id })).toMatchObject({
      code: 0,
      data: { id, status: 'active' },
    })
    expect((await signIn(person)).code).toBe(0)
    expect((await read(`application/info/${id}`)).data).toMatchObject({
      status: 'active',
      reviewedBy: '用户 boss',
      history: [{ action: '通过注册申请', actor: '用户 boss' }, { action: '提交注册申请' }],
    })
    expect(app.sent.at(-1)).toMatchObject({ to: person.mobile, text: expect.stringContaining('已通过审核') })
  })

  test('refuses with a reason, accepts the corrected application and approves the account', async () => {
    const { person, answer } = await registerAs(app, 'auth.registerManageOrg')
    const { id } = answer.data
    expect(await act('application/refuse', { id })).toMatchObject({ status: 400, code: 40002 })
    expect((await act('application/refuse', { id, reason: ' \u200b ' })).status).toBe(400)
    const reason = '证件照片不清楚，请重新上传'
    expect(await act('application/refuse', { id, reason })).toMatchObject({ data: { status: 'refused' } })
    const told = await signIn(person)
    expect(told).toMatchObject({ code: 40106, data: { reason }, msg: expect.stringContaining(reason) })
    const key = String(told.data.key)
    const seen = await app.get<Row>(`/newapi/api/registerSupplement?key=${key}`)
    expect(seen.data).toMatchObject({ reason, type: 'manageOrg' })
    const again = await app.post('/newapi/api/registerSupplement', { key, data: seen.data.data })
    expect(again).toMatchObject({ code: 0, data: { id, status: 'pending' } })
    expect((await signIn(person)).code).toBe(40105)
    expect((await act('application/approve', { id })).code).toBe(0)
    expect((await signIn(person)).code).toBe(0)
    const { data } = await read(`application/info/${id}`)
    const steps = (data.history as { action: string; reason: string | null }[]).map((step) => step.action)
    expect(steps).toEqual(['通过注册申请', '修改后重新提交', '退回注册申请', '提交注册申请'])
    expect(data.history).toContainEqual(expect.objectContaining({ action: '退回注册申请', reason }))
  })
})

describe('list of users', () => {
  test('is searched by user name and mobile number, filtered and paged', async () => {
    const { id, person } = await newUser()
    for (const keyWord of [
      person.userName,
      person.userName.toUpperCase(),
      person.mobile,
      person.mobile.slice(-8),
    ])
      expect((await find(`user/list?keyWord=${keyWord}`)).list.map((row) => row.id)).toContain(id)
    for (const keyWord of ['%25', '_', '\\'])
      expect((await find(`user/list?keyWord=${encodeURIComponent(keyWord)}`)).totalCount).toBe(0)
    expect((await find('user/list?role=operator')).list.map((row) => row.id)).toEqual(['boss'])
    expect((await find('user/list?status=blocked')).totalCount).toBe(0)
    const all = await find('user/list?limit=50')
    const pages = await Promise.all([1, 2].map((page) => find(`user/list?limit=2&page=${page}`)))
    const ids = pages.flatMap(({ list }) => list.map((row) => row.id))
    expect(ids).toEqual(all.list.slice(0, 4).map((row) => row.id))
    expect(pages[0]).toMatchObject({ pageSize: 2, currPage: 1, totalCount: all.totalCount })
  })
  test('is refused to accounts that are not operators', async () => {
    const { id, token } = await newUser()
    for (const what of ['user/list', 'application/list', `user/info/${id}`])
      expect(await read(what, token)).toMatchObject({ status: 403, code: 40301 })
    expect((await act('user/block', { id: 'boss', reason: '试一试' }, token)).code).toBe(40301)
  })
})

describe('blocking of an account', () => {
  test('ends every session, refuses sign-in and can be undone', async () => {
    const { id, person, token } = await newUser()
    const reason = '发布虚假信息'
    expect(await act('user/block', { id, reason })).toMatchObject({ data: { status: 'blocked' } })
    expect((await whoAmI(token)).status).toBe(401)
    expect((await signIn(person)).code).toBe(40107)
    expect((await read(`user/info/${id}`)).data).toMatchObject({ blockReason: reason, sessionCount: 0 })
    expect((await act('user/block', { id, reason })).code).toBe(40902)
    expect((await act('user/unblock', { id })).code).toBe(0)
    expect((await signIn(person)).code).toBe(0)
  })
  test('is refused for the calling operator and for an unknown account', async () => {
    expect((await act('user/block', { id: 'boss', reason: '试一试' })).code).toBe(40301)
    expect((await act('user/block', { id: 'nobody', reason: '试一试' })).code).toBe(40401)
  })
})

describe('ROL-02 the blacklist', () => {
  test('allows reading and refuses writing with the reason, until the account is removed', async () => {
    const { id, token } = await newUser()
    const reason = '多次发布广告'
    expect((await act('user/blacken', { id, reason })).code).toBe(0)
    const list = await app.get<Paged<Row>>('/newapi/api/avicUser/blackList', { token: boss })
    expect(list.data.list).toEqual([expect.objectContaining({ id, blackReason: reason })])
    expect((await app.get('/newapi/isBlack/getInfo', { token })).data).toEqual({ black: true, reason })
    expect((await whoAmI(token)).data).toMatchObject({ black: true })
    expect((await app.get('/newapi/note/list', { token })).code).toBe(0)
    const refused = await app.post('/newapi/note/add', { title: '便签' }, { token })
    expect(refused).toMatchObject({ status: 403, code: 40302, msg: expect.stringContaining(reason) })
    expect((await act('user/whiten', { id })).code).toBe(0)
    expect((await app.post('/newapi/note/add', { title: '便签' }, { token })).code).toBe(0)
    expect((await app.get('/newapi/isBlack/getInfo', { token })).data).toEqual({ black: false, reason: null })
  })
  test('returns no entry to visitors and refuses the list with 401', async () => {
    expect((await app.get('/newapi/isBlack/getInfo')).data).toEqual({ black: false, reason: null })
    expect((await app.get('/newapi/api/avicUser/blackList')).status).toBe(401)
  })
})

describe('password reset by an operator', () => {
  test('sends a temporary password by SMS, hides it from the operator and ends all sessions', async () => {
    const { id, person, token } = await newUser()
    const answer = await act('user/resetPassword', { id })
    const message = app.sent.at(-1)
    expect(message).toMatchObject({ to: person.mobile })
    expect(answer.text).not.toContain(message?.code)
    expect((await whoAmI(token)).status).toBe(401)
    expect((await signIn(person)).code).toBe(40101)
    expect((await signIn(person, message?.code)).code).toBe(0)
    const rows = await app.services.db.selectFrom('audit').selectAll().where('target', '=', id).execute()
    expect(JSON.stringify(rows)).not.toContain(message?.code)
  })
  test('expires after a day, unless the user has chosen a new password', async () => {
    const [late, soon] = [await newUser(), await newUser()]
    await act('user/resetPassword', { id: late.id })
    const first = app.sent.at(-1)?.code
    await act('user/resetPassword', { id: soon.id })
    const second = app.sent.at(-1)?.code
    const { data } = await signIn(soon.person, second)
    const own = { oldPassword: second, password: 'Zhihui-5566y', passwordAgain: 'Zhihui-5566y' }
    expect((await app.post('/newapi/api/updatePassword', own, { token: String(data.token) })).code).toBe(0)
    now += 25 * 3_600_000
    boss = await app.signIn('boss', 'operator')
    expect((await signIn(late.person, first)).code).toBe(40109)
    expect((await signIn(soon.person, own.password)).code).toBe(0)
  })
})

test('POST /operator/user/endSessions ends all sessions of a user', async () => {
  const { id, token } = await newUser()
  expect((await act('user/endSessions', { id })).code).toBe(0)
  expect((await whoAmI(token)).status).toBe(401)
})
