// Tests the progress query: state, history and nextStep by receipt number, without signing in.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeNextStep } from '#server/dashboard/progress/next-step.ts'
import { createRandom } from '#server/transfer/seed/seed-volume.ts'
import { validAnswers } from '../../support/valid-answers.ts'
import { newPerson, registerAs } from '../identity/accounts/support/registering.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

type Row = Readonly<Record<string, unknown>>

let app: TestApp
let operator: string
let turn = 0

beforeAll(async () => {
  app = await createTestApp()
  operator = await app.signIn('boss', 'operator')
})
afterAll(() => app.close())

const ask = (receiptNo: string, mobileTail: string, address?: string) => {
  turn += 1
  const from = address ?? `10.8.${Math.floor(turn / 200)}.${turn % 200}`
  return app.post<Row>('/newapi/api/progress/query', { receiptNo, mobileTail }, { address: from })
}

describe('progress query for a registration', () => {
  test('returns state, history, opinion and nextStep, and no personal data', async () => {
    const { person, answer } = await registerAs(app, 'auth.registerSupplier')
    const { id, receiptNo } = answer.data
    const tail = person.mobile.slice(-4)
    const waiting = await ask(receiptNo, tail)
    expect(waiting.data).toMatchObject({ matter: '供应商注册', state: '待审核', opinion: null })
    const reason = '请补充营业执照'
    await app.post('/newapi/operator/application/refuse', { id, reason }, { token: operator })
    const refused = await ask(receiptNo, tail)
    expect(refused.data).toMatchObject({
      state: '未通过',
      opinion: reason,
      nextStep: expect.stringContaining('登录'),
      history: [{ action: '退回注册申请', reason }, { action: '提交注册申请' }],
    })
    expect(refused.text).not.toContain(person.mobile)
    expect(refused.text).not.toContain(person.userName)
    expect(refused.text).not.toContain('用户 boss')
    expect(refused.text).not.toContain(id)
  })

  test('returns the state 已启用 for an active account', async () => {
    const { person, answer } = await registerAs(app, 'auth.registerOrdinary')
    const { data } = await ask(answer.data.receiptNo, person.mobile.slice(-4))
    expect(data.state).toBe('已启用')
  })
})

describe('progress query with wrong mobile digits', () => {
  test('does not lock the receipt number for its owner after 60 tries from other addresses', async () => {
    const { person, answer } = await registerAs(app, 'auth.registerOrdinary')
    const { receiptNo } = answer.data
    const right = person.mobile.slice(-4)
    const wrong = right === '0000' ? '1111' : '0000'
    for (let count = 0; count < 60; count += 1)
      expect((await ask(receiptNo, wrong, `10.9.0.${count}`)).status).toBe(404)
    for (let count = 0; count < 12; count += 1)
      expect((await ask(receiptNo, right, '10.9.1.1')).data.state).toBe('已启用')
  })

  test('is limited per address, with fewer tries once many addresses have tried the receipt number', async () => {
    const number = '20260101999999'
    const statuses = async (from: string, times: number) => {
      const all: number[] = []
      for (let count = 0; count < times; count += 1) all.push((await ask(number, '0000', from)).status)
      return all
    }
    const [here, there] = [await statuses('10.9.2.1', 11), await statuses('10.9.2.2', 10)]
    expect([here.at(-2), here.at(-1), there.at(-1)]).toEqual([404, 429, 404])
    for (let count = 0; count < 20; count += 1) await ask(number, '0000', `10.9.3.${count}`)
    expect(await statuses('10.9.4.1', 4)).toEqual([404, 404, 404, 429])
  })
})

describe('progress query for a submission', () => {
  test('returns the title of the content type and nextStep for the mobile digits of the owner', async () => {
    const { person, answer } = await registerAs(app, 'auth.registerOrdinary')
    const { token } = await app.sessions.open(answer.data.id, { userAgent: 'test', address: '127.0.0.1' })
    const type = app.source.model.contentTypes.find(({ name }) => name === 'feedback')
    const given = { title: '页面打不开', content: '列表页打不开，请查看一下原因' }
    const made = await app.post<Row>('/newapi/api/mobile/avicfeedback/save', given, { token })
    expect(made.code).toBe(0)
    const { data } = await ask(String(made.data.receiptNo), person.mobile.slice(-4))
    expect(data).toMatchObject({ matter: type?.title, nextStep: expect.stringContaining('等待') })
  })
})

test('progress query returns the state of a submission by a government account', async () => {
  const token = await app.signIn('office', 'government')
  const { db } = app.services
  await db.updateTable('account').set({ mobile: '13800007654' }).where('id', '=', 'office').execute()
  const given = { title: '通知收不到', content: '派发任务以后收不到通知，请查看原因' }
  const made = await app.post<Row>('/newapi/api/mobile/avicfeedback/save', given, { token })
  expect(made.code, made.text).toBe(0)
  expect((await ask(String(made.data.receiptNo), '7654')).data.state).toBeTruthy()
})

describe('progress query for an item that began as a draft', () => {
  let now = new Date('2026-11-20T08:00:00Z')
  let later: TestApp
  let maker: string
  let handler: string
  beforeAll(async () => {
    later = await createTestApp({ clock: () => now })
    maker = await later.signIn('maker', 'unit')
    handler = await later.signIn('handler', 'operator')
  })
  afterAll(() => later?.close())

  const CONTACT = { contactMobile: '13900000032' }
  const answersOf = () => {
    const form = later.source.model.forms.find(({ id }) => id === 'radioDeclaration')
    if (!form) throw new Error('there is no form of declarations')
    const { attachments: _none, ...body } = validAnswers(createRandom(5), form, 0, undefined, now)
    return { ...body, ...CONTACT }
  }
  const told = async (receiptNo: unknown) => {
    now = new Date(now.getTime() + 60_000)
    const given = { receiptNo, mobileTail: CONTACT.contactMobile.slice(-4) }
    return (await later.post<Row>('/newapi/api/progress/query', given)).data
  }
  const actionsIn = ({ history }: Row) => (history as readonly Row[]).map(({ action }) => action)
  const step = async (path: string, body: object, token: string) => {
    now = new Date(now.getTime() + 60_000)
    const done = await later.post<Row>(`/newapi/${path}`, body, { token })
    expect(done.status, done.text).toBe(200)
    return { ...done.data, at: now.toISOString() }
  }

  test('returns the time of the latest submission and lists the executed transitions', async () => {
    const answers = answersOf()
    const draft: Row = await step('erdha/submit?submit=false', answers, maker)
    const { id } = draft
    // Handing in gives it the number that it keeps.
    expect(draft.receiptNo).toBeNull()
    const first: Row = await step('erdha/submit', answers, maker)
    expect(first.id).toBe(id)
    const { receiptNo } = first
    expect(await told(receiptNo)).toMatchObject({ state: '待处理', handedInAt: first.at })
    await step('operator/radioDeclaration/refuse', { id, reason: '请核对台址' }, handler)
    expect(await told(receiptNo)).toMatchObject({ state: '已退回', handedInAt: first.at })
    const { revision } = (await later.get<Row>('/newapi/erdha/getInfo', { token: maker })).data
    const corrected = { ...answers, id, revision, stationName: '核对过的中继台' }
    const again = await step('erdha/update', corrected, maker)
    now = new Date(now.getTime() + 60_000)
    const taken = await later.get(`/newapi/operator/radioDeclaration/accept?id=${id}`, { token: handler })
    expect(taken.status, taken.text).toBe(200)
    const accepted = await told(receiptNo)
    expect(accepted).toMatchObject({ state: '已受理', handedInAt: again.at })
    expect(actionsIn(accepted)).toEqual(['受理', '提交', '退回补正', '提交', '开始填写'])
  })
})

describe('nextStep of the progress query', () => {
  test('follows the state of an item from review to publication and a pending change', async () => {
    const { person, answer } = await registerAs(app, 'auth.registerOrdinary')
    const { token } = await app.sessions.open(answer.data.id, { userAgent: 'test', address: '127.0.0.1' })
    const made = await app.post<Row>(
      '/newapi/zhihu/add',
      { title: '水带多久检查一次？', sysCategoryId: 'C04' },
      { token },
    )
    const next = async () =>
      (await ask(String(made.data.receiptNo), person.mobile.slice(-4))).data as Readonly<
        Record<string, string>
      >
    const step = async (action: string, by: string) => {
      const reason = encodeURIComponent('请补充型号')
      const done = await app.get(`/newapi/zhihu/${action}?id=${made.data.id}&reason=${reason}`, { token: by })
      expect(done.status, done.text).toBe(200)
    }
    expect((await next()).nextStep).toMatch(/^等待运营人员办理/)
    await step('refuse', operator)
    expect(await next()).toMatchObject({
      state: '审核不通过',
      opinion: '请补充型号',
      nextStep: expect.stringMatching(/^需要您办理：.*“重新提交”/),
      history: [{ action: '不予通过', reason: '请补充型号' }, { action: '提交' }],
    })
    const { handedInAt } = await next()
    expect(Date.parse(String(handedInAt))).toBeGreaterThan(0)
    await step('submit', token)
    expect(Date.parse(String((await next()).handedInAt))).toBeGreaterThan(Date.parse(String(handedInAt)))
    expect((await next()).nextStep).toMatch(/^等待运营人员办理/)
    await step('withdraw', token)
    expect((await next()).nextStep).toMatch(/^需要您办理：/)
    await step('submit', token)
    await step('online', operator)
    expect((await next()).nextStep).toMatch(/^已经公开，暂时无须您操作/)
    const changed = { id: made.data.id, title: '水带一年检查几次？', sysCategoryId: 'C04', revision: 1 }
    expect((await app.post('/newapi/zhihu/update', changed, { token })).code).toBe(0)
    expect(await next()).toMatchObject({
      state: '已上线，修改待审核',
      nextStep: expect.stringMatching(/修改稿正在等待运营人员审核/),
      history: [{ action: '修改待审核' }, {}, {}, {}, {}, {}, {}],
    })
  })

  test('asks the owner to act exactly in those states of every lifecycle where the owner has a transition', () => {
    for (const type of app.source.model.contentTypes)
      for (const [status, { readers }] of Object.entries(type.lifecycle.states)) {
        const { lifecycle } = type
        const own = lifecycle.transitions.some(
          ({ from, to, by, kind }) =>
            from.includes(status) &&
            by.includes('owner') &&
            kind !== 'withdraw' &&
            lifecycle.states[to]?.gone === undefined,
        )
        const said = describeNextStep(app.source.model, type, status)
        if (readers !== undefined) expect([status, said.startsWith('需要您办理')]).toEqual([status, own])
        else expect(said).toMatch(/^已经公开/)
      }
  })
})

describe('protection of receipt numbers against guessing', () => {
  test('returns the same 404 for an unknown receipt number and for wrong mobile digits', async () => {
    const { person, answer } = await registerAs(app, 'auth.registerOrdinary')
    const tail = person.mobile.slice(-4)
    const wrongTail = String((Number(tail) + 1) % 10_000).padStart(4, '0')
    const [wrong, missing] = [await ask(answer.data.receiptNo, wrongTail), await ask('20200101000001', tail)]
    expect(wrong.status).toBe(404)
    expect([missing.status, missing.code, missing.msg]).toEqual([wrong.status, wrong.code, wrong.msg])
  })

  test('refuses the 31st query from one address with 429', async () => {
    const { address } = newPerson()
    const codes = []
    for (let count = 0; count < 31; count += 1)
      codes.push((await ask(`202001010000${10 + count}`, '0000', address)).status)
    expect(codes.at(-2)).toBe(404)
    expect(codes.at(-1)).toBe(429)
  })
})
