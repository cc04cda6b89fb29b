// Tests that a decision by a transition leaves the same audit record as one by the audit call.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paged } from '#shared/calls/envelope.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { buildStage, type Item, type Stage } from './cast.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await createTestApp()
  stage = await buildStage(app)
}, 120_000)
afterAll(() => app?.close())

const desk = (call: string) => app.get<Item>(`/newapi/operator/${call}`, stage.as('operator'))
const recorded = async (call: string) => (await stage.read<Paged<Item>>(call, 'host')).list
const REASON = '关键指标缺少试验方法'

test('a demand returned and approved by transitions of an operator has both audits in its audit list', async () => {
  const id = await stage.demand()
  const list = `incubate/demands/audit/list?demandId=${id}`
  expect((await desk(`incubateDemand/refuse?id=${id}&reason=${encodeURIComponent(REASON)}`)).status).toBe(200)
  expect(await recorded(list)).toMatchObject([
    { auditResult: '2', opinion: REASON, ownerId: 'operator', title: stage.titleOf(id) },
  ])
  expect((await stage.post('incubate/demands/submit', { id }, 'brigade')).status).toBe(200)
  const body = { action: 'online', items: [{ id }] }
  const { data } = await stage.post('operator/incubateDemand/bulk', body, 'operator')
  expect(data).toMatchObject({ done: 1 })
  const all = await recorded(list)
  expect(all.map(({ auditResult }) => auditResult).sort()).toEqual(['1', '2'])
  // What is handed in as one is recorded once.
  const other = await stage.demand()
  const judged = { demandId: other, auditResult: '2', opinion: REASON }
  expect((await stage.post('incubate/demands/audit', judged, 'host')).status).toBe(200)
  expect(await recorded(`incubate/demands/audit/list?demandId=${other}`)).toHaveLength(1)
})

test('a result returned twice and approved by transitions of an operator has an audit for each decision', async () => {
  const id = await stage.declared('maker', await stage.published())
  const list = `incubate/declare/audit/list?declareId=${id}`
  await stage.post('incubate/declare/pair', { id }, 'brigade')
  const { pairId } = await stage.read<Item>(`incubate/declare?id=${id}`, 'brigade')
  const complete = () =>
    stage.post('incubate/declare/pair/complete', { id, pairId, completeRemark: '样机已交付' }, 'brigade')
  expect((await complete()).status).toBe(200)
  expect(await recorded(list)).toEqual([])
  for (const _ of [1, 2]) {
    const back = await desk(`incubateDeclare/resume?id=${id}&reason=${encodeURIComponent(REASON)}`)
    expect(back.status, back.text).toBe(200)
    const again = await stage.read<Item>(`incubate/declare?id=${id}`, 'maker')
    expect(again, 'it is completed no more').toMatchObject({ completedAt: null })
    expect((await complete()).status).toBe(200)
  }
  expect((await desk(`incubateDeclare/approve?id=${id}`)).status).toBe(200)
  const verdicts = (await recorded(list)).map(({ auditResult }) => auditResult)
  expect([...verdicts].sort()).toEqual(['1', '2', '2'])
})
