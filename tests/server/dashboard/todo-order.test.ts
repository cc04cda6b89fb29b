// Tests the order of 待我办理 over HTTP: by urgency, then by due time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildStage, FORCE, type Stage } from '../../portal-content/rescue/cast.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

interface Todo {
  readonly id: string
  readonly type: string
  readonly urgency: string
  readonly due: string | null
}

let app: TestApp
let stage: Stage
let now = new Date('2026-01-05T02:00:00Z')

beforeAll(async () => {
  app = await createTestApp({ clock: () => now })
  stage = await buildStage(app)
}, 120_000)
afterAll(() => app?.close())

const RALLY = '2026-01-05T09:30:00.000Z'

test('GET /userPage/todo lists an urgent mission with its due time before a newer question', async () => {
  const force = await stage.force('create', FORCE, 'boats')
  const targetForceId = (force.data as { id: string }).id
  const mission = await stage.create({ dispatchMode: '1', targetForceId, rallyTime: RALLY })
  expect((await stage.department('delivery', { id: mission })).status).toBe(200)

  now = new Date('2026-01-05T02:10:00Z')
  const token = await app.signIn('boats', 'rescueForces')
  const operator = await app.signIn('boss', 'operator')
  const { data } = await app.post<{ id: string }>(
    '/newapi/zhihu/add',
    { title: '橡皮艇怎样修补', sysCategoryId: 'C04' },
    { token },
  )
  await app.get(`/newapi/zhihu/refuse?id=${data.id}&reason=${encodeURIComponent('请写明型号')}`, {
    token: operator,
  })
  const read = async () => (await app.get<{ list: Todo[] }>('/newapi/userPage/todo', { token })).data.list
  expect((await read()).map(({ id, urgency, due }) => ({ id, urgency, due }))).toEqual([
    { id: mission, urgency: '1', due: RALLY },
    { id: data.id, urgency: '3', due: null },
  ])
  const page = await app.get<{ list: Todo[] }>('/newapi/userPage/todo?limit=1&page=2', { token })
  expect(page.data.list.map(({ id }) => id)).toEqual([data.id])

  expect((await stage.force('accept', { id: mission }, 'boats')).status).toBe(200)
  expect((await read()).map(({ id, urgency }) => [id, urgency])).toEqual([
    [mission, '1'],
    [data.id, '3'],
  ])
})
