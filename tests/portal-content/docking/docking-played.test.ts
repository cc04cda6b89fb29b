// Tests docking from the demand to the accepted scheme: queue, to-dos and notices after every transition.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/identity/accounts/passwords.ts'
import { DEMAND } from '../../server/support/demand.ts'
import { signInAll } from '../../server/support/sign-in-all.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { type Onlookers, watch } from '../../server/support/whose-turn.ts'

const PEOPLE = {
  buyer: 'unit',
  maker: 'supplier',
  rival: 'supplier',
  editor: 'operator',
  auditor: 'auditor',
} as const
type Name = keyof typeof PEOPLE

interface Item extends Record<string, unknown> {
  readonly id: string
  readonly status: string
  readonly revision: number
  readonly change?: { readonly revision: number }
  readonly actions: readonly { readonly action: string }[]
  readonly history: readonly { readonly title: string; readonly reason: string | null }[]
}

const SCHEME = {
  title: '垂直式排水车成套方案',
  summary: '成熟型号，配套培训。',
  price: 98.76,
  deliveryDays: 60,
  contactName: '方案联系人',
  contactMobile: '13912345678',
  content: '采用两级串联，分三批交付，每批随车培训两人并提供备件。',
}

let app: TestApp
let tokens: Record<Name, string>
let all: Onlookers<Name>
let now = new Date('2026-11-24T02:00:00Z')
beforeAll(async () => {
  app = await createTestApp({
    clock: () => {
      now = new Date(now.getTime() + 10)
      return now
    },
  })
  tokens = await signInAll(app, PEOPLE)
  all = watch({
    app,
    names: ['buyer', 'maker', 'rival'],
    tokenOf: (name) => tokens[name],
    desk: ['editor', 'auditor'],
  })
}, 60_000)
afterAll(() => app?.close())

const get = (by: Name | undefined, path: string) =>
  app.get<Item>(`/newapi/${path}`, by ? { token: tokens[by] } : {})
const post = (by: Name, path: string, body: object) =>
  app.post<Item>(`/newapi/${path}`, body, { token: tokens[by] })
const done = async (answer: ReturnType<typeof get>): Promise<Item> => {
  const { status, data, text } = await answer
  expect(status, text).toBe(200)
  return data
}
const why = (words: string) => `reason=${encodeURIComponent(words)}`
const scheme = async (by: Name, which = id) => (await get(by, `demandScheme/info/${which}`)).data
const take = (by: Name, verb: string, which: string, more = '') =>
  get(by, `demandScheme/${verb}?id=${which}${more && `&${more}`}`)

let demandId = ''
let id = ''
let other = ''

test('a demand is returned with a reason, corrected and published, with queue, to-dos and notices', async () => {
  demandId = (await done(post('buyer', 'demand/add', DEMAND))).id
  expect(await all.seen(demandId)).toEqual({ desk: 'pending', todo: {}, told: {} })
  await done(get('editor', `demand/refuse?id=${demandId}&${why('请写明使用场景')}`))
  expect(await all.seen(demandId)).toEqual({
    desk: null,
    todo: { buyer: '请修改后“重新提交”' },
    told: { buyer: [expect.stringContaining(DEMAND.title)] },
  })
  const { revision } = (await get('buyer', `demand/info/${demandId}`)).data
  const mended = {
    ...DEMAND,
    id: demandId,
    revision,
    technicalRequirement: '额定流量不低于 3500 m³/h，夜间作业。',
  }
  await done(post('buyer', 'demand/update', mended))
  await done(get('editor', `demand/online?id=${demandId}&revision=${revision + 1}`))
  expect(await all.seen(demandId)).toEqual({
    desk: null,
    todo: {},
    told: { buyer: [`装备需求“${DEMAND.title}”已通过审核`] },
  })
})

test('a new scheme is in the operator queue, hidden from the demand owner and without notices', async () => {
  id = (await done(post('maker', 'demandScheme/add', { demandId, ...SCHEME }))).id
  expect(await all.seen(id)).toEqual({ desk: 'pending', todo: {}, told: {} })
  for (const by of ['buyer', 'rival'] as const) expect(await scheme(by), by).toBeNull()
})

test('a refused scheme is a to-do of its author, and in the operator queue again once corrected', async () => {
  await done(get('editor', `demandScheme/refuse?id=${id}&${why('请补充检测报告')}`))
  expect(await all.seen(id)).toEqual({
    desk: null,
    todo: { maker: '请修改后“重新提交”' },
    told: { maker: [`方案“${SCHEME.title}”审核未通过`] },
  })
  const { revision } = await scheme('maker')
  const mended = { ...SCHEME, demandId, id, revision, summary: '成熟型号，附检测报告。' }
  expect(await done(post('maker', 'demandScheme/update', mended))).toMatchObject({ status: 'pending' })
  expect(await all.seen(id)).toMatchObject({ desk: 'pending', todo: {} })
})

test('an approved scheme is a to-do of the demand owner, and both sides are notified', async () => {
  const { revision } = await scheme('editor')
  await done(take('editor', 'online', id, `revision=${revision}`))
  expect(await all.seen(id)).toEqual({
    desk: null,
    todo: { buyer: '待您决定：采纳或不采纳' },
    told: {
      maker: [`需求方案“${SCHEME.title}”已通过审核`],
      buyer: [`您的需求收到方案“${SCHEME.title}”`],
    },
  })
  expect(await scheme('buyer')).toMatchObject({ status: 'online', price: SCHEME.price })
})

test('a pending change of a scheme is in the operator queue and hidden from the demand owner', async () => {
  const { revision } = await scheme('maker')
  const asked = await done(
    post('maker', 'demandScheme/update', { ...SCHEME, demandId, id, revision, price: 88 }),
  )
  expect(asked).toMatchObject({ status: 'online', changeStatus: 'pending' })
  expect(await all.seen(id)).toEqual({
    desk: 'pending',
    todo: { buyer: '待您决定：采纳或不采纳' },
    told: {},
  })
  expect(await scheme('buyer')).toMatchObject({ price: SCHEME.price })
  const { change } = await scheme('editor')
  await done(take('editor', 'online', id, `change=${change?.revision}`))
  expect(await scheme('buyer')).toMatchObject({ price: 88 })
  expect(await all.seen(id)).toMatchObject({ desk: null, todo: { buyer: '待您决定：采纳或不采纳' } })
})

test('a scheme of a withdrawn demand cannot be accepted, and the to-do names the open transitions', async () => {
  await done(get('buyer', `demand/withdraw?id=${demandId}`))
  expect(await all.seen(id)).toMatchObject({
    todo: { buyer: '待您答复：待所属需求“已上线”后“采纳”，或现在“不采纳”' },
  })
  const early = await take('buyer', 'accept', id, why('好'))
  expect([early.status, early.msg]).toEqual([
    409,
    '所属需求目前为“已撤回”状态，不能办理“采纳”：请先办理所属需求的“重新提交”，待其“已上线”后再办理',
  ])
  await done(get('buyer', `demand/submit?id=${demandId}`))
  const { revision } = (await get('editor', `demand/info/${demandId}`)).data
  await done(get('editor', `demand/online?id=${demandId}&revision=${revision}`))
  await all.seen(id)
})

test('accepting one scheme and declining another notifies both authors and ends all to-dos', async () => {
  other = (await done(post('rival', 'demandScheme/add', { demandId, ...SCHEME }))).id
  await done(take('editor', 'online', other))
  await all.seen(other)
  await done(take('buyer', 'accept', id, why('请于下周一面谈')))
  expect(await all.seen(id)).toEqual({
    desk: null,
    todo: {},
    told: { maker: [`方案“${SCHEME.title}”：已采纳`] },
  })
  await done(take('buyer', 'decline', other, why('交付太晚')))
  expect(await all.seen(other)).toEqual({
    desk: null,
    todo: {},
    told: { rival: [`方案“${SCHEME.title}”：未采纳`] },
  })
  const { history, status } = await scheme('maker')
  expect([status, history[0]]).toMatchObject(['adopted', { title: '采纳', reason: '请于下周一面谈' }])
  expect((await get(undefined, `demand/info/${demandId}`)).data).toMatchObject({ progress: '3' })
})

test('an accepted scheme is neither decided again, edited nor submitted again, with the reason', async () => {
  const again = await take('buyer', 'decline', id, why('再想想'))
  expect([again.status, again.msg]).toEqual([409, '该需求方案目前为“已采纳”状态，不能办理“不采纳”'])
  const { revision } = await scheme('maker')
  const late = await post('maker', 'demandScheme/update', { ...SCHEME, demandId, id, revision })
  expect([late.status, late.msg]).toEqual([409, '该需求方案目前为“已采纳”状态，不能修改内容'])
  const second = await post('maker', 'demandScheme/add', { demandId, ...SCHEME })
  expect(second.status).toBe(409)
  expect(second.msg).toContain('已采纳')
  expect(second.msg).not.toContain('撤回')
})

test('account deletion of an author deletes undecided schemes and retains accepted ones', async () => {
  const waiting = (
    await done(post('maker', 'demandScheme/add', { demandId, ...SCHEME, title: '第二份完整的方案' }))
  ).id
  await app.services.db
    .updateTable('account')
    .set({ passwordHash: await hashPassword('leaving-password') })
    .where('id', '=', 'maker')
    .execute()
  await done(post('maker', 'api/account/remove', { password: 'leaving-password' }))
  expect(await scheme('editor', waiting)).toMatchObject({ status: 'deleted' })
  expect(await scheme('buyer')).toMatchObject({ id, status: 'adopted' })
})
