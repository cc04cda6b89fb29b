// Tests first-come assignment of a mission to an account with several rescue forces.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { buildStage, FORCE, type Mission, type Stage } from './cast.ts'

let app: TestApp
let stage: Stage
let second: string
beforeAll(async () => {
  app = await createTestApp()
  stage = await buildStage(app)
  const made = await stage.force('create', { ...FORCE, forceName: '示例排水二队' }, 'pumps')
  second = (made.data as { id: string }).id
}, 120_000)
afterAll(() => app?.close())

async function offered(): Promise<string> {
  const id = await stage.create()
  expect((await stage.department('robbed', { id })).status).toBe(200)
  return id
}
const claimOf = ({ actions }: Mission) =>
  (actions.find(({ action }) => action === 'take') as { readonly claim?: unknown } | undefined)?.claim

test('taking a mission requires an account with several forces to select one of those forces', async () => {
  const id = await offered()
  expect(claimOf(await stage.read(id, 'pumps'))).toEqual({
    field: 'forceId',
    title: '承担队伍',
    among: [
      { id: stage.forces.pumps, title: '示例排水抢险应急队' },
      { id: second, title: '示例排水二队' },
    ],
  })
  const asked = await stage.force('robbed', { id }, 'pumps')
  const message = '请选择承担队伍：“示例排水抢险应急队”、“示例排水二队”，再“接取任务”'
  expect([asked.status, asked.msg, asked.errors]).toEqual([400, message, [{ path: '/forceId', message }]])
  const other = await stage.force('robbed', { id, forceId: stage.forces.boats }, 'pumps')
  expect([other.status, other.errors?.[0]?.path]).toEqual([400, '/forceId'])
  const taken = await stage.force('robbed', { id, forceId: second }, 'pumps')
  expect(taken.status, taken.text).toBe(200)
  expect(await stage.read(id, 'pumps')).toMatchObject({ forceId: second, forceIdTitle: '示例排水二队' })
})

test('taking a mission refuses an unavailable force and selects the only available force by default', async () => {
  await stage.force('ready', { id: stage.forces.pumps, readyState: '4' }, 'pumps')
  const barred = '“示例排水抢险应急队”目前不可用，请先由队伍更新备勤状态，或另选队伍'
  const id = await offered()
  expect(claimOf(await stage.read(id, 'pumps'))).toMatchObject({ among: [{ barred }, { id: second }] })
  const refused = await stage.force('robbed', { id, forceId: stage.forces.pumps }, 'pumps')
  expect([refused.status, refused.msg]).toEqual([409, barred])
  expect((await stage.force('robbed', { id }, 'pumps')).status).toBe(200)
  expect(await stage.read(id, 'pumps')).toMatchObject({ forceId: second })
})

test('taking a mission requires no selection from an account with a single force', async () => {
  const id = await offered()
  expect(claimOf(await stage.read(id, 'boats'))).toBeUndefined()
  expect((await stage.force('robbed', { id }, 'boats')).status).toBe(200)
})
