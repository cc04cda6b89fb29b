// Tests date rules of declarations, demands and missions: future dates and the order of dates, in rows too.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { buildStage, type Stage } from '../incubation/cast.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await createTestApp()
  stage = await buildStage(app)
}, 120_000)
afterAll(() => app?.close())

const errorsOf = async (call: string, body: object, by: Parameters<Stage['post']>[2]) =>
  (await stage.post(call, body, by)).errors ?? []

test('a demand application requires an expected date after today', async () => {
  const applied = (expectedDate: string) =>
    errorsOf(
      'incubate/demands/apply',
      { activityId: stage.activityId, fireOrgId: stage.fireOrgId, expectedDate },
      'brigade',
    )
  const wrong = { path: '/expectedDate', message: '期望完成日期应晚于今天' }
  expect(await applied('2020-01-01')).toContainEqual(wrong)
  expect(await applied('2099-06-30')).not.toContainEqual(wrong)
})

test('a schedule row that ends before its start is refused at its path, except in a draft', async () => {
  const demandId = await stage.published()
  const stages = [
    { stage: '样机', start: '2026-01-01', end: '2026-12-31' },
    { stage: '试验', start: '2027-06-01', end: '2027-01-31' },
  ]
  const turned = await stage.answers('maker', demandId, { schedule: stages })
  const refused = await stage.post('incubate/declare', turned, 'maker')
  expect(refused).toMatchObject({
    status: 400,
    errors: [{ path: '/schedule/1/end', message: '结束不能早于开始' }],
  })
  const { data } = await stage.post('incubate/declare/draft', turned, 'maker')
  expect(data).toMatchObject({ status: 'draft' })
  const right = await stage.answers('maker', demandId, {
    schedule: [stages[0], { ...stages[1], end: '2027-06-01' }],
  })
  expect((await stage.post('incubate/declare', right, 'maker')).data).toMatchObject({ status: 'submitted' })
})

test.each([
  [
    'unveilingResearch/save',
    'lab',
    { schedule: [{ stage: '一', start: '2027-02-01', end: '2027-01-01' }] },
    '/schedule/0/end',
    '结束不能早于开始',
  ],
  ['operator/unveilingList/add', 'operator', { deadline: '2020-01-01' }, '/deadline', '揭榜截止不能早于今天'],
  [
    'governmentDepartments/create',
    'neighbour',
    { rallyTime: '2020-01-01T08:00:00+08:00' },
    '/rallyTime',
    '集结时限不能早于现在',
  ],
  [
    'governmentDepartments/create',
    'neighbour',
    { occurTime: '2099-01-02T08:00:00+08:00', rallyTime: '2099-01-01T08:00:00+08:00' },
    '/rallyTime',
    '集结时限应晚于发生时间',
  ],
  [
    'erdha/submit',
    'plant',
    { usePeriodStart: '2020-01-01', usePeriodEnd: '2020-12-31' },
    '/usePeriodEnd',
    '申请使用期限止应晚于今天',
  ],
] as const)('%s by %s refuses %o with a message at the field', async (call, by, body, path, message) => {
  expect(await errorsOf(call, body, by)).toContainEqual({ path, message })
})
