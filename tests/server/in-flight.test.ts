// Tests identical calls sent at once by one account without a key: one item, one answer for both; what is
// sent again later, by somebody else, or otherwise, is written as well.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildStage, MISSION, type Stage } from '../portal-content/rescue/cast.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await createTestApp()
  stage = await buildStage(app)
}, 120_000)
afterAll(() => app?.close())

type Made = { readonly id: string }
const send = (more: object, by: 'department' | 'province' = 'department', headers = {}) =>
  app.post<Made>(
    '/newapi/governmentDepartments/create',
    { ...MISSION, ...more },
    { ...stage.as(by), headers },
  )
const idsOf = (
  answers: readonly { readonly status: number; readonly data: Made; readonly text: string }[],
) => {
  for (const { status, text } of answers) expect(status, text).toBe(200)
  return new Set(answers.map(({ data }) => data.id))
}
const stored = async (title: string) => {
  const { length } = await app.services.db
    .selectFrom('item')
    .select('id')
    .where('type', '=', 'rescueMission')
    .where('title', '=', title)
    .execute()
  return length
}

test('identical calls sent at once by one account create one item and return its id to all', async () => {
  const title = '同时保存两次的任务'
  expect(idsOf(await Promise.all([1, 2, 3, 4].map(() => send({ title })))).size).toBe(1)
  expect(await stored(title)).toBe(1)
})

test('an identical call sent after the first one has ended creates a second item', async () => {
  const title = '先后保存两次的任务'
  expect(idsOf([await send({ title }), await send({ title })]).size).toBe(2)
})

test.each([
  ['other words', { title: '同时保存的另一任务', staffNeed: 30 }, 'department', {}],
  ['somebody else', { title: '同时保存的另一任务' }, 'province', {}],
  ['a key of its own', { title: '同时保存的另一任务' }, 'department', { 'idempotency-key': 'another' }],
] as const)(
  'a simultaneous call that differs by %s creates a second item',
  async (_name, more, by, headers) => {
    const both = await Promise.all([send({ title: '同时保存的另一任务' }), send(more, by, headers)])
    expect(idsOf(both).size).toBe(2)
  },
)

test('identical calls with invalid values are all refused, and a corrected call succeeds', async () => {
  const both = await Promise.all([send({ title: '短' }), send({ title: '短' })])
  expect(both.map(({ status }) => status)).toEqual([400, 400])
  expect((await send({ title: '改好之后再保存的任务' })).status).toBe(200)
})
