// Tests a pair with an approved result: not the unit alone, but the other side, the host and operators may
// dissolve it, hear that the unit's account is closed, and the demand is free again.
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
const ok = async (call: string, body: object, by: Name) => {
  const { status, text } = await stage.post(call, body, by)
  expect(status, text).toBe(200)
}
const declaration = (id: string, by: Name) => stage.read<Item>(`incubate/declare?id=${id}`, by)
const prove = async () => {
  const { pairId } = await declaration(chosen, 'maker')
  await ok('incubate/declare/pair/complete', { id: chosen, pairId, completeRemark: '样机已交付' }, 'brigade')
  await ok('incubate/declare/audit', { declareId: chosen, auditResult: '1' }, 'host')
}
beforeEach(async () => {
  demandId = await stage.published()
  chosen = await stage.declared('maker', demandId)
  rival = await stage.declared('lab', demandId)
  await ok('incubate/declare/pair', { id: chosen }, 'host')
  await prove()
})

const titles = async (by: Name) =>
  (
    await stage.read<Paged<{ title: string; dataId: string }>>('msgNotice/getMsgNoticeInfo?limit=50', by)
  ).list.flatMap(({ title, dataId }) => (dataId === chosen ? [title] : []))

test.each(['brigade', 'host', 'operator'] as const)(
  '%s can dissolve a pair with an approved result, with a reason, and the demand is free again',
  async (by) => {
    const { actions } = await declaration(chosen, by)
    expect(actions.map(({ action }) => action)).toContain('unpair')
    expect((await stage.post('incubate/declare/pair/dissolve', { id: chosen }, by)).status).toBe(400)
    await ok('incubate/declare/pair/dissolve', { id: chosen, reason: '逾期未提交总结' }, by)
    expect(await declaration(chosen, 'maker')).toMatchObject({
      ...{ status: 'submitted', pairId: null, pairedAt: null, completedAt: null },
    })
    expect((await titles('maker'))[0]).toContain('结对已解除')
    // The demand is free again: another is paired and brought as far.
    expect(await stage.read(`incubate/demands/info/${demandId}`, 'brigade')).toMatchObject({ pairing: '1' })
    await ok('incubate/declare/pair', { id: rival }, 'brigade')
    // And so is the first one, once that has ended.
    await ok('incubate/declare/pair/dissolve', { id: rival, reason: '改由原单位承担' }, by)
    await ok('incubate/declare/pair', { id: chosen }, by)
    await prove()
    expect(await declaration(chosen, 'maker')).toMatchObject({ status: 'proven' })
  },
)

test('accounts that may dissolve an approved pair get a notice when the account of the unit is blocked', async () => {
  await ok('operator/user/block', { id: 'maker', reason: '示例核查' }, 'operator')
  for (const name of ['brigade', 'host', 'operator'] as const)
    expect((await titles(name))[0], name).toContain('一方暂不能办理')
  await ok('incubate/declare/pair/dissolve', { id: chosen, reason: '申报单位账号已停用' }, 'brigade')
  await ok('incubate/declare/pair', { id: rival }, 'brigade')
})
