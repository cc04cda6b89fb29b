// Tests competing declarations while their demand is paired, and all declarations when it is closed.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Paged } from '#shared/calls/envelope.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { type Onlookers, watch } from '../../server/support/whose-turn.ts'
import { buildStage, DECLARATION, type Item, type Name, type Stage } from './cast.ts'

let app: TestApp
let stage: Stage
let all: Onlookers<Name>
beforeAll(async () => {
  app = await createTestApp()
  stage = await buildStage(app)
  all = watch({
    app,
    names: ['host', 'brigade', 'maker', 'lab', 'plant'],
    tokenOf: (name) => stage.as(name).token,
    desk: ['operator', 'auditor'],
  })
}, 120_000)
afterAll(() => app?.close())

let demandId = ''
/** Handed in; handed in and waiting still; sent back. */
let chosen = ''
let rival = ''
let mended = ''
beforeEach(async () => {
  demandId = await stage.published()
  chosen = await stage.declared('maker', demandId)
  rival = await stage.declared('lab', demandId)
  mended = await stage.declared('plant', demandId)
  await taken('refuse', mended, 'host', { reason: '请补充试验方法' })
  await all.seen('')
})

const step = (verb: string, id: string, by: Name, more: object = {}) =>
  stage.post(`incubate/declare/${verb}`, { id, ...more }, by)
const taken = async (verb: string, id: string, by: Name, more: object = {}) => {
  const { status, text } = await step(verb, id, by, more)
  expect(status, text).toBe(200)
}
const read = (id: string, by: Name) => stage.read<Item>(`incubate/declare?id=${id}`, by)
const stateOf = async (id: string) => (await read(id, 'operator')).status
const actionsOf = async (id: string, by: Name) => (await read(id, by)).actions.map(({ action }) => action)

/** Handed in as it stands. */
const again = async (id: string, by: Name) => {
  const { status, revision } = await read(id, by)
  return status === 'draft'
    ? stage.post('incubate/declare', await stage.answers(by, demandId, { id }), by)
    : stage.post('incubate/declare/update', await stage.answers(by, demandId, { id, revision }), by)
}

describe('competing declarations of a paired demand', () => {
  beforeEach(() => taken('pair', chosen, 'host'))

  test('go to standby, cannot be paired, and their owners get a notice', async () => {
    expect(await all.seen(rival)).toEqual({
      desk: null,
      todo: {},
      told: {
        maker: [`您的孵化申报“${DECLARATION.title}”：结对研制中`],
        brigade: [`孵化申报“${DECLARATION.title}”：结对研制中`],
        lab: [`需求已与其他申报结对：${DECLARATION.title}`],
        plant: [`需求已与其他申报结对：${DECLARATION.title}`],
      },
    })
    expect([await stateOf(rival), await stateOf(mended)]).toEqual(['standby', 'standby'])
    for (const by of ['brigade', 'host', 'operator'] as const)
      expect(await actionsOf(rival, by), by).not.toContain('pair')
    const second = await step('pair', rival, 'host')
    expect([second.status, second.msg]).toEqual([409, '该孵化申报目前为“他方已结对”状态，不能办理“结对”'])
    // Still nobody else's business, and no secret let out.
    expect(await read(rival, 'maker')).toBeNull()
    expect(await read(rival, 'brigade')).not.toHaveProperty('leaderMobile')
  })

  test('return to their previous state with a notice when the pair is dissolved', async () => {
    await all.seen('')
    await taken('pair/dissolve', chosen, 'host', { reason: '样机未达指标' })
    const waits = '待您决定：退回补正或结对或不予通过'
    expect(await all.seen(rival)).toMatchObject({
      desk: 'submitted',
      todo: { host: waits, brigade: waits },
      told: { lab: [`恢复办理：${DECLARATION.title}`], plant: [`恢复办理：${DECLARATION.title}`] },
    })
    expect(await stateOf(rival)).toBe('submitted')
    expect(await read(mended, 'plant')).toMatchObject({ status: 'returned', statusReason: '请补充试验方法' })
    await taken('pair', rival, 'host')
    expect(await stateOf(chosen)).toBe('standby')
  })

  test('can be withdrawn after a warning and submitted again once the demand is free', async () => {
    const { actions } = await read(rival, 'lab')
    expect(actions.find(({ action }) => action === 'withdraw')).toMatchObject({
      title: '退出等候',
      note: expect.stringContaining('重新提交'),
    })
    await taken('withdraw', rival, 'lab')
    expect((await again(rival, 'lab')).msg).toContain('征集已停止')
    expect((await read(rival, 'lab')).status).toBe('draft')
    await taken('pair/dissolve', chosen, 'host', { reason: '样机未达指标' })
    expect((await read(rival, 'lab')).status).toBe('draft')
    expect((await again(rival, 'lab')).status).toBe(200)
    expect(await stateOf(rival)).toBe('submitted')
  })

  test('return as submitted if they were corrected before the pairing', async () => {
    await taken('pair/dissolve', chosen, 'host', { reason: '样机未达指标' })
    expect((await again(mended, 'plant')).status).toBe(200)
    await taken('pair', chosen, 'host')
    expect(await stateOf(mended)).toBe('standby')
    await taken('pair/dissolve', chosen, 'host', { reason: '样机仍未达指标' })
    expect(await stateOf(mended)).toBe('submitted')
  })

  test('the paired declaration ends as unmatched if its pair is dissolved after the demand was closed', async () => {
    await stage.post('incubate/demands/close', { id: demandId }, 'brigade')
    await all.seen('')
    await taken('pair/dissolve', chosen, 'host', { reason: '样机未达指标' })
    expect(await all.seen(chosen)).toMatchObject({ desk: null, todo: {} })
    expect(await read(chosen, 'maker')).toMatchObject({ status: 'unmatched', actions: [] })
  })

  test('end as unmatched with a notice when the result of the pair is confirmed', async () => {
    const { pairId } = await read(chosen, 'maker')
    await taken('pair/complete', chosen, 'brigade', { pairId, completeRemark: '样机与试验报告已交付' })
    await stage.post('incubate/declare/audit', { declareId: chosen, auditResult: '1' }, 'host')
    const summary = {
      declareId: chosen,
      title: '排水机器人孵化总结',
      resultForm: ['1', '5'],
      conclusion: '1',
      indicatorResult: [{ name: '额定流量', unit: 'm³/h', target: '1000', actual: '1210', pass: true }],
      testSituation: '在示例训练基地完成三轮抽排试验，流量与高度均达到要求，连续运行八小时无故障。',
      files: [await stage.file('incubateSummary', 'maker')],
    }
    await stage.post('incubate/declare/summary', summary, 'maker')
    await all.seen('')
    await taken('confirm', chosen, 'brigade')
    expect(await all.seen(rival)).toMatchObject({
      desk: null,
      todo: {},
      told: {
        lab: [`未结对，已办结：${DECLARATION.title}`],
        plant: [`未结对，已办结：${DECLARATION.title}`],
      },
    })
    expect([await stateOf(chosen), await stateOf(rival), await stateOf(mended)]).toEqual([
      'archived',
      'unmatched',
      'unmatched',
    ])
    expect(await actionsOf(mended, 'plant')).toEqual([])
  })

  test('return to their previous state when the result of the pair is dismissed', async () => {
    const { pairId } = await read(chosen, 'maker')
    await taken('pair/complete', chosen, 'brigade', { pairId, completeRemark: '样机与试验报告已交付' })
    const verdict = { declareId: chosen, auditResult: '3', opinion: '指标未达到' }
    expect((await stage.post('incubate/declare/audit', verdict, 'host')).status).toBe(200)
    expect([await stateOf(chosen), await stateOf(rival), await stateOf(mended)]).toEqual([
      'dismissed',
      'submitted',
      'returned',
    ])
  })
})

describe('closing of a demand', () => {
  test('ends its declarations as unmatched with a notice, and their owners still read its title', async () => {
    const before = await all.seen(rival)
    const title = stage.titleOf(demandId)
    expect(before.desk).toBe('submitted')
    await stage.post('incubate/demands/close', { id: demandId }, 'brigade')
    const name = `未结对，已办结：${DECLARATION.title}`
    expect(await all.seen(rival)).toEqual({
      desk: null,
      todo: {},
      told: {
        maker: [name],
        lab: [name],
        plant: [name],
        host: [`孵化需求“${stage.titleOf(demandId)}”：已关闭`],
      },
    })
    for (const [id, by] of [
      [chosen, 'maker'],
      [rival, 'lab'],
      [mended, 'plant'],
    ] as const) {
      const row = (await stage.read<Paged<Item>>('incubate/declare/page?limit=50', by)).list.find(
        (one) => one.id === id,
      )
      expect(row, by).toMatchObject({ status: 'unmatched', demandIdTitle: title })
      expect(await read(id, by), by).toMatchObject({ status: 'unmatched', demandIdTitle: title })
    }
  })

  test('a closed demand refuses a declaration that was returned, corrected and withdrawn before', async () => {
    expect((await again(mended, 'plant')).status).toBe(200)
    await taken('withdraw', mended, 'plant')
    await stage.post('incubate/demands/close', { id: demandId }, 'brigade')
    const late = await again(mended, 'plant')
    expect([late.status, late.msg]).toEqual([409, expect.stringContaining('不再接收新的孵化申报')])
    expect((await read(mended, 'plant')).status).toBe('draft')
  })

  test('leaves the paired declaration unchanged and ends the others as unmatched', async () => {
    await taken('pair', chosen, 'brigade')
    await stage.post('incubate/demands/close', { id: demandId }, 'brigade')
    expect([await stateOf(chosen), await stateOf(rival), await stateOf(mended)]).toEqual([
      'paired',
      'unmatched',
      'unmatched',
    ])
  })
})
