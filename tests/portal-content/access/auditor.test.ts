// Tests the auditor role: reads operator pages with masked numbers, decides in incubation only.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Paged } from '#shared/calls/envelope.ts'
import { permittedTransitions } from '#shared/lifecycles/transition-policies.ts'
import { registerAs } from '../../server/identity/accounts/support/registering.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'

type Row = Readonly<Record<string, unknown>>

let app: TestApp
let operator: string
let auditor: string
let user: string

beforeAll(async () => {
  app = await createTestApp()
  operator = await app.signIn('boss', 'operator')
  auditor = await app.signIn('checker', 'auditor')
  user = await app.signIn('somebody')
})
afterAll(() => app.close())

const DESK = /^\/newapi\/operator\/|\/api\/moderation\/queue$|blackList$/
const read = <T = Row>(path: string, token = auditor) => app.get<T>(`/newapi/operator/${path}`, { token })

describe('ROL-02 the auditor', () => {
  test('may read every operator page except forms', () => {
    const pages = app.source.model.pages.filter(({ path }) => path.startsWith('/console'))
    const [forms, desks] = [
      pages.filter(({ kind }) => kind === 'form'),
      pages.filter(({ kind }) => kind !== 'form'),
    ]
    expect(desks.length).toBeGreaterThan(20)
    expect(desks.filter(({ access }) => !access.includes('auditor')).map(({ id }) => id)).toEqual([])
    expect(forms.filter(({ access }) => access.includes('auditor')).map(({ id }) => id)).toEqual([])
  })

  test('reads every operator list and is refused every write except bulk transitions of incubation', async () => {
    const wrong: string[] = []
    for (const { id, method, path, writes, params } of app.source.model.operations) {
      if (!DESK.test(path) || path.includes('{') || (params.required as string[]).length > 0) continue
      const answer = await app.ask({ method, url: path, headers: { token: auditor } })
      if (writes ? answer.status !== 403 : answer.code !== 0)
        wrong.push(`${id}: ${answer.status} ${answer.code}`)
    }
    expect(wrong).toEqual(['incubateDeclare.bulk: 400 40002', 'incubateDemand.bulk: 400 40002'])
  })

  test('may call write endpoints for the account itself and for incubation decisions only', async () => {
    const own: string[] = []
    for (const { id, method, path, writes } of app.source.model.operations) {
      if (!writes) continue
      const token = await app.signIn('checker', 'auditor')
      const { code } = await app.ask<Row>({ method, url: path.replaceAll(/[{}]/g, ''), headers: { token } })
      if (code !== 40301) own.push(id)
    }
    expect(own.sort()).toEqual([
      'account.changeMobile',
      'account.endAll',
      'account.endDevice',
      'account.remove',
      'account.withdrawConsent',
      'audit.exported',
      'auth.login',
      'auth.loginV2',
      'auth.logout',
      'auth.smsCheck',
      'auth.smsTicket',
      'auth.ssoLogin',
      'auth.update',
      'auth.updatePassword',
      'auth.updatePassword2',
      'auth.updatePassword3',
      'auth.userByMobile',
      'consoleView.remove',
      'consoleView.save',
      'engagement.pv',
      'follow.add',
      'follow.mode',
      'follow.remove',
      'incubateAudit.add',
      'incubateDeclare.approve',
      'incubateDeclare.bulk',
      'incubateDeclare.complete',
      'incubateDeclare.dismiss',
      'incubateDeclare.fail',
      'incubateDeclare.pair',
      'incubateDeclare.refuse',
      'incubateDeclare.resume',
      'incubateDeclare.unpair',
      'incubateDemand.bulk',
      'incubateDemand.dismiss',
      'incubateDemand.online',
      'incubateDemand.refuse',
      'incubateDemandAudit.add',
      'msgNotice.remove',
      'msgNotice.saveSettings',
      'msgNotice.setStatus',
      'personal.reveal',
      'progress.query',
      'search.forget',
      'userPage.forgetViews',
      'userPage.moveToFolder',
      'userPage.removeFolder',
      'userPage.renameFolder',
      'websiteMessage.remove',
      'websiteMessage.setStatus',
    ])
    auditor = await app.signIn('checker', 'auditor')
  })

  test('has no lifecycle transitions except those of incubation', () => {
    const asker = { id: 'checker', role: 'auditor' } as const
    const offered = app.source.model.contentTypes.flatMap(({ lifecycle }) =>
      Object.keys(lifecycle.states).flatMap((state) =>
        permittedTransitions(
          lifecycle,
          { status: state, ownerId: 'somebody', revision: 1, parentStatus: 'online' },
          asker,
        ),
      ),
    )
    expect([...new Set(offered.map(({ action, from }) => `${from.join()} ${action}`))].sort()).toEqual([
      'concluded approve',
      'concluded fail',
      'concluded resume',
      'paired complete',
      'paired,proven unpair',
      'pending dismiss',
      'pending online',
      'pending refuse',
      'submitted dismiss',
      'submitted pair',
      'submitted refuse',
    ])
    const lifecycles = app.source.model.contentTypes.flatMap(({ lifecycle }) =>
      lifecycle.transitions.some(({ by }) => by.includes('auditor')) ? [lifecycle.name] : [],
    )
    expect(new Set(lifecycles)).toEqual(new Set(['incubateDemand', 'incubateDeclare']))
  })

  test('gets the operator menu, which an ordinary user does not get', async () => {
    const urls = async (token: string) =>
      JSON.stringify((await app.get<Row[]>('/newapi/menu/tree', { token })).data)
    expect(await urls(auditor)).toContain('"/console/audit"')
    expect(await urls(auditor)).toContain('"/console/application"')
    expect(await urls(user)).not.toContain('"/console')
  })

  test('reads an application with masked personal numbers, and can neither reveal nor approve', async () => {
    const { person, answer } = await registerAs(app, 'auth.registerRescue')
    const { id } = answer.data
    const forAuditor = (await read(`application/info/${id}`)).data
    const forOperator = (await read(`application/info/${id}`, operator)).data
    for (const shown of [forAuditor, forOperator])
      for (const number of [person.mobile, '440524188001010014', '13900001111'])
        expect(JSON.stringify(shown)).not.toContain(number)
    expect(forOperator).toMatchObject({ type: 'account' })
    expect(forAuditor).toMatchObject({ type: null })
    const given = { dataType: 'account', dataId: id, field: 'mobile' }
    const reveal = (token: string) => app.post<Row>('/newapi/personal/reveal', given, { token })
    expect((await reveal(operator)).data).toEqual({ value: person.mobile })
    expect((await reveal(auditor)).status).toBe(403)
    expect(forAuditor).toMatchObject({ status: 'pending', mobile: expect.stringMatching(/^139\*{4}\d{4}$/) })
    const refused = await app.post('/newapi/operator/application/approve', { id }, { token: auditor })
    expect(refused).toMatchObject({ status: 403, code: 40301 })
  })
})

describe('the audit log', () => {
  test('is readable by operators and auditors only, newest first, with Chinese action titles', async () => {
    await registerAs(app, 'auth.registerOrdinary')
    const { data } = await read<Paged<Row>>('audit/list?limit=2')
    expect(data.list).toHaveLength(2)
    expect(data.list[0]).toMatchObject({
      action: '提交注册申请',
      result: 'ok',
      detail: expect.stringContaining('普通用户'),
    })
    expect((await read('audit/list', operator)).code).toBe(0)
    expect(await read('audit/list', user)).toMatchObject({ status: 403 })
    expect((await app.get('/newapi/operator/audit/list')).status).toBe(401)
  })

  test('is filtered by time, actor, action, result and target, and paged', async () => {
    const { person, answer } = await registerAs(app, 'auth.registerSupplier')
    const { receiptNo } = answer.data
    await app.post('/newapi/api/login', { userName: person.userName, password: 'wrong' }, person)
    const find = async (query: string) => (await read<Paged<Row>>(`audit/list?${query}`)).data
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    const named = await find(`actor=${person.userName}`)
    expect(named.list.map(({ action }) => action)).toEqual(['登录', '提交注册申请'])
    expect(await find(`actor=${person.userName}&result=refused`)).toMatchObject({
      totalCount: 1,
      list: [{ action: '登录', result: 'refused', detail: '原因：密码' }],
    })
    expect(await find(`target=${receiptNo}`)).toMatchObject({ totalCount: 1 })
    expect(await find(`target=${receiptNo}&action=${encodeURIComponent('注册申请')}`)).toMatchObject({
      totalCount: 1,
    })
    expect(await find(`target=${receiptNo}&action=${encodeURIComponent('停用')}`)).toMatchObject({
      totalCount: 0,
    })
    expect(await find(`target=${receiptNo}&atFrom=${today}&atTo=${today}`)).toMatchObject({ totalCount: 1 })
    expect(await find(`target=${receiptNo}&atTo=2020-01-01`)).toMatchObject({ totalCount: 0 })
    const [first, second] = [await find('limit=1'), await find('limit=1&page=2')]
    expect(Number(first.list[0]?.id)).toBeGreaterThan(Number(second.list[0]?.id))
  })

  test('returns whether its hash chain is complete', async () => {
    const { data } = await read('audit/chain')
    expect(data).toMatchObject({ state: 'whole', reason: null, entries: expect.any(Number) })
  })
})
