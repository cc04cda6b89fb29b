// Tests closed demands: what declaring units can still read, and that each notice is sent once.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Paged } from '#shared/calls/envelope.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { buildStage, type Item, type Name, type Stage } from './cast.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await createTestApp()
  stage = await buildStage(app)
}, 120_000)
afterAll(() => app?.close())

let demandId = ''
let chosen = ''
let rival = ''
beforeEach(async () => {
  demandId = await stage.published()
  chosen = await stage.declared('maker', demandId)
  rival = await stage.declared('lab', demandId)
  await ok('incubate/declare/pair', { id: chosen }, 'host')
})

const ok = async (call: string, body: object, by: Name) => {
  const { status, text, data } = await stage.post(call, body, by)
  expect(status, text).toBe(200)
  return data as Item
}
const close = () => ok('incubate/demands/close', { id: demandId }, 'brigade')
const dissolve = () => ok('incubate/declare/pair/dissolve', { id: chosen, reason: '样机未达指标' }, 'host')
const demand = (by: Name) => stage.read<Item | null>(`incubate/demands/info/${demandId}`, by)
const notices = async (by: Name) =>
  (
    await stage.read<Paged<{ title: string; content: string }>>('msgNotice/getMsgNoticeInfo?limit=50', by)
  ).list.map(({ title, content }) => `${title}｜${content}`)

const finish = async () => {
  const { pairId } = await stage.read<Item>(`incubate/declare?id=${chosen}`, 'maker')
  await ok('incubate/declare/pair/complete', { id: chosen, pairId, completeRemark: '样机已交付' }, 'brigade')
  await ok('incubate/declare/audit', { declareId: chosen, auditResult: '1' }, 'host')
  const summary = {
    declareId: chosen,
    title: '排水机器人孵化总结',
    resultForm: ['1', '5'],
    conclusion: '1',
    indicatorResult: [{ name: '额定流量', unit: 'm³/h', target: '1000', actual: '1210', pass: true }],
    testSituation: '在示例训练基地完成三轮抽排试验，流量与高度均达到要求，连续运行八小时无故障。',
    files: [await stage.file('incubateSummary', 'maker')],
  }
  await ok('incubate/declare/summary', summary, 'maker')
  await ok('incubate/declare/confirm', { id: chosen }, 'brigade')
}

const readsOn = async (id: string, by: Name) => {
  const title = stage.titleOf(demandId)
  expect(await demand(by), by).toMatchObject({ status: 'shut', title })
  const { list } = await stage.read<Paged<Item>>('incubate/declare/page?limit=50', by)
  for (const one of [
    await stage.read<Item>(`incubate/declare?id=${id}`, by),
    list.find((row) => row.id === id),
  ])
    expect(one, by).toMatchObject({ demandIdTitle: title })
}

test('declaring units can read a closed demand while its pair works on to the end', async () => {
  await close()
  await readsOn(rival, 'lab')
  await finish()
  await readsOn(rival, 'lab')
  await readsOn(chosen, 'maker')
})

test('declaring units can read a closed demand after its pair is dissolved, the formerly paired one too', async () => {
  await close()
  await dissolve()
  await readsOn(rival, 'lab')
  await readsOn(chosen, 'maker')
})

test('a demand closed without a pair shows pairing 4; with a pair it shows 2 until the pair is dissolved', async () => {
  const open = await stage.published()
  await ok('incubate/demands/close', { id: open }, 'brigade')
  const paired = () => demand('brigade').then((item) => (item as { pairing?: string } | null)?.pairing)
  expect(await stage.read(`incubate/demands/info/${open}`, 'brigade')).toMatchObject({ pairing: '4' })
  await close()
  expect(await paired()).toBe('2')
  await dissolve()
  expect(await paired()).toBe('4')
})

test('a closed demand shows pairing 4 after a dismissed result and 3 after a confirmed one', async () => {
  await close()
  const { pairId } = await stage.read<Item>(`incubate/declare?id=${chosen}`, 'maker')
  await ok('incubate/declare/pair/complete', { id: chosen, pairId, completeRemark: '样机已交付' }, 'brigade')
  await ok(
    'incubate/declare/audit',
    { declareId: chosen, auditResult: '3', opinion: '样机未达指标，不予通过' },
    'host',
  )
  expect(await demand('brigade')).toMatchObject({ status: 'shut', pairing: '4' })
  demandId = await stage.published()
  chosen = await stage.declared('maker', demandId)
  await ok('incubate/declare/pair', { id: chosen }, 'host')
  await close()
  await finish()
  expect(await demand('brigade')).toMatchObject({ status: 'shut', pairing: '3' })
})

test('declaring units cannot read a closed demand whose latest edit is not approved', async () => {
  await close()
  const db = app.services.db
  await db.updateTable('item').set({ revision: 99 }).where('id', '=', demandId).execute()
  await dissolve()
  expect(await demand('lab')).toBeNull()
})

test('the owner of a declaration that is unpaired from a closed demand gets a notice that it is concluded', async () => {
  await close()
  await dissolve()
  const [first] = await notices('maker')
  expect(first).toContain('样机未达指标')
  expect(first).toContain('办结')
})

test('the owner of a draft gets one notice that the demand takes no more declarations', async () => {
  const title = '等候结果的草稿'
  const drafting = await stage.published()
  const declared = await stage.declared('maker', drafting)
  const draft = await ok('incubate/declare/draft', { demandId: drafting, title }, 'plant')
  ;[demandId, chosen] = [drafting, declared]
  await ok('incubate/declare/pair', { id: declared }, 'host')
  await finish()
  await close()
  const told = (await notices('plant')).filter((one) => one.startsWith(`需求停止征集，草稿保留：${title}`))
  expect(told).toHaveLength(1)
  const { history } = await stage.read<Item>(`incubate/declare?id=${draft.id}`, 'plant')
  expect(history.map((step) => step.title)).toEqual([
    '需求停止征集，草稿保留',
    '需求已与其他申报结对，草稿保留',
  ])
})

test('the history of a demand shows its pairing changes with 系统 as the actor', async () => {
  interface Line {
    readonly change: string | null
    readonly by: string | null
  }
  const lines = async () => {
    const { history } = (await demand('operator')) as unknown as { readonly history: readonly Line[] }
    return history.filter(({ change }) => change?.includes('结对情况')).map(({ change, by }) => [change, by])
  }
  expect(await lines()).toEqual([['结对情况变为“已结对”', '系统']])
  await ok('incubate/declare/pair/dissolve', { id: chosen, reason: '样机未达指标' }, 'brigade')
  const [last] = await lines()
  expect(last).toEqual([expect.stringMatching(/^结对情况变为“/), '系统'])
})
