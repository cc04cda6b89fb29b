// Tests notices to activity hosts and demand owners about demands and the work on them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { type Onlookers, watch } from '../../server/support/whose-turn.ts'
import { buildStage, DECLARATION, DEMAND, type Name, type Stage } from './cast.ts'

let app: TestApp
let stage: Stage
let all: Onlookers<Name>
beforeAll(async () => {
  app = await createTestApp()
  stage = await buildStage(app)
  all = watch({
    app,
    names: ['host', 'neighbour', 'brigade', 'maker'],
    tokenOf: (name) => stage.as(name).token,
    desk: ['operator', 'auditor'],
  })
}, 120_000)
afterAll(() => app?.close())

const told = async (id: string) => (await all.seen(id)).told
const ok = async (call: string, body: object, by: Name) => {
  const { status, text } = await stage.post(call, body, by)
  expect(status, text).toBe(200)
}

test('the activity host gets notices of new demands and decisions of others, not of own decisions', async () => {
  const id = await stage.demand()
  expect(await told(id)).toEqual({ host: [`待审核孵化需求“${DEMAND.title}”`] })
  await ok('incubate/demands/audit', { demandId: id, auditResult: '1' }, 'operator')
  expect(await told(id)).toMatchObject({ host: [`孵化需求“${DEMAND.title}”：已上线`] })
  await ok('incubate/demands/close', { id }, 'brigade')
  expect(await told(id)).toEqual({ host: [`孵化需求“${DEMAND.title}”：已关闭`] })
  // What he does himself he knows.
  const own = await stage.published()
  expect((await told(own)).host).toEqual([`待审核孵化需求“${stage.titleOf(own)}”`])
})

test('the activity host gets a notice when a demand is withdrawn and when it is submitted again', async () => {
  const id = await stage.demand()
  await told(id)
  await ok('incubate/demands/withdraw', { id }, 'brigade')
  expect(await told(id)).toEqual({ host: [`孵化需求“${stage.titleOf(id)}”：已撤回`] })
  await ok('incubate/demands/submit', { id }, 'brigade')
  expect(await told(id)).toEqual({ host: [`待审核孵化需求“${stage.titleOf(id)}”`] })
})

test('host and demand owner get a notice of new material of a pair', async () => {
  const demandId = await stage.published()
  const declareId = await stage.declared('maker', demandId)
  await ok('incubate/declare/pair', { id: declareId }, 'host')
  await told(declareId)
  const title = '第一轮试验记录'
  const files = [await stage.file('incubateMaterial', 'maker')]
  await ok('incubate/declare/upload', { declareId, title, files }, 'maker')
  const heard = [`收到孵化材料“${title}”`]
  expect(await told(declareId)).toEqual({ host: heard, brigade: heard })
})

test('host and demand owner get a notice when a declaration is withdrawn', async () => {
  const declareId = await stage.declared('maker', await stage.published())
  await told(declareId)
  await ok('incubate/declare/withdraw', { id: declareId }, 'maker')
  const heard = [`孵化申报“${DECLARATION.title}”已被撤回`]
  expect(await told(declareId)).toEqual({ host: heard, brigade: heard })
})
