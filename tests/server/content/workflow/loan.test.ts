// Tests a process configured in JSON only: transitions, their forms, conditions and history.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOAN, modelWith } from '../../../support/loan.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp
const tokens = new Map<string, string>()

beforeAll(async () => {
  app = await createTestApp({ model: modelWith(LOAN) })
  for (const [name, role] of [
    ['borrower', 'rescue'],
    ['stranger', 'supplier'],
    ['keeper', 'operator'],
    ['second', 'operator'],
    ['auditor', 'auditor'],
    ['chief', 'government'],
  ] as const)
    tokens.set(name, await app.signIn(name, role))
}, 60_000)
afterAll(() => app?.close())

const as = (name: string) => ({ token: tokens.get(name) })
const REQUEST = { title: '便携式排水泵', quantity: 2, returnBy: '2026-12-20' }

const OPINION = { opinion: '同意，注意保养', urgency: '三天内', until: '2026-12-01' }

async function request(by = 'borrower', more: object = {}): Promise<string> {
  const body = { ...REQUEST, ...more }
  const { data, status, text } = await app.post<{ id: string }>('/newapi/loan/request', body, as(by))
  expect(status, text).toBe(200)
  return data.id
}

interface Whole {
  readonly status: string
  readonly statusReason: string | null
  readonly history?: readonly Readonly<Record<string, unknown>>[]
  readonly actions: readonly { readonly action: string; readonly title: string }[]
}
interface Answer {
  readonly field: { readonly name: string }
}
const read = async (id: string, by: string) => (await app.get<Whole>(`/newapi/loan/info/${id}`, as(by))).data

describe('lifecycle with custom transitions', () => {
  test('executes its transitions from request to return in order, each for the permitted role only', async () => {
    const id = await request()
    const step = (verb: string, by: string, more = {}) =>
      app.post<{ status: string }>(`/newapi/loan/${verb}`, { id, ...more }, as(by))
    expect((await read(id, 'keeper')).actions.map(({ action }) => action)).toEqual(['approve', 'deny'])
    expect((await step('handOut', 'keeper')).status).toBe(409)
    expect((await step('approve', 'borrower')).status).toBe(403)
    expect((await step('approve', 'stranger')).status).toBe(403)
    expect((await step('approve', 'keeper', OPINION)).data).toMatchObject({ status: 'approved' })
    expect((await step('handOut', 'second')).data).toMatchObject({ status: 'lent' })
    expect((await read(id, 'borrower')).actions).toMatchObject([{ action: 'giveBack', title: '归还' }])
    const back = await app.get<{ status: string }>(`/newapi/loan/giveBack?id=${id}`, as('borrower'))
    expect(back.data).toMatchObject({ status: 'givenBack' })
    expect((await read(id, 'borrower')).actions).toEqual([])
  })

  test('refuses a POST without the required reason and stores the reason otherwise', async () => {
    const id = await request()
    const without = await app.post('/newapi/loan/deny', { id }, as('keeper'))
    expect(without.errors).toEqual([{ path: '/reason', message: '请填写不批准的原因' }])
    const denied = await app.post('/newapi/loan/deny', { id, reason: '库存不足' }, as('keeper'))
    expect(denied.status).toBe(200)
    const item = await app.get<{ statusReason: string }>(`/newapi/loan/info/${id}`, as('borrower'))
    expect(item.data).toMatchObject({ status: 'denied', statusReason: '库存不足', statusWords: '审批意见' })
  })

  test('refuses approval by the owner of the request and accepts approval by another operator', async () => {
    const id = await request('keeper')
    const approve = (by: string) => app.post('/newapi/loan/approve', { id, ...OPINION }, as(by))
    expect((await approve('keeper')).status).toBe(403)
    expect((await approve('second')).status).toBe(200)
  })
})

describe('form of a transition', () => {
  const approve = (id: string, by: string, answers: object) =>
    app.post<{ status: string }>('/newapi/loan/approve', { id, ...answers }, as(by))

  test('is validated like any other form, and invalid answers leave the state unchanged', async () => {
    const id = await request()
    const wrong = await approve(id, 'keeper', { urgency: '随便', until: '明天' })
    expect(wrong.status).toBe(400)
    expect(wrong.errors?.map(({ path }) => path)).toEqual(expect.arrayContaining(['/opinion', '/urgency']))
    expect((await approve(id, 'keeper', { ...OPINION, reason: '另写' })).errors).toMatchObject([
      { path: '/reason' },
    ])
    expect((await approve(id, 'keeper', { ...OPINION, extra: 1 })).status).toBe(400)
    expect(await read(id, 'borrower')).toMatchObject({ status: 'requested', history: [] })
    expect((await approve(id, 'keeper', OPINION)).status).toBe(200)
  })

  test('a transition without a form refuses answers and does not move the item', async () => {
    const id = await request()
    await approve(id, 'keeper', OPINION)
    const refused = await app.post('/newapi/loan/handOut', { id, opinion: '好' }, as('keeper'))
    expect(refused.status).toBe(400)
    expect((await read(id, 'keeper')).status).toBe('approved')
  })

  test('appears in the history with actor, role and answers, and its opinion is the state reason', async () => {
    const id = await request()
    await approve(id, 'keeper', { ...OPINION, urgency: '当天' })
    const item = await read(id, 'borrower')
    expect(item).toMatchObject({ status: 'approved', statusReason: OPINION.opinion, statusWords: '意见' })
    expect(item.history).toMatchObject([
      {
        action: 'approve',
        title: '批准',
        from: 'requested',
        to: 'approved',
        by: '用户 keeper',
        part: '运营人员',
        words: '意见',
        reason: OPINION.opinion,
      },
    ])
    // What does not apply was not stored.
    expect(item.history?.[0]?.answers).toEqual([
      { field: { name: 'opinion', title: '意见', type: 'long-text' }, value: OPINION.opinion },
      { field: { name: 'urgency', title: '交付时限', type: 'text' }, value: '当天' },
    ])
    expect(JSON.stringify(item.history)).not.toContain('actor')
  })

  test('chooses an item, which the effect stores and the history names for those who may read it', async () => {
    const id = await request()
    const hidden = await approve(id, 'keeper', { ...OPINION, device: 'none' })
    expect(hidden.status).toBe(400)
    expect(hidden.errors).toEqual([
      { path: '/device', message: '拟借装备不存在或已被删除，或者目前不对您开放' },
    ])
    const title = '垂直式供排水抢险车'
    const pump = {
      name: title,
      model: 'SL-1',
      equipmentType: 'E001',
      params: { flow: 2100, head: 12, deployTime: 5 },
      application: ['AP02'],
      intro: '适用于城市内涝、下穿隧道与地下车库的抽排，展开迅速。',
      contactName: '李供应',
      contactPhone: '021-55667788',
    }
    const { data, text } = await app.post<{ id: string }>('/newapi/api/save', pump, as('keeper'))
    const device = data?.id
    // The keeper reads what nobody else does yet.
    expect((await approve(id, 'keeper', { ...OPINION, device })).status, text).toBe(200)
    const [{ answers }] = (await read(id, 'borrower')).history as unknown as [{ answers: readonly Answer[] }]
    expect(answers.find(({ field }) => field.name === 'device')).toMatchObject({
      value: device,
      refTitle: null,
    })
    await app.get(`/newapi/api/avicResource/online?id=${device}`, as('second'))
    const item = await read(id, 'borrower')
    expect(item).toMatchObject({ device, deviceTitle: title })
    const [{ answers: opened }] = item.history as unknown as [{ answers: readonly Answer[] }]
    expect(opened.find(({ field }) => field.name === 'device')).toMatchObject({ refTitle: title })
  })

  test('is named in the offered action, and its fields are properties of the operation body', async () => {
    const id = await request()
    expect((await read(id, 'keeper')).actions[0]).toMatchObject({ action: 'approve', form: 'loanOpinion' })
    const operation = app.source.model.operations.find(({ id: name }) => name === 'loan.approve')
    expect(Object.keys((operation?.body?.properties ?? {}) as object)).toEqual(
      expect.arrayContaining(['id', 'revision', 'opinion', 'urgency', 'until']),
    )
  })
})

describe('transition with a condition on the record', () => {
  const approve = (id: string, by: string) =>
    app.post<{ status: string }>('/newapi/loan/approve', { id, ...OPINION }, as(by))

  test('requires a second review above a quantity before the request is approved', async () => {
    const id = await request('borrower', { quantity: 11 })
    expect((await read(id, 'keeper')).actions[0]).toMatchObject({ title: '初审通过' })
    expect((await approve(id, 'chief')).status).toBe(404)
    expect((await approve(id, 'keeper')).data).toMatchObject({ status: 'checked' })
    expect((await approve(id, 'second')).status).toBe(403)
    expect((await approve(id, 'chief')).data).toMatchObject({ status: 'approved' })
  })

  test('shows its history entry to the readers that the transition names and to its actor', async () => {
    const id = await request('borrower', { quantity: 12 })
    await approve(id, 'keeper')
    await approve(id, 'chief')
    const titles = async (by: string) => (await read(id, by)).history?.map(({ title }) => title) ?? []
    expect(await titles('keeper')).toEqual(['复审通过', '初审通过'])
    expect(await titles('borrower')).toEqual(['初审通过'])
    expect(await titles('chief')).toEqual(['复审通过'])
  })

  test('shows people their own entry where no transition names readers', async () => {
    const file = 'schemas/lifecycles/loan.json'
    const { transitions, ...lifecycle } = LOAN[file] as unknown as { transitions: readonly object[] }
    const plain = transitions.map((one) => ({ ...one, readers: undefined }))
    const other = await createTestApp({
      model: modelWith({ ...LOAN, [file]: { ...lifecycle, transitions: plain } as never }),
    })
    try {
      const sign = async (name: string, role: string) => ({ token: await other.signIn(name, role) })
      const [borrower, keeper, chief] = [
        await sign('borrower', 'rescue'),
        await sign('keeper', 'operator'),
        await sign('chief', 'government'),
      ]
      const body = { ...REQUEST, quantity: 12 }
      const { id } = (await other.post<{ id: string }>('/newapi/loan/request', body, borrower)).data
      const history = async () =>
        (await other.get<Whole>(`/newapi/loan/info/${id}`, chief)).data.history?.map(({ title }) => title)
      await other.post('/newapi/loan/approve', { id, ...OPINION }, keeper)
      expect(await history()).toBeUndefined()
      await other.post('/newapi/loan/approve', { id, ...OPINION }, chief)
      expect(await history()).toEqual(['复审通过'])
    } finally {
      await other.close()
    }
  })
})
