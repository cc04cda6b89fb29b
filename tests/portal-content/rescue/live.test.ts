// Tests content changes over the websocket: receivers, frequency and message content.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openSocket, type TestSocket } from '../../server/support/open-socket.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { buildStage, type Name, type Stage } from './cast.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await createTestApp()
  stage = await buildStage(app)
}, 120_000)
afterAll(() => app?.close())

async function openFor(name: Name): Promise<TestSocket> {
  const socket = await openSocket(app)
  socket.send({ type: 'session', token: stage.as(name).token })
  await vi.waitFor(() => expect(socket.heard).toContainEqual({ type: 'session', state: 'open' }))
  return socket
}
const told = (socket: TestSocket) => socket.heard.filter(({ type }) => type === 'content')

test('the websocket sends content changes without item ids to accounts that may list the type', async () => {
  const [department, force, reader] = [
    await openFor('department'),
    await openFor('boats'),
    await openFor('reader'),
  ]
  const stranger = await openSocket(app)
  await sleep(400) // what was made before
  for (const socket of [department, force, reader, stranger]) (socket.heard as unknown[]).length = 0
  const id = await stage.create()
  for (const socket of [department, force])
    await vi.waitFor(() => expect(told(socket)).toEqual([{ type: 'content', of: 'rescueMission' }]))
  await stage.department('robbed', { id })
  await stage.force('robbed', { id }, 'boats')
  await vi.waitFor(() => expect(told(force).length).toBeGreaterThan(1))
  await sleep(400)
  expect(told(force).length).toBeLessThanOrEqual(3)
  expect(JSON.stringify([force.heard, department.heard])).not.toContain(id)
  expect([told(reader), told(stranger)]).toEqual([[], []])
  for (const socket of [department, force, reader, stranger]) socket.close()
})

test('the websocket sends no content change of a type that no page follows', async () => {
  const socket = await openFor('department')
  await sleep(400)
  ;(socket.heard as unknown[]).length = 0
  const body = { title: '反馈一个问题', content: '列表里的排序看不清楚，请改进。', type: '1' }
  await app.post('/newapi/api/feedback/add', body, stage.as('department'))
  await sleep(400)
  expect(told(socket)).toEqual([])
  socket.close()
})
