// Tests notices when a mission is recalled, aborted, taken by another force or deleted.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { type Onlookers, watch } from '../../server/support/whose-turn.ts'
import { buildStage, MISSION, type Name, type Stage } from './cast.ts'

const TOLD: readonly Name[] = ['department', 'province', 'pumps', 'boats', 'far', 'member']
const TITLE = MISSION.title
const ENDED = `任务“${TITLE}”不再需要响应`

let app: TestApp
let stage: Stage
let all: Onlookers<Name>
beforeAll(async () => {
  app = await createTestApp()
  stage = await buildStage(app)
  all = watch({ app, names: TOLD, tokenOf: (name) => stage.as(name).token, desk: ['operator'] })
}, 120_000)
afterAll(() => app?.close())

const ok = async (answer: ReturnType<TestApp['post']>): Promise<void> => {
  const { status, text } = await answer
  expect(status, text).toBe(200)
}
const told = async (id: string) => (await all.seen(id)).told
/** Opened to the region, and everybody has read of it. */
async function open(): Promise<string> {
  const id = await stage.create()
  await ok(stage.department('robbed', { id }))
  await all.seen(id)
  return id
}
async function dispatched(): Promise<string> {
  const id = await stage.create({ dispatchMode: '1', targetForceId: stage.forces.boats })
  await ok(stage.department('delivery', { id }))
  await all.seen(id)
  return id
}

test('recalling a dispatched mission notifies its force, which no longer reads the mission', async () => {
  const id = await dispatched()
  expect(await stage.read(id, 'department')).toMatchObject({ dispatchedAt: expect.any(String) })
  await ok(stage.department('recall', { id }))
  expect(await stage.read(id, 'department'), 'it is dispatched no more').toMatchObject({ dispatchedAt: null })
  expect(await told(id)).toEqual({ boats: [ENDED] })
  expect(await stage.read(id, 'boats')).toBeNull()
  const { data } = await app.get<{ list: { title: string; content: string }[] }>(
    '/newapi/msgNotice/getMsgNoticeInfo?limit=1',
    stage.as('boats'),
  )
  expect(data.list[0]?.content).toContain('“收回”')
})

test('recalling an open mission notifies the forces to which the mission was offered', async () => {
  const id = await open()
  await ok(stage.department('recall', { id }))
  expect(await told(id)).toEqual({ pumps: [ENDED], boats: [ENDED] })
})

test('aborting an open mission notifies the forces to which the mission was offered', async () => {
  const id = await open()
  await ok(stage.department('abort', { id, reason: '积水已退' }))
  expect(await told(id)).toEqual({ pumps: [ENDED], boats: [ENDED] })
})

test('taking an open mission notifies the department and the other forces, but not the taker', async () => {
  const id = await open()
  await ok(stage.force('robbed', { id }, 'pumps'))
  expect(await told(id)).toEqual({
    department: [`任务“${TITLE}”已有队伍承担`],
    boats: [`任务“${TITLE}”已由其他队伍承担`],
  })
})

test('deleting an aborted mission notifies the force that had the mission', async () => {
  const id = await dispatched()
  await ok(stage.force('accept', { id }, 'boats'))
  await ok(stage.department('abort', { id, reason: '积水已退' }))
  expect((await told(id)).boats).toEqual([`任务“${TITLE}”：已中止`])
  await ok(stage.department('delete', { id }))
  expect(await told(id)).toEqual({ boats: [`任务“${TITLE}”已删除`] })
})

test('deleting a mission that was never dispatched or opened notifies no account', async () => {
  const id = await stage.create()
  await all.seen(id)
  await ok(stage.department('delete', { id }))
  expect(await told(id)).toEqual({})
})
