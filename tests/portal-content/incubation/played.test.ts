// Tests incubation from the demand to the archive: after each transition whose turn it is, who is notified of
// what and what everybody reads, for each side and for those beside (INC-01, INC-02).

import { afterAll, beforeAll, expect, test } from 'vitest'
import { maskMobile } from '#shared/access/mask.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { type Onlookers, watch } from '../../server/support/whose-turn.ts'
import { buildStage, DECLARATION, DEMAND, type Item, type Name, type Stage } from './cast.ts'

/** Whom it may concern. */
const TOLD: readonly Name[] = ['host', 'neighbour', 'brigade', 'maker', 'lab']
/** Who takes part in a declaration once it was handed in. */
const SIDES: readonly Name[] = ['maker', 'brigade', 'host', 'operator', 'auditor']
const OTHERS: readonly Name[] = ['lab', 'station', 'neighbour', 'reader']

let app: TestApp
let stage: Stage
let all: Onlookers<Name>
let now = new Date('2026-11-24T02:00:00Z')
beforeAll(async () => {
  app = await createTestApp({
    clock: () => {
      now = new Date(now.getTime() + 10)
      return now
    },
  })
  stage = await buildStage(app)
  all = watch({
    app,
    names: TOLD,
    tokenOf: (name) => stage.as(name).token,
    desk: ['operator', 'auditor'],
  })
}, 120_000)
afterAll(() => app?.close())

const idsOf = async (call: string, by?: Name) => {
  const page = await stage.read<Paged<Item> | null>(`${call}${call.includes('?') ? '&' : '?'}limit=50`, by)
  return (page?.list ?? []).map(({ id }) => id)
}
const taken = async (call: string, body: object, by: Name): Promise<Item> => {
  const { status, data, text } = await stage.post(call, body, by)
  expect(status, text).toBe(200)
  return data as Item
}

let demandId = ''
let id = ''
let rival = ''
const demand = (by?: Name) => stage.read<Item | null>(`incubate/demands/info/${demandId}`, by)
const declaration = (by: Name, which = id) => stage.read<Item | null>(`incubate/declare?id=${which}`, by)
const stepsOf = async (by: Name) => (await declaration(by))?.actions.map(({ action }) => action)

/** All of them read the same state and the same timeline, the newest step first; nobody else reads anything. */
async function agreed(status: string, last: object): Promise<void> {
  for (const by of SIDES) {
    const { history, ...item } = (await declaration(by)) as Item
    expect(item, by).toMatchObject({ status })
    expect(history[0], by).toMatchObject(last)
  }
  for (const by of OTHERS) expect(await declaration(by), by).toBeNull()
}

test('a new demand is a to-do of the host and in the queue, and unreadable for others', async () => {
  await all.seen('')
  demandId = await stage.demand()
  expect(await all.seen(demandId)).toEqual({
    desk: 'pending',
    todo: { host: '待您决定：通过并发布或退回修改或不予通过' },
    told: { host: [`待审核孵化需求“${DEMAND.title}”`] },
  })
  const contactPhone = maskMobile(DEMAND.contactPhone)
  expect(await demand('brigade')).toMatchObject({ status: 'pending', contactPhone: DEMAND.contactPhone })
  for (const by of ['host', 'operator', 'auditor'] as const)
    expect(await demand(by), by).toMatchObject({ status: 'pending', contactPhone })
  for (const by of ['station', 'neighbour', 'maker', 'reader', undefined] as const)
    expect(await demand(by)).toBeNull()
  expect(await idsOf('incubate/demands')).not.toContain(demandId)
  expect(await idsOf('incubate/demands/audit/page', 'host')).toContain(demandId)
})

test('a returned demand is a to-do of its applicant, and a corrected one a to-do of the host again', async () => {
  await taken('incubate/demands/audit', { demandId, auditResult: '2', opinion: '请补充试验方法' }, 'host')
  expect(await all.seen(demandId)).toEqual({
    desk: null,
    todo: { brigade: '请修改后“重新提交”' },
    told: { brigade: [`您的孵化需求“${DEMAND.title}”被退回补正`] },
  })
  const { revision, history } = (await demand('brigade')) as Item
  expect(history[0]).toMatchObject({ reason: '请补充试验方法' })
  const body = { ...DEMAND, activityId: stage.activityId, fireOrgId: stage.fireOrgId }
  const mended = { ...body, id: demandId, revision, environment: '水温 0～40 ℃，积水深度不超过 2 米' }
  expect(await taken('incubate/demands/update', mended, 'brigade')).toMatchObject({ status: 'pending' })
  expect(await all.seen(demandId)).toMatchObject({
    desk: 'pending',
    todo: { host: expect.stringContaining('通过并发布') },
  })
})

test('an approved demand is public with a number and in no to-do list or queue', async () => {
  await taken('incubate/demands/audit', { demandId, auditResult: '1' }, 'host')
  expect(await all.seen(demandId)).toEqual({
    desk: null,
    todo: {},
    told: { brigade: [`孵化需求“${DEMAND.title}”已通过审核`] },
  })
  expect(await demand()).toMatchObject({
    status: 'online',
    pairing: '1',
    demandNo: expect.stringMatching(/^XQ-2026-\d{6}$/),
  })
  expect(await idsOf('incubate/demands')).toContain(demandId)
  expect(await idsOf('incubate/demands/audit/page', 'host')).not.toContain(demandId)
})

test('a draft declaration is a to-do of its owner, unreadable for others, and not submitted with errors', async () => {
  const begun = { demandId, title: DECLARATION.title }
  id = (await taken('incubate/declare/draft', begun, 'maker')).id
  expect(await all.seen(id)).toEqual({ desk: null, todo: { maker: '待您完成：填写并提交' }, told: {} })
  for (const by of [...SIDES, ...OTHERS].filter((name) => name !== 'maker'))
    expect(await declaration(by), by).toBeNull()
  const half = { demandId, id, title: DECLARATION.title, uscc: 'X', leaderMobile: '1' }
  const refused = await stage.post('incubate/declare', half, 'maker')
  expect(refused.status).toBe(400)
  expect(refused.errors?.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/uscc', '/leaderMobile', '/solution', '/unitName']),
  )
  expect(await declaration('maker')).toMatchObject({ status: 'draft', title: DECLARATION.title })
})

test('a submitted declaration is a to-do of demand owner and host, and both get a notice', async () => {
  const answers = await stage.answers('maker', demandId, { id })
  expect(await taken('incubate/declare', answers, 'maker')).toMatchObject({ id, status: 'submitted' })
  const waits = '待您决定：退回补正或结对或不予通过'
  expect(await all.seen(id)).toEqual({
    desk: 'submitted',
    todo: { brigade: waits, host: waits },
    told: {
      brigade: [`收到孵化申报“${DECLARATION.title}”`],
      host: [`收到孵化申报“${DECLARATION.title}”`],
    },
  })
  await agreed('submitted', { title: '提交' })
  expect(await stepsOf('maker')).toEqual(['withdraw'])
  expect(await declaration('maker')).toMatchObject({ declareNo: expect.stringMatching(/^FH-2026-\d{6}$/) })
})

test('a declaration returned with field comments is a to-do of its owner, who corrects the fields', async () => {
  const remarks = [{ field: 'schedule', text: '缺少试验阶段' }]
  await taken('incubate/declare/refuse', { id, reason: '请按标注补正', remarks }, 'brigade')
  expect(await all.seen(id)).toEqual({
    desk: null,
    todo: { maker: '请修改后“提交”' },
    told: { maker: [`您的孵化申报“${DECLARATION.title}”被退回补正`] },
  })
  await agreed('returned', { title: '退回补正', reason: '请按标注补正', remarks })
  const { revision, declareNo } = (await declaration('maker')) as Item
  const schedule = [
    { stage: '样机', start: '2026-12-01', end: '2027-06-30', output: '样机 1 台' },
    { stage: '试验', start: '2027-07-01', end: '2027-12-31', output: '试验报告' },
  ]
  const answers = await stage.answers('maker', demandId, { id, revision, schedule })
  expect(await taken('incubate/declare/update', answers, 'maker')).toMatchObject({ status: 'submitted' })
  expect((await all.seen(id)).desk).toBe('submitted')
  expect(await declaration('host')).toMatchObject({ declareNo, schedule })
})

test('a pairing reveals contacts to both sides, sets the rival to standby and notifies each side', async () => {
  rival = await stage.declared('lab', demandId)
  await all.seen(rival)
  // Until they are a pair neither has the other's number.
  expect(await declaration('brigade')).not.toHaveProperty('leaderMobile')
  expect(await demand('maker')).not.toHaveProperty('contactPhone')
  await taken('incubate/declare/pair', { id }, 'host')
  expect(await all.seen(id)).toEqual({
    desk: null,
    todo: { brigade: '待您办理：结对完成', host: '待您办理：结对完成' },
    told: {
      maker: [`您的孵化申报“${DECLARATION.title}”：结对研制中`],
      brigade: [`孵化申报“${DECLARATION.title}”：结对研制中`],
      lab: [`需求已与其他申报结对：${DECLARATION.title}`],
    },
  })
  await agreed('paired', { title: '结对' })
  expect(await declaration('brigade')).toMatchObject({ leaderMobile: maskMobile(DECLARATION.leaderMobile) })
  expect(await demand('maker')).toMatchObject({ contactPhone: maskMobile(DEMAND.contactPhone), pairing: '2' })
  expect(await demand('lab')).not.toHaveProperty('contactPhone')
  expect(await demand()).toMatchObject({ pairing: '2' })
  const other = await all.seen(rival)
  expect(other).toMatchObject({ desk: null, todo: {} })
  expect(await declaration('lab', rival)).toMatchObject({ status: 'standby' })
  expect(await declaration('brigade', rival)).not.toHaveProperty('leaderMobile')
})

test('materials of a pair are readable by both sides and supervisors only', async () => {
  const files = [await stage.file('incubateMaterial', 'maker')]
  const kept = await taken(
    'incubate/declare/upload',
    { declareId: id, title: '第一轮试验报告', files },
    'maker',
  )
  const list = (by: Name) => idsOf(`incubate/declare/upload/list?declareId=${id}`, by)
  for (const by of SIDES) expect(await list(by), by).toEqual([kept.id])
  for (const by of OTHERS) expect(await list(by), by).toEqual([])
  const heard = ['收到孵化材料“第一轮试验报告”']
  expect(await all.seen(id)).toMatchObject({ told: { brigade: heard, host: heard } })
})

test('a completed pair is a to-do of the host, and a returned result a to-do of the demand owner', async () => {
  const { pairId } = (await declaration('brigade')) as Item
  const completed = { id, pairId, completeRemark: '样机与试验报告已交付' }
  await taken('incubate/declare/pair/complete', completed, 'brigade')
  const audits = '待您决定：审核通过或退回继续研制或审核不通过'
  expect(await all.seen(id)).toEqual({
    desk: null,
    todo: { host: audits },
    told: {
      maker: [`您的孵化申报“${DECLARATION.title}”：待成果审核`],
      host: [`孵化申报“${DECLARATION.title}”：待成果审核`],
    },
  })
  await agreed('concluded', { title: '结对完成', reason: completed.completeRemark })
  const back = { declareId: id, auditResult: '2', opinion: '请补做低温试验' }
  await taken('incubate/declare/audit', back, 'host')
  expect(await all.seen(id)).toMatchObject({
    todo: { brigade: '待您办理：结对完成' },
    told: {
      maker: [`成果被退回：${DECLARATION.title}`],
      brigade: [`孵化申报“${DECLARATION.title}”：结对研制中`],
    },
  })
  await agreed('paired', { title: '退回继续研制', reason: back.opinion })
  await taken('incubate/declare/pair/complete', completed, 'brigade')
  await all.seen(id)
})

test('an approved result waits for the summary, and the summary for confirmation by the demand owner', async () => {
  await taken('incubate/declare/audit', { declareId: id, auditResult: '1', scoreNeed: 28 }, 'host')
  expect(await all.seen(id)).toEqual({
    desk: null,
    todo: { maker: '待您办理：提交总结' },
    told: {
      maker: [`您的孵化申报“${DECLARATION.title}”：待总结`],
      brigade: [`孵化申报“${DECLARATION.title}”：待总结`],
    },
  })
  const summary = {
    declareId: id,
    title: '排水机器人孵化总结',
    resultForm: ['1', '5'],
    conclusion: '1',
    indicatorResult: [{ name: '额定流量', unit: 'm³/h', target: '1000', actual: '1210', pass: true }],
    testSituation: '在示例训练基地完成三轮抽排试验，流量与高度均达到要求，连续运行八小时无故障。',
    files: [await stage.file('incubateSummary', 'maker')],
  }
  await taken('incubate/declare/summary', summary, 'maker')
  expect(await all.seen(id)).toEqual({
    desk: null,
    todo: { brigade: '待您办理：确认成果', host: '待您办理：确认成果' },
    told: {
      brigade: [`孵化申报“${DECLARATION.title}”：待确认成果`],
      host: [`孵化申报“${DECLARATION.title}”：待确认成果`],
    },
  })
  await agreed('summarised', { title: '提交总结', reason: summary.testSituation })
})

test('a confirmed declaration has no to-dos and no actions, and each side reads its full history', async () => {
  await taken('incubate/declare/confirm', { id }, 'brigade')
  expect(await all.seen(id)).toEqual({
    desk: null,
    todo: {},
    told: {
      maker: [`您的孵化申报“${DECLARATION.title}”：已归档`],
      host: [`孵化申报“${DECLARATION.title}”：已归档`],
      lab: [`未结对，已办结：${DECLARATION.title}`],
    },
  })
  const way = [
    '提交',
    '退回补正',
    '提交',
    '结对',
    '结对完成',
    '退回继续研制',
    '结对完成',
    '审核通过',
    '提交总结',
    '确认成果',
  ]
  for (const by of SIDES) {
    const { history, status } = (await declaration(by)) as Item
    expect([by, status, await stepsOf(by)]).toEqual([by, 'archived', []])
    expect(history.map(({ title }) => title).reverse(), by).toEqual(way)
  }
  expect(await demand()).toMatchObject({ status: 'online', pairing: '3' })
  for (const verb of ['withdraw', 'delete', 'pair', 'pair/dissolve', 'confirm', 'refuse', 'dismiss'])
    for (const by of ['maker', 'brigade', 'host', 'operator'] as const) {
      const { status, msg } = await stage.post(`incubate/declare/${verb}`, { id, reason: '再来一次' }, by)
      expect([403, 409], `${by} ${verb} ${msg}`).toContain(status)
    }
})
