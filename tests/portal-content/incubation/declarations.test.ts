// Tests the declaration calls of incubation, from the draft to the confirmed result (INC-01).

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maskMobile } from '#shared/access/mask.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { buildStage, DECLARATION, DEMAND, type Item, type Name, type Stage } from './cast.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await createTestApp()
  stage = await buildStage(app)
}, 120_000)
afterAll(() => app?.close())

const listed = async (call: string, by: Name) => {
  const page = await stage.read<Paged<Item> | null>(`${call}${call.includes('?') ? '&' : '?'}limit=50`, by)
  return (page?.list ?? []).map(({ id }) => id)
}
const get = (id: string, by: Name) => stage.read<Item | null>(`incubate/declare?id=${id}`, by)
const step = (verb: string, id: string, by: Name, more: object = {}) =>
  stage.post(`incubate/declare/${verb}`, { id, ...more }, by)
const DONE = { completeRemark: '样机与试验报告已交付' }
const SUMMARY = {
  title: '排水机器人孵化总结',
  resultForm: ['1', '5'],
  conclusion: '1',
  indicatorResult: [{ name: '额定流量', unit: 'm³/h', target: '1000', actual: '1210', pass: true }],
  testSituation: '在示例训练基地完成三轮抽排试验，流量与高度均达到要求，连续运行八小时无故障。',
}

async function paired(by: Name = 'maker') {
  const demandId = await stage.published()
  const id = await stage.declared(by, demandId)
  const { status, text } = await step('pair', id, 'brigade')
  if (status !== 200) throw new Error(text)
  return { id, demandId, pairId: String((await get(id, by))?.pairId) }
}

async function concluded() {
  const pair = await paired()
  const { status, text } = await step('pair/complete', pair.id, 'brigade', { pairId: pair.pairId, ...DONE })
  if (status !== 200) throw new Error(text)
  return pair
}

const judge = (declareId: string, auditResult: string, by: Name, more: object = {}) =>
  stage.post('incubate/declare/audit', { declareId, auditResult, ...more }, by)
const summarise = async (declareId: string, by: Name) =>
  stage.post(
    'incubate/declare/summary',
    { ...SUMMARY, declareId, files: [await stage.file('incubateSummary', by)] },
    by,
  )

test('GET /incubate/declare/isSubmit returns whether the caller has declared for the demand', async () => {
  const [demandId, other] = [await stage.published(), await stage.published()]
  const asked = (demand: string, by: Name) => stage.read(`incubate/declare/isSubmit?demandId=${demand}`, by)
  await stage.post('incubate/declare/draft', { demandId, title: DECLARATION.title }, 'maker')
  expect(await asked(demandId, 'maker'), 'a draft').toMatchObject({ submitted: false })
  const id = await stage.declared('maker', other)
  expect(await asked(other, 'maker')).toMatchObject({
    ...{ submitted: true, id, status: 'submitted' },
    receiptNo: expect.stringMatching(/\d/),
  })
  expect(await asked(demandId, 'maker')).toMatchObject({ submitted: false })
  expect(await asked(other, 'lab')).toMatchObject({ submitted: false })
})

describe('draft of a declaration', () => {
  test('POST and GET /incubate/declare/draft store one incomplete draft per demand for its owner only', async () => {
    const [demandId, other] = [await stage.published(), await stage.published()]
    const kept = await stage.post('incubate/declare/draft', { demandId, title: DECLARATION.title }, 'maker')
    // It is numbered when it is handed in, once and for good.
    expect(kept.data, kept.text).toMatchObject({ status: 'draft', receiptNo: null })
    const { id } = kept.data as Item
    await stage.post('incubate/declare/draft', { demandId: other, title: '另一份申报草稿' }, 'maker')
    const found = await stage.read(`incubate/declare/draft?demandId=${demandId}`, 'maker')
    expect(found).toMatchObject({ id, title: DECLARATION.title, status: 'draft' })
    const again = await stage.post(
      'incubate/declare/draft',
      { id, demandId, title: '改过的申报草稿' },
      'maker',
    )
    expect(again.data, again.text).toMatchObject({ id, status: 'draft' })
    expect(await stage.read('incubate/declare/draft', 'lab')).toBeNull()
    expect(await get(id, 'lab')).toBeNull()
    expect(await get(id, 'brigade')).toBeNull()
    expect((await stage.post('incubate/declare/draft', { demandId }, 'brigade')).status).toBe(403)
    expect((await stage.post('incubate/declare/draft', { demandId })).status).toBe(401)
    expect((await app.get('/newapi/incubate/declare/draft')).status).toBe(401)
    // Whatever is said beside it, this call hands nothing in.
    const answers = await stage.answers('maker', demandId, { id })
    expect((await stage.post('incubate/declare/draft', answers, 'maker')).data).toMatchObject({
      status: 'draft',
    })
    expect((await stage.post('incubate/declare', answers, 'maker')).data).toMatchObject({
      id,
      status: 'submitted',
    })
    expect(await stage.read('incubate/declare/draft', 'maker')).toMatchObject({ demandId: other })
  })
})

describe('draft of a declaration that is saved again', () => {
  const draft = (demandId: string, more: object = {}, by: Name = 'maker') =>
    stage.post('incubate/declare/draft', { demandId, title: DECLARATION.title, ...more }, by)

  test('updates the one draft of the demand if it carries no id', async () => {
    const demandId = await stage.published()
    const first = (await draft(demandId)).data as Item
    for (const title of ['第二次写的申报草稿', '第三次写的申报草稿', '第四次写的申报草稿']) {
      const again = await draft(demandId, { title })
      expect(again.data, again.text).toMatchObject({ id: first.id, status: 'draft' })
      expect(await stage.read(`incubate/declare/draft?demandId=${demandId}`, 'maker')).toMatchObject({
        title,
      })
    }
    const rows = await listed(`incubate/declare/page?demandId=${demandId}`, 'maker')
    expect(rows).toEqual([first.id])
  })

  test('stays one draft while it names no demand, apart from the drafts that name one', async () => {
    const begun = (title: string, more: object = {}, by: Name = 'plant') =>
      stage.post('incubate/declare/draft', { title, ...more }, by)
    const demandId = await stage.published()
    const told = ((await begun('写明需求的申报草稿', { demandId })).data as Item).id
    const first = (await begun('还没选需求的申报草稿')).data as Item
    expect(first.id).not.toBe(told)
    const again = await begun('改过两次的申报草稿')
    expect(again.data, again.text).toMatchObject({ id: first.id, status: 'draft' })
    const many = await Promise.all(Array.from({ length: 6 }, (_, at) => begun(`第 ${at} 个窗口的申报草稿`)))
    expect(new Set(many.map(({ data }) => (data as Item).id))).toEqual(new Set([first.id]))
    // What is begun for a demand overwrites nothing that was begun without one.
    const elsewhere = (await begun('另一需求的申报草稿', { demandId: await stage.published() })).data as Item
    expect([first.id, told]).not.toContain(elsewhere.id)
    const other = (await begun('别的单位的申报草稿', {}, 'lab')).data as Item
    expect(other.id).not.toBe(first.id)
    // Named by its id it is turned to a demand, and the next begins anew.
    const turned = await begun('选好需求的申报草稿', { id: first.id, demandId: await stage.published() })
    expect(turned.data, turned.text).toMatchObject({ id: first.id })
    expect(((await begun('又一份申报草稿')).data as Item).id).not.toBe(first.id)
    expect(await listed('incubate/declare/page', 'plant')).toHaveLength(4)
  })

  test('stays one draft when eight calls save it at once', async () => {
    const demandId = await stage.published()
    const all = await Promise.all(Array.from({ length: 8 }, (_, at) => draft(demandId, { trl: `${at + 1}` })))
    expect(new Set(all.map(({ data }) => (data as Item).id)).size, all[0]?.text).toBe(1)
  })

  test('becomes the declaration that is submitted without an id', async () => {
    const demandId = await stage.published()
    const { id } = (await draft(demandId)).data as Item
    const sent = await stage.post('incubate/declare', await stage.answers('maker', demandId), 'maker')
    expect(sent.data, sent.text).toMatchObject({ id, status: 'submitted' })
    expect(await listed(`incubate/declare/page?demandId=${demandId}`, 'maker')).toEqual([id])
  })

  test('is refused with 409 and a hint after the declaration was submitted or returned', async () => {
    const demandId = await stage.published()
    const id = await stage.declared('maker', demandId)
    const late = await draft(demandId)
    const words = '您已为该孵化需求提交过孵化申报（待处理），办结或撤回后才能再次提交'
    expect([late.status, late.msg, late.data]).toEqual([409, words, { id, status: 'submitted' }])
    await step('refuse', id, 'brigade', { reason: '请补充试验方法' })
    const mended = await draft(demandId)
    expect([mended.status, mended.msg]).toEqual([
      409,
      '您已为该孵化需求提交过孵化申报（已退回），请修改原内容后重新提交',
    ])
    expect(await get(id, 'maker')).toMatchObject({ status: 'returned', solution: DECLARATION.solution })
  })

  test('is refused with 409 if moved to a demand for which its owner has already declared', async () => {
    const [demandId, other] = [await stage.published(), await stage.published()]
    await stage.declared('maker', other)
    const { id } = (await draft(demandId)).data as Item
    const turned = await draft(other, { id })
    expect([turned.status, turned.msg]).toEqual([
      409,
      expect.stringContaining('您已为该孵化需求提交过孵化申报'),
    ])
  })

  test('does not change the draft of another account', async () => {
    const demandId = await stage.published()
    const { id } = (await draft(demandId)).data as Item
    const other = (await draft(demandId, { title: '另一单位的申报草稿' }, 'lab')).data as Item
    expect(other.id).not.toBe(id)
    expect(await get(id, 'maker')).toMatchObject({ title: DECLARATION.title })
  })
})

describe('declaration in incubation', () => {
  test('POST /incubate/declare accepts one complete declaration per unit while the demand is open', async () => {
    const demandId = await stage.published()
    const less = await stage.post('incubate/declare', { demandId, title: DECLARATION.title }, 'maker')
    expect(less.status).toBe(400)
    const sent = await stage.post('incubate/declare', await stage.answers('maker', demandId), 'maker')
    expect(sent.data, sent.text).toMatchObject({
      status: 'submitted',
      receiptNo: expect.stringMatching(/^FH-\d{4}-\d{6}$/),
    })
    const twice = await stage.post('incubate/declare', await stage.answers('maker', demandId), 'maker')
    expect([twice.status, twice.msg]).toEqual([409, expect.stringContaining('提交过')])
    await stage.post('incubate/demands/close', { id: demandId }, 'brigade')
    const late = await stage.post('incubate/declare', await stage.answers('lab', demandId), 'lab')
    expect(late.status).toBeGreaterThanOrEqual(400)
    expect(
      (await stage.post('incubate/declare', await stage.answers('reader', demandId), 'reader')).status,
    ).toBe(403)
  })

  test('GET /incubate/declare and /incubate/declare/page return it to participants and supervisors only', async () => {
    const demandId = await stage.published()
    const id = await stage.declared('maker', demandId)
    for (const by of ['maker', 'brigade', 'host', 'operator', 'auditor'] as const) {
      expect(await get(id, by), by).toMatchObject({ id, leaderName: DECLARATION.leaderName })
      expect(await listed('incubate/declare/page', by), by).toContain(id)
    }
    expect(await get(id, 'maker')).toMatchObject({ leaderMobile: DECLARATION.leaderMobile })
    for (const by of ['host', 'operator', 'auditor'] as const)
      expect(await get(id, by), by).toMatchObject({ leaderMobile: maskMobile(DECLARATION.leaderMobile) })
    expect(await get(id, 'brigade')).not.toHaveProperty('leaderMobile')
    for (const by of ['lab', 'station', 'neighbour', 'reader'] as const) {
      expect(await get(id, by), by).toBeNull()
      expect(await listed('incubate/declare/page', by), by).not.toContain(id)
    }
    expect((await app.get(`/newapi/incubate/declare?id=${id}`)).status).toBe(401)
    expect((await app.get('/newapi/incubate/declare/page')).status).toBe(401)
  })

  test('is returned for correction and submitted again under the same number', async () => {
    const id = await stage.declared('maker', await stage.published())
    const { declareNo, demandId } = (await get(id, 'maker')) as Item
    expect((await step('refuse', id, 'brigade')).status).toBe(400)
    expect((await step('refuse', id, 'brigade', { reason: '请补充试验方法' })).status).toBe(200)
    const back = (await get(id, 'maker')) as Item
    expect(back).toMatchObject({ status: 'returned', statusReason: '请补充试验方法' })
    const answers = await stage.answers('maker', String(demandId), { id, trl: '7' })
    expect((await stage.post('incubate/declare', answers, 'maker')).data).toMatchObject({
      status: 'submitted',
    })
    expect(await get(id, 'host')).toMatchObject({ declareNo, trl: '7' })
  })
})

test('a closed demand stays readable to accounts with a declaration or draft for it, and to no others', async () => {
  const demandId = await stage.published()
  await stage.declared('maker', demandId)
  await stage.post('incubate/declare/draft', { demandId, title: DECLARATION.title }, 'lab')
  const gone = (await stage.post('incubate/declare/draft', { demandId, title: DECLARATION.title }, 'plant'))
    .data as Item
  await stage.post('incubate/declare/delete', { id: gone.id }, 'plant')
  expect((await stage.post('incubate/demands/close', { id: demandId }, 'brigade')).status).toBe(200)
  const demand = (by?: Name) => stage.read<Item | null>(`incubate/demands/info/${demandId}`, by)
  for (const by of ['maker', 'lab'] as const) {
    const found = await demand(by)
    expect(found, by).toMatchObject({ status: 'shut', title: stage.titleOf(demandId), actions: [] })
    expect(found, by).not.toHaveProperty('contactPhone')
  }
  for (const by of ['plant', 'specialist', 'reader', 'neighbour', undefined] as const)
    expect(await demand(by), by).toBeNull()
})

describe('pair of a demand and a declaration', () => {
  test('POST /incubate/declare/pair refuses other accounts, pairs for the host and reveals the contacts', async () => {
    const demandId = await stage.published()
    const id = await stage.declared('maker', demandId)
    const demand = (by: Name) => stage.read<Item>(`incubate/demands/info/${demandId}`, by)
    expect(await demand('maker')).not.toHaveProperty('contactPhone')
    expect((await step('pair', id, 'maker')).status).toBe(403)
    for (const by of ['lab', 'station', 'neighbour'] as const)
      expect((await step('pair', id, by)).status, by).toBe(404)
    const done = await step('pair', id, 'host')
    expect(done.data, done.text).toMatchObject({ status: 'paired' })
    const after = (await get(id, 'maker')) as Item
    expect(after.pairId).toMatch(/^JD-\d{4}-\d{6}$/)
    // It stays known by the number with which it was handed in.
    expect(after.receiptNo).toBe(after.declareNo)
    expect(await demand('maker')).toMatchObject({
      contactPhone: maskMobile(DEMAND.contactPhone),
      pairing: '2',
    })
    expect(await demand('lab')).not.toHaveProperty('contactPhone')
  })

  test('is exclusive: rivals go to standby and new declarations are refused until it is dissolved', async () => {
    const demandId = await stage.published()
    const [first, second] = [await stage.declared('maker', demandId), await stage.declared('lab', demandId)]
    expect((await step('pair', first, 'brigade')).status).toBe(200)
    const late = await step('pair', second, 'brigade')
    expect([late.status, late.msg]).toEqual([409, '该孵化申报目前为“他方已结对”状态，不能办理“结对”'])
    expect(await get(second, 'lab')).toMatchObject({ status: 'standby' })
    expect(await get(second, 'lab')).not.toHaveProperty('pairId', expect.stringMatching(/^JD/))
    const third = await stage.post('incubate/declare', await stage.answers('plant', demandId), 'plant')
    expect([third.status, third.msg]).toEqual([
      409,
      '该孵化需求的结对情况已是“已结对”，征集已停止，不再接收新的孵化申报',
    ])
    // Dissolved, it is free for the other.
    expect((await step('pair/dissolve', first, 'brigade', { reason: '承研单位退出' })).status).toBe(200)
    expect((await step('pair', second, 'brigade')).status).toBe(200)
    expect((await step('pair', first, 'brigade')).status).toBe(409)
  })

  test('POST /incubate/declare/pair/complete requires the number of this pair and a remark', async () => {
    const { id, pairId } = await paired()
    const other = await paired('lab')
    const wrong = await step('pair/complete', id, 'brigade', { pairId: other.pairId, ...DONE })
    expect(wrong.errors).toEqual([
      { path: '/pairId', message: expect.stringContaining('结对编号与该孵化申报不符') },
    ])
    for (const unnamed of [DONE, { pairId: '', ...DONE }, { pairId: null, ...DONE }]) {
      const nameless = await step('pair/complete', id, 'brigade', unnamed)
      expect([nameless.status, nameless.errors]).toEqual([
        400,
        [{ path: '/pairId', message: '请填写结对编号，以便核对孵化申报' }],
      ])
    }
    expect(await get(id, 'maker')).toMatchObject({ status: 'paired' })
    expect((await step('pair/complete', id, 'brigade', { pairId })).errors).toEqual([
      { path: '/completeRemark', message: expect.stringContaining('完成说明') },
    ])
    expect((await step('pair/complete', id, 'maker', { pairId, ...DONE })).status).toBe(403)
    const done = await step('pair/complete', id, 'brigade', { pairId, ...DONE })
    expect(done.data, done.text).toMatchObject({ status: 'concluded' })
    expect(await get(id, 'maker')).toMatchObject({ completedAt: expect.any(String) })
    const early = await stage.declared('maker', await stage.published())
    expect((await step('pair/complete', early, 'brigade', { pairId, ...DONE })).status).toBe(409)
  })
})

describe('materials of a pair', () => {
  test('POST /incubate/declare/upload accepts files of the paired unit only, readable by both sides', async () => {
    const { id } = await paired()
    const upload = async (by: Name) =>
      stage.post(
        'incubate/declare/upload',
        { declareId: id, title: '第一轮试验报告', files: [await stage.file('incubateMaterial', by)] },
        by,
      )
    const done = await upload('maker')
    expect(done.status, done.text).toBe(200)
    for (const by of ['lab', 'brigade'] as const)
      expect((await upload(by)).status, by).toBeGreaterThanOrEqual(400)
    const { id: materialId } = done.data as Item
    for (const by of ['maker', 'brigade', 'host', 'operator', 'auditor'] as const)
      expect(await listed(`incubate/declare/upload/list?declareId=${id}`, by), by).toEqual([materialId])
    expect(await listed(`incubate/declare/upload/list?declareId=${id}`, 'lab')).toEqual([])
    const early = await stage.declared('maker', await stage.published())
    const files = [await stage.file('incubateMaterial', 'maker')]
    const soon = await stage.post(
      'incubate/declare/upload',
      { declareId: early, title: '报告', files },
      'maker',
    )
    expect(soon.status).toBe(409)
  })
})

describe('audit of an incubation result', () => {
  test('POST /incubate/declare/audit approves with points for the host and refuses the pair itself', async () => {
    const { id } = await concluded()
    for (const by of ['maker', 'brigade', 'reader'] as const)
      expect((await judge(id, '1', by)).status, by).toBe(403)
    expect((await judge(id, '1', 'neighbour')).status).toBeGreaterThanOrEqual(400)
    expect((await judge(id, '1', 'host', { scoreNeed: 31 })).status).toBe(400)
    const opinion = '指标全部达到，建议列装试用'
    expect((await judge(id, '1', 'host', { scoreNeed: 28, scoreTech: 22, opinion })).status).toBe(200)
    const passed = await get(id, 'maker')
    expect(passed).toMatchObject({ status: 'proven' })
    expect(passed?.history[0]).toMatchObject({ title: '审核通过', reason: opinion })
    const audits = await stage.read<Paged<Item>>(`incubate/declare/audit/list?declareId=${id}`, 'maker')
    expect(audits.list).toMatchObject([{ auditResult: '1', scoreNeed: 28, opinion }])
    const second = await judge(id, '1', 'host')
    expect([second.status, second.msg]).toEqual([
      409,
      '该孵化申报目前为“待总结”状态，暂时不能为其提交成果审核',
    ])
  })

  test('POST /incubate/declare/audit is refused with 409 while the pair still works', async () => {
    const { id } = await paired()
    const early = await judge(id, '1', 'host')
    expect([early.status, early.msg]).toEqual([
      409,
      '该孵化申报目前为“结对研制中”状态，暂时不能为其提交成果审核',
    ])
  })

  test('POST /incubate/declare/audit with result 2 requires an opinion and returns the work to the pair', async () => {
    const { id, pairId } = await concluded()
    expect((await judge(id, '2', 'host')).status).toBe(400)
    expect((await judge(id, '2', 'operator', { opinion: '请补做低温试验' })).status).toBe(200)
    expect(await get(id, 'maker')).toMatchObject({ status: 'paired', pairId, statusReason: '请补做低温试验' })
  })

  test('POST /incubate/declare/audit with result 3 dismisses the declaration and frees the demand', async () => {
    const { id, demandId } = await concluded()
    expect((await judge(id, '3', 'host', { opinion: '主要指标没有达到' })).status).toBe(200)
    expect(await get(id, 'maker')).toMatchObject({ status: 'dismissed', statusReason: '主要指标没有达到' })
    const next = await stage.declared('lab', demandId)
    expect((await step('pair', next, 'brigade')).status).toBe(200)
  })
})

test('an auditor can return, pair, dissolve, complete and audit declarations like the activity host', async () => {
  const demandId = await stage.published()
  const [id, other] = [await stage.declared('maker', demandId), await stage.declared('lab', demandId)]
  expect((await step('refuse', other, 'auditor', { reason: '请补充试验方法' })).data).toMatchObject({
    status: 'returned',
  })
  expect((await step('pair', id, 'auditor')).data).toMatchObject({ status: 'paired' })
  expect((await step('pair/dissolve', id, 'auditor', { reason: '误选' })).data).toMatchObject({
    status: 'submitted',
  })
  await step('pair', id, 'auditor')
  const { pairId } = (await get(id, 'maker')) as Item
  const done = await step('pair/complete', id, 'auditor', { pairId, ...DONE })
  expect(done.data, done.text).toMatchObject({ status: 'concluded' })
  expect((await judge(id, '2', 'auditor', { opinion: '请补做低温试验' })).status).toBe(200)
  await step('pair/complete', id, 'auditor', { pairId, ...DONE })
  expect((await judge(id, '1', 'auditor')).status).toBe(200)
  expect(await get(id, 'maker')).toMatchObject({ status: 'proven' })
})

describe('summary of an incubation result', () => {
  test('POST, GET /incubate/declare/summary and /page take one summary after approval and limit its readers', async () => {
    const { id, demandId } = await concluded()
    expect((await summarise(id, 'maker')).status).toBe(409)
    await judge(id, '1', 'host')
    expect((await summarise(id, 'lab')).status).toBeGreaterThanOrEqual(400)
    const done = await summarise(id, 'maker')
    expect(done.status, done.text).toBe(200)
    const { id: summaryId } = done.data as Item
    expect((await summarise(id, 'maker')).status).toBe(409)
    expect(await get(id, 'brigade')).toMatchObject({ status: 'summarised' })
    const own = await stage.read(`incubate/declare/summary?declareId=${id}`, 'maker')
    expect(own).toMatchObject({ id: summaryId, title: SUMMARY.title })
    expect(await stage.read(`incubate/declare/summary?declareId=${id}`, 'auditor')).toMatchObject({
      id: summaryId,
    })
    const strangers = await app.get(`/newapi/incubate/declare/summary?declareId=${id}`, stage.as('lab'))
    expect(strangers.status).toBe(404)
    expect((await app.get('/newapi/incubate/declare/summary')).status).toBe(401)
    for (const by of ['operator', 'auditor', 'host'] as const)
      expect(await listed('incubate/declare/summary/page', by), by).toContain(summaryId)
    expect(await listed('incubate/declare/summary/page', 'neighbour')).toEqual([])
    expect((await app.get('/newapi/incubate/declare/summary/page', stage.as('maker'))).status).toBe(403)
    // Whose demand it was confirms the result; both are done with it then.
    expect((await step('confirm', id, 'maker')).status).toBe(403)
    expect((await step('confirm', id, 'brigade')).data).toMatchObject({ status: 'archived' })
    expect(await stage.read(`incubate/demands/info/${demandId}`)).toMatchObject({ pairing: '3' })
    const { history } = (await get(id, 'maker')) as Item
    expect(history.map(({ title }) => title).reverse()).toEqual([
      '提交',
      '结对',
      '结对完成',
      '审核通过',
      '提交总结',
      '确认成果',
    ])
  })
})
