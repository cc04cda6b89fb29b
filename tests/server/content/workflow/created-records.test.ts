// Tests records that a transition creates: receipt numbers, duplicates, submission policy of the parent.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modelWith, PERMIT } from '../../../support/loan.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const CARD = 'schemas/content/permitCard.json'

/** A card that counts until it is given back. */
const VALID = {
  $schema: '../config/lifecycle.schema.json',
  title: '许可证',
  initial: 'carded',
  states: {
    carded: { title: '有效', readers: ['owner', 'operator', 'auditor'] },
    cancelled: { title: '已撤销', final: true, readers: ['owner', 'operator', 'auditor'] },
  },
  transitions: [{ action: 'void', title: '注销', from: ['carded'], to: 'cancelled', by: ['operator'] }],
}

/** Of one place there is one card, and nobody has two for one occasion. */
function onceOnly(): typeof PERMIT {
  const card = structuredClone(PERMIT[CARD]) as unknown as {
    distinct: string
    endpoints: Record<string, string>
    fields: { properties: Record<string, Record<string, unknown>> }
  }
  card.distinct = 'title'
  card.endpoints.void = 'GET /permitCard/void'
  Object.assign(card.fields.properties.place ?? {}, { 'x-unique': true })
  return { ...PERMIT, [CARD]: card as never, 'schemas/lifecycles/permitCard.json': VALID as never }
}

let app: TestApp
const tokens = new Map<string, string>()
beforeAll(async () => {
  app = await createTestApp({ model: modelWith(onceOnly()) })
  for (const [name, role] of [
    ['farmer', 'ordinary'],
    ['neighbour', 'ordinary'],
    ['keeper', 'operator'],
  ] as const)
    tokens.set(name, await app.signIn(name, role))
}, 60_000)
afterAll(() => app?.close())

const as = (name: string) => ({ token: tokens.get(name) })
const issue = (id: string) => app.get(`/newapi/permit/issue?id=${id}`, as('keeper'))
const statusOf = async (id: string) =>
  (await app.get<{ status: string }>(`/newapi/permit/info/${id}`, as('keeper'))).data.status

interface Card {
  readonly id: string
  readonly ownerId: string
  readonly receiptNo: string
}
const cardsOf = async (permitId: string) =>
  (await app.get<{ list: readonly Card[] }>(`/newapi/permitCard/list?permitId=${permitId}`, as('keeper')))
    .data.list
const numberOf = async (permitId: string, by: string) => {
  const [card] = await cardsOf(permitId)
  return (await app.get<Card>(`/newapi/permitCard/info/${card?.id}`, as(by))).data.receiptNo
}

async function handedIn(by: string, title: string, place: string): Promise<string> {
  const { data, text } = await app.post<{ id: string }>('/newapi/permit/add', { title, place }, as(by))
  expect(data?.id, text).toBeTruthy()
  expect((await app.get(`/newapi/permit/submit?id=${data.id}`, as(by))).status).toBe(200)
  return data.id
}

describe('receipt number of a created record', () => {
  test('differs from the number of the item, is shown to the owner and found by the progress query', async () => {
    const { db } = app.services
    await db.updateTable('account').set({ mobile: '13800004321' }).where('id', '=', 'farmer').execute()
    const id = await handedIn('farmer', '清理东坡田坎', '示例村东坡')
    expect((await issue(id)).status).toBe(200)
    const receiptNo = await numberOf(id, 'farmer')
    expect(receiptNo).toMatch(/^\d{14}$/)
    const permit = (await app.get<Card>(`/newapi/permit/info/${id}`, as('farmer'))).data
    expect(receiptNo).not.toBe(permit.receiptNo)
    const found = await app.post('/newapi/api/progress/query', { receiptNo, mobileTail: '4321' })
    expect(found.data, found.text).toMatchObject({ receiptNo, matter: '用火许可证', state: '有效' })
  })

  test('is unique among twelve parallel transitions and twelve parallel additions', async () => {
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, at) => handedIn('farmer', `第${at}处清理`, `示例村第${at}坡`)),
    )
    const [issued, added] = await Promise.all([
      Promise.all(ids.map(issue)),
      Promise.all(
        ids.map((_, at) =>
          app.post<Card>('/newapi/permit/add', { title: `另${at}处`, place: '南坡' }, as('farmer')),
        ),
      ),
    ])
    expect(issued.map(({ status }) => status)).toEqual(ids.map(() => 200))
    const numbers = await Promise.all(ids.map((id) => numberOf(id, 'farmer')))
    expect(new Set([...numbers, ...added.map(({ data }) => data.receiptNo)]).size).toBe(24)
  })
})

describe('duplicate of a created record', () => {
  test('refuses the transition with the reason, and the item keeps its state', async () => {
    const first = await handedIn('farmer', '烧荒一次', '西坡')
    const second = await handedIn('neighbour', '烧荒二次', '西 坡')
    expect((await issue(first)).status).toBe(200)
    const refused = await issue(second)
    expect([refused.status, refused.msg]).toEqual([
      409,
      '“许可”须新建用火许可证，内容却不合要求：“地点”已被使用，请核对后重新填写',
    ])
    expect([await statusOf(second), await cardsOf(second)]).toEqual(['examined', []])
    // Once it is mended, the step that was refused makes it.
    await app.post('/newapi/permit/return', { id: second, reason: '地点重复' }, as('keeper'))
    const { revision } = (
      await app.get<{ revision: number }>(`/newapi/permit/info/${second}`, as('neighbour'))
    ).data
    const mended = { id: second, revision, title: '烧荒二次', place: '西坡以北' }
    expect((await app.post('/newapi/permit/update', mended, as('neighbour'))).status).toBe(200)
    await app.get(`/newapi/permit/submit?id=${second}`, as('neighbour'))
    expect((await issue(second)).status).toBe(200)
    expect(await cardsOf(second)).toHaveLength(1)
  })

  test('is not created by two parallel transitions', async () => {
    const ids = await Promise.all([
      handedIn('farmer', '并行一次', '北坡'),
      handedIn('neighbour', '并行二次', '北坡'),
    ])
    const statuses = (await Promise.all(ids.map(issue))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
    expect((await Promise.all(ids.map(cardsOf))).flat()).toHaveLength(1)
  })

  test('is refused for the same owner with the same title, and accepted for another owner', async () => {
    const [one, two, other] = [
      await handedIn('farmer', '秋收清理', '甲地'),
      await handedIn('farmer', '秋收清理', '乙地'),
      await handedIn('neighbour', '秋收清理', '丙地'),
    ]
    expect((await issue(one)).status).toBe(200)
    const refused = await issue(two)
    expect([refused.status, refused.msg]).toEqual([
      409,
      expect.stringMatching(/^“许可”须新建用火许可证，内容却不合要求：您已提交过事由相同的用火许可证/),
    ])
    expect(await statusOf(two)).toBe('examined')
    expect((await issue(other)).status).toBe(200)
    const [first] = await cardsOf(one)
    expect((await app.get(`/newapi/permitCard/void?id=${first?.id}`, as('keeper'))).status).toBe(200)
    expect((await issue(two)).status).toBe(200)
  })
})

describe('submission policy of the parent of a created record', () => {
  /** Under a permit, until its last day, by ordinary people. */
  function admitted(): typeof PERMIT {
    const files = structuredClone(PERMIT)
    const card = files[CARD] as unknown as Record<string, unknown>
    Object.assign(card, {
      parent: 'permitId',
      admission: { states: ['permitted'], until: 'lastDay', by: ['ordinary'] },
    })
    const { properties } = (
      files['schemas/content/permit.json'] as unknown as { fields: { properties: object } }
    ).fields
    Object.assign(properties, { lastDay: { type: 'string', title: '最后一日', format: 'date' } })
    return files
  }
  let below: TestApp
  const keys = new Map<string, { readonly token: string }>()
  beforeAll(async () => {
    below = await createTestApp({
      model: modelWith(admitted()),
      clock: () => new Date('2026-11-24T02:00:00Z'),
    })
    for (const [name, role] of [
      ['peasant', 'ordinary'],
      ['works', 'unit'],
      ['warden', 'operator'],
    ] as const)
      keys.set(name, { token: await below.signIn(name, role) })
  }, 60_000)
  afterAll(() => below?.close())

  const permit = async (by: string, lastDay: string) => {
    const body = { title: '清理田坎', place: '东坡', lastDay }
    const { data, text } = await below.post<{ id: string }>('/newapi/permit/add', body, keys.get(by))
    expect(data?.id, text).toBeTruthy()
    expect((await below.get(`/newapi/permit/submit?id=${data.id}`, keys.get(by))).status).toBe(200)
    return data.id
  }
  const issued = (id: string) => below.get(`/newapi/permit/issue?id=${id}`, keys.get('warden'))
  const state = async (id: string) =>
    (await below.get<{ status: string }>(`/newapi/permit/info/${id}`, keys.get('warden'))).data.status

  test('allows the transition on the last day, for a permitted role', async () => {
    const id = await permit('peasant', '2026-11-24')
    expect((await issued(id)).status).toBe(200)
  })

  test.each([
    [
      'after its last day',
      'peasant',
      '2026-11-23',
      '“许可”须新建用火许可证，现在却不能：用火许可申请的征集已于 2026-11-23 截止，不再接收新的用火许可证',
    ],
    ['for whom it is not open', 'works', '2027-01-01', '“许可”须新建用火许可证，其发布者却不能提交'],
  ])('%s refuses the transition, and no record is created', async (_when, by, lastDay, words) => {
    const id = await permit(by, lastDay)
    const answer = await issued(id)
    expect([answer.status, answer.msg]).toEqual([409, words])
    expect(await state(id)).toBe('examined')
    const cards = await below.get<{ list: readonly unknown[] }>(
      `/newapi/permitCard/list?permitId=${id}`,
      keys.get('warden'),
    )
    expect(cards.data.list).toEqual([])
  })
})
