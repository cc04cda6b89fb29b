// Tests how many SQL statements a write takes: each loads its row once, a create takes at most six.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRandom } from '#server/transfer/seed/seed-volume.ts'
import { validAnswers } from '../../../support/valid-answers.ts'
import { DEMAND } from '../../support/demand.ts'
import { type Calls, callsOf, signInAll } from '../../support/sign-in-all.ts'
import { statementsOf } from '../../support/statements.ts'
import { type Answer, createTestApp, type TestApp } from '../../support/test-app.ts'

type Who = 'buyer' | 'seller' | 'operator'

interface Item {
  readonly id: string
  readonly status: string
  readonly revision: number
}

const NOW = new Date('2026-11-20T04:00:00Z')
const DECLARATION = 'radioDeclaration'
const SCHEME = { title: '大流量排水抢险车供货方案', content: '现车两辆，十日内运抵，负责培训。' }

let app: TestApp
let calls: Calls<Who>
let demandId: string

beforeAll(async () => {
  app = await createTestApp({ clock: () => NOW })
  calls = callsOf<Who>(
    () => app,
    await signInAll(app, { buyer: 'unit', seller: 'supplier', operator: 'operator' }),
  )
  demandId = await add('buyer', '/demand/add', DEMAND)
  await take('operator', '/demand/online', demandId)
  // The first receipt number fetches a block of them.
  await add('seller', '/demandScheme/add', { ...SCHEME, demandId, title: '第一份供货方案' })
})
afterAll(() => app.close())

async function add(who: Who, address: string, body: object): Promise<string> {
  return requireData(await calls.post<Item>(who, address, body)).id
}

async function take(who: Who, address: string, id: string, more = ''): Promise<Item> {
  return requireData(await calls.get<Item>(who, `${address}?id=${id}${more}`))
}

function requireData<T>(answer: Answer<T>): T {
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.data
}

describe('create', () => {
  test('an item without a parent takes at most six statements', async () => {
    const body = { ...DEMAND, title: '采购无人机两架' }
    const { answer, all } = await statementsOf(() => calls.post<Item>('buyer', '/demand/add', body))
    expect(answer.data.status).toBe('pending')
    expect(all.length, all.join('\n')).toBeLessThanOrEqual(6)
  })

  test('an item under a parent with a submission policy takes at most six statements', async () => {
    const body = { ...SCHEME, demandId }
    const { answer, all } = await statementsOf(() => calls.post<Item>('seller', '/demandScheme/add', body))
    expect(answer.data.status).toBe('pending')
    expect(all.length, all.join('\n')).toBeLessThanOrEqual(6)
  })

  test('an item under a parent, sent with an idempotency key, takes at most six statements', async () => {
    const token = await app.signIn('keyed', 'supplier')
    const body = { ...SCHEME, demandId, title: '第四份供货方案' }
    const headers = { 'Idempotency-Key': 'statements-1' }
    const { answer, all } = await statementsOf(() =>
      app.post<Item>('/newapi/demandScheme/add', body, { token, headers }),
    )
    expect(answer.data.status).toBe('pending')
    expect(all.length, all.join('\n')).toBeLessThanOrEqual(6)
  })
})

describe('transition', () => {
  test('an approval with a notice loads its row once', async () => {
    const id = await add('buyer', '/demand/add', { ...DEMAND, title: '采购冲锋舟四艘' })
    const { answer, all, loadsOf } = await statementsOf(() => take('operator', '/demand/online', id))
    expect(answer.status).toBe('online')
    expect(loadsOf('demand'), all.join('\n')).toHaveLength(1)
  })

  test('a transition that advances the parent loads its row and its parent once', async () => {
    const scheme = { ...SCHEME, demandId, title: '第三份供货方案' }
    const id = await add('seller', '/demandScheme/add', scheme)
    await take('operator', '/demandScheme/online', id)
    const reason = encodeURIComponent('同意采纳，请来电商议')
    const { answer, all, loadsOf } = await statementsOf(() =>
      take('buyer', '/demandScheme/accept', id, `&reason=${reason}`),
    )
    expect(answer.status).toBe('adopted')
    expect(loadsOf('demandScheme'), all.join('\n')).toHaveLength(1)
    expect(loadsOf('demand'), all.join('\n')).toHaveLength(1)
  })

  test('a removal that notifies former readers loads its row once', async () => {
    const id = await add('buyer', '/demand/add', { ...DEMAND, title: '采购水泵五台' })
    const { answer, all, loadsOf } = await statementsOf(() => take('operator', '/demand/delete', id))
    expect(answer.status).toBe('deleted')
    expect(loadsOf('demand'), all.join('\n')).toHaveLength(1)
  })
})

describe('edit', () => {
  test('an update of an item under review loads its row once', async () => {
    const id = await add('buyer', '/demand/add', { ...DEMAND, title: '采购帐篷六十顶' })
    const body = { ...DEMAND, id, revision: 1, title: '采购帐篷八十顶' }
    const { answer, all, loadsOf } = await statementsOf(() =>
      calls.post<Item>('buyer', '/demand/update', body),
    )
    expect(answer.data.revision).toBe(2)
    expect(loadsOf('demand'), all.join('\n')).toHaveLength(1)
  })

  test.each([
    ['as a draft', '?submit=false', 'draft'],
    ['again as a draft', '?submit=false', 'draft'],
    ['as submitted', '', 'submitted'],
  ])('a declaration that is saved %s is loaded at most once', async (_, more, status) => {
    const body = declaration(status)
    const { answer, all, loadsOf } = await statementsOf(() =>
      calls.post<Item>('seller', `/erdha/submit${more}`, body),
    )
    expect(answer.data?.status, answer.text).toBe(status)
    expect(loadsOf(DECLARATION).length, all.join('\n')).toBeLessThanOrEqual(1)
  })
})

function declaration(purpose: string): object {
  const form = app.source.model.forms.find(({ id }) => id === DECLARATION)
  if (!form) throw new Error(DECLARATION)
  const { attachments: _none, ...body } = validAnswers(createRandom(5), form, 0, undefined, NOW)
  return { ...body, purpose: `用途说明：${purpose}` }
}
