// Tests the demand owner in docking: account deletion and blocking, notices about received schemes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/identity/accounts/passwords.ts'
import { DEMAND } from '../../server/support/demand.ts'
import { callsOf, signInAll } from '../../server/support/sign-in-all.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'

const PEOPLE = { buyer: 'unit', maker: 'supplier', rival: 'supplier', editor: 'operator' } as const
type Name = keyof typeof PEOPLE
const PASSWORD = 'Zhongxin-7788x'
const SCHEME = {
  title: '垂直式排水车成套方案',
  summary: '成熟型号，配套培训。',
  price: 98.76,
  deliveryDays: 60,
  contactName: '方案联系人',
  contactMobile: '13912345678',
  content: '采用两级串联，分三批交付，每批随车培训两人并提供备件。',
}
interface Item extends Record<string, unknown> {
  readonly id: string
  readonly status: string
  readonly revision: number
}

let app: TestApp
const tokens: Partial<Record<Name, string>> = {}
beforeAll(async () => {
  app = await createTestApp()
  Object.assign(tokens, await signInAll(app, PEOPLE))
  await app.services.db
    .updateTable('account')
    .set({ passwordHash: await hashPassword(PASSWORD) })
    .execute()
}, 60_000)
afterAll(() => app?.close())

const { get, post } = callsOf(() => app, tokens)
const done = async (answer: ReturnType<typeof get<Item>>): Promise<Item> => {
  const { status, data, text } = await answer
  expect(status, text).toBe(200)
  return data
}
const why = (words: string) => `&reason=${encodeURIComponent(words)}`
const read = async (who: Name, id: string) => (await get<Item>(who, `/demandScheme/info/${id}`)).data
async function take(who: Name, verb: string, id: string, more = ''): Promise<Item> {
  return done(get<Item>(who, `/demandScheme/${verb}?id=${id}${more}`))
}
const refused = async (answer: ReturnType<typeof get<Item>>) => {
  const { status, msg } = await answer
  return [status, msg]
}
async function toldOf(who: Name, id: string): Promise<string[]> {
  const { data } = await get<{ list: { title: string; dataId: string }[] }>(
    who,
    '/msgNotice/getMsgNoticeInfo?limit=50',
  )
  return data.list.filter(({ dataId }) => dataId === id).map(({ title }) => title)
}

let count = 0
async function published(): Promise<string> {
  count += 1
  const { id } = await done(
    post('buyer', '/demand/add', { ...DEMAND, title: `${DEMAND.title}，第 ${count} 批` }),
  )
  await done(get('editor', `/demand/online?id=${id}`))
  return id
}
async function received(demandId: string, who: Name = 'maker'): Promise<string> {
  const { id } = await done(post(who, '/demandScheme/add', { demandId, ...SCHEME }))
  await take('editor', 'online', id)
  return id
}
const leave = () => refused(post('buyer', '/api/account/remove', { password: PASSWORD }))
const judge = (call: string, id: string) =>
  done(
    post('editor', `/operator/user/${call}`, { id, ...(call === 'unblock' ? {} : { reason: '示例核查' }) }),
  )

test('account deletion is refused to a demand owner while a scheme is undecided or adopted and open', async () => {
  const demandId = await published()
  const id = await received(demandId)
  const says = (what: string) =>
    `您还有 1 项与他人共同办理的事项尚未办结，注销后无人接续，暂时不能注销账号：需求方案“${SCHEME.title}”（${what}）。办结或退出这些事项后，可以再次申请注销`
  expect(await leave()).toEqual([409, says('已上线，请先办理“采纳”或“不采纳”')])
  await take('buyer', 'accept', id, why('请于下周一面谈'))
  expect(await leave()).toEqual([
    409,
    says('已采纳，请先把所属需求的“对接进度”改为“已成交/已落实”或“已关闭”，或办理所属需求的“下线”'),
  ])
  await done(post('buyer', '/demand/progress', { id: demandId, progress: '4' }))
  expect(await leave()).toEqual([200, 'success'])
  tokens.buyer = await app.signIn('buyer2', 'unit')
})

test('a blocked demand owner receives no new schemes, and the author of a waiting one is notified', async () => {
  const demandId = await published()
  const id = await received(demandId)
  await judge('block', 'buyer2')
  expect(await toldOf('maker', id)).toContain(`需求方案“${SCHEME.title}”：一方暂不能办理`)
  const late = await refused(post('rival', '/demandScheme/add', { demandId, ...SCHEME }))
  expect(late).toEqual([
    409,
    '所属需求的发布者账号目前不可用，提交后无人答复，暂不接收新的需求方案；请稍后再试，或联系运营人员',
  ])
  await judge('unblock', 'buyer2')
  tokens.buyer = await app.signIn('buyer2', 'unit')
  await done(post('rival', '/demandScheme/add', { demandId, ...SCHEME }))
})

test('the demand owner is notified of a withdrawn or deleted scheme, and the history shows withdrawals', async () => {
  const demandId = await published()
  const id = await received(demandId)
  const received1 = `您的需求收到方案“${SCHEME.title}”`
  await take('maker', 'withdraw', id)
  expect(await toldOf('buyer', id)).toEqual([`方案“${SCHEME.title}”已被撤回`, received1])
  await take('maker', 'submit', id)
  await take('maker', 'withdraw', id)
  // He did not read it meanwhile.
  expect(await toldOf('buyer', id)).toHaveLength(2)
  await take('maker', 'submit', id)
  await take('editor', 'online', id)
  const { history } = await read('buyer', id)
  expect((history as readonly { title: string }[]).map(({ title }) => title)).toEqual([
    '通过并上线',
    '撤回',
    '撤回',
    '通过并上线',
  ])
  await take('maker', 'delete', id)
  expect(await toldOf('buyer', id)).toEqual([
    `方案“${SCHEME.title}”已被删除`,
    received1,
    `方案“${SCHEME.title}”已被撤回`,
    received1,
  ])
})

test('the demand owner is notified when an accepted scheme is set offline, published again or deleted', async () => {
  const demandId = await published()
  const id = await received(demandId)
  await take('buyer', 'accept', id, why('请于下周一面谈'))
  const before = (await toldOf('buyer', id)).length
  const fresh = async () => {
    const all = await toldOf('buyer', id)
    return all.slice(0, all.length - before)
  }
  await take('editor', 'offline', id, why('需要核对检测报告'))
  expect(await fresh()).toEqual([`方案“${SCHEME.title}”已被下线`])
  await take('maker', 'submit', id)
  await take('editor', 'online', id)
  expect(await fresh()).toEqual([`方案“${SCHEME.title}”重新上线：已采纳`, `方案“${SCHEME.title}”已被下线`])
  const { history, status } = await read('buyer', id)
  expect(status).toBe('adopted')
  expect(history).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ title: '下线', reason: '需要核对检测报告' }),
      expect.objectContaining({ title: '采纳' }),
    ]),
  )
  await take('editor', 'offline', id)
  await take('maker', 'delete', id)
  expect((await fresh()).slice(0, 2)).toEqual([
    `方案“${SCHEME.title}”已被删除`,
    `方案“${SCHEME.title}”已被下线`,
  ])
})

test('accepting a scheme of a blocked author is refused and marked as barred, and the owner notified', async () => {
  const demandId = await published()
  const id = await received(demandId, 'rival')
  await judge('block', 'rival')
  expect((await toldOf('buyer', id))[0]).toBe(`需求方案“${SCHEME.title}”：一方暂不能办理`)
  const words = `需求方案“${SCHEME.title}”的提交者“用户 rival”的账号目前不可用，无法接收通知和继续办理，暂时不能“采纳”：请待账号恢复后办理，或另选其他需求方案`
  expect((await read('buyer', id)).actions).toEqual([
    expect.objectContaining({ action: 'accept', barred: words }),
    expect.not.objectContaining({ barred: expect.anything() }),
  ])
  const accept = () => get<Item>('buyer', `/demandScheme/accept?id=${id}${why('请于下周一面谈')}`)
  expect(await refused(accept())).toEqual([409, words])
  await judge('unblock', 'rival')
  tokens.rival = await app.signIn('rival', 'supplier')
  expect((await done(accept())).status).toBe('adopted')
})

test('a scheme accepted with a pending change keeps its approved content, and its author is notified', async () => {
  const demandId = await published()
  const id = await received(demandId)
  const { revision } = await read('maker', id)
  const asked = { ...SCHEME, demandId, id, revision, price: 88 }
  await done(post('maker', '/demandScheme/update', asked))
  await take('buyer', 'accept', id, why('请于下周一面谈'))
  const { data } = await get<{ list: { content: string; dataId: string }[] }>(
    'maker',
    '/msgNotice/getMsgNoticeInfo?limit=50',
  )
  expect(data.list.find(({ dataId }) => dataId === id)?.content).toBe(
    `需求方对您的方案“${SCHEME.title}”作出了决定：已采纳。需求方意见：请于下周一面谈。此前提交的修改稿没有生效，以修改前的内容为准。`,
  )
  const { history, price } = await read('maker', id)
  expect(price).toBe(SCHEME.price)
  expect((history as readonly object[]).slice(0, 2)).toMatchObject([
    { title: '采纳', change: null },
    { title: null, change: '修改稿没有生效，以修改前的内容为准' },
  ])
})

test('accepting a scheme while its demand is in review is refused with the status to wait for', async () => {
  const demandId = await published()
  const id = await received(demandId)
  await done(get('buyer', `/demand/withdraw?id=${demandId}`))
  await done(get('buyer', `/demand/submit?id=${demandId}`))
  expect(await refused(get<Item>('buyer', `/demandScheme/accept?id=${id}${why('请面谈')}`))).toEqual([
    409,
    '所属需求目前为“待审核”状态，不能办理“采纳”：请待其“已上线”后再办理',
  ])
})
