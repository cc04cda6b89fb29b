// Tests the order of 待我办理 over HTTP: by urgency, then by due time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { portalFiles } from '../../support/portal-files.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

interface Todo {
  readonly id: string
  readonly type: string
  readonly urgency: string
  readonly due: string | null
}

const CALLOUT = {
  $schema: '../config/content-type.schema.json',
  version: 1,
  title: '出动',
  lifecycle: 'callout',
  fields: {
    type: 'object',
    required: ['title', 'rallyTime'],
    properties: {
      title: { type: 'string', title: '出动事由', minLength: 2, maxLength: 40 },
      rallyTime: { type: 'string', title: '集结时间', format: 'date-time' },
    },
  },
  endpoints: {
    info: { at: 'GET /callout/info/{id}', access: 'registered' },
    add: 'POST /callout/add',
    accept: 'GET /callout/accept',
    handle: 'GET /callout/handle',
  },
}

const LIFECYCLE = {
  $schema: '../config/lifecycle.schema.json',
  title: '出动',
  initial: 'assigned',
  states: {
    assigned: { title: '待响应', readers: ['owner', 'operator'], urgent: true },
    taken: { title: '已接取', readers: ['owner', 'operator'], urgent: true },
    handled: { title: '已办结', final: true, readers: ['owner', 'operator'] },
    cancelled: { title: '已撤销', final: true, readers: ['owner', 'operator'] },
  },
  transitions: [
    { action: 'accept', title: '接取', from: ['assigned'], to: 'taken', by: ['owner'] },
    { action: 'handle', title: '办结', from: ['taken'], to: 'handled', by: ['owner'] },
    {
      action: 'lapse',
      title: '逾期无人承担',
      from: ['assigned'],
      to: 'cancelled',
      by: [],
      due: { field: 'rallyTime' },
    },
  ],
}

let app: TestApp
let now = new Date('2026-01-05T02:00:00Z')

beforeAll(async () => {
  const files = portalFiles()
    .set('schemas/content/callout.json', JSON.stringify(CALLOUT))
    .set('schemas/lifecycles/callout.json', JSON.stringify(LIFECYCLE))
  const result = checkConfiguration(files)
  if (!result.ok) throw new Error(JSON.stringify(result.problems.slice(0, 3)))
  app = await createTestApp({ model: result.model, clock: () => now })
}, 120_000)
afterAll(() => app?.close())

const RALLY = '2026-01-05T09:30:00.000Z'

test('GET /userPage/todo lists an urgent call-out with its due time before a newer question', async () => {
  const token = await app.signIn('boats', 'rescueForces')
  const { data: callout, text } = await app.post<{ id: string }>(
    '/newapi/callout/add',
    { title: '城区内涝排水', rallyTime: RALLY },
    { token },
  )
  expect(callout?.id, text).toBeTruthy()

  now = new Date('2026-01-05T02:10:00Z')
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
    { id: callout.id, urgency: '1', due: RALLY },
    { id: data.id, urgency: '3', due: null },
  ])
  const page = await app.get<{ list: Todo[] }>('/newapi/userPage/todo?limit=1&page=2', { token })
  expect(page.data.list.map(({ id }) => id)).toEqual([data.id])

  const accepted = await app.get(`/newapi/callout/accept?id=${callout.id}`, { token })
  expect(accepted.status, accepted.text).toBe(200)
  expect((await read()).map(({ id, urgency, due }) => [id, urgency, due])).toEqual([
    [callout.id, '1', null],
    [data.id, '3', null],
  ])
})
