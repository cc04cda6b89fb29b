// Tests duplicates: demands with the same title, repeated reports; and ranges of list filters.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMAND } from '../../support/demand.ts'
import { signInAll } from '../../support/sign-in-all.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const PEOPLE = { buyer: 'unit', other: 'unit', maker: 'supplier', editor: 'operator' } as const
type Name = keyof typeof PEOPLE

let app: TestApp
let tokens: Record<Name, string>
beforeAll(async () => {
  let now = Date.parse('2026-11-24T02:00:00Z')
  app = await createTestApp({
    clock: () => {
      now += 10
      return new Date(now)
    },
  })
  tokens = await signInAll(app, PEOPLE)
}, 60_000)
afterAll(() => app?.close())

const post = (by: Name, path: string, body: object) =>
  app.post<{ id: string }>(`/newapi/${path}`, body, { token: tokens[by] })
const get = (by: Name, path: string) => app.get<{ id: string }>(`/newapi/${path}`, { token: tokens[by] })

test('POST /demand/add refuses a second demand of one owner with the same title, in parallel too', async () => {
  const answers = await Promise.all(
    ['1', '2', '3'].map((urgency) => post('buyer', 'demand/add', { ...DEMAND, urgency })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const again = await post('buyer', 'demand/add', { ...DEMAND, title: ` ${DEMAND.title} `, urgency: '2' })
  expect(again.status).toBe(409)
  expect(again.msg).toMatch(/^您已提交过.*相同的装备需求（待审核），请修改原内容，或更换/)
  expect(again.errors?.map(({ path }) => path)).toEqual(['/title'])
  expect((await post('buyer', 'demand/add', { ...DEMAND, title: '采购冲锋舟两艘' })).status).toBe(200)
  expect((await post('other', 'demand/add', DEMAND)).status).toBe(200)
})

test('POST /demand/add accepts the same title again once the first demand is deleted', async () => {
  const body = { ...DEMAND, title: '采购应急照明灯塔' }
  const { data } = await post('buyer', 'demand/add', body)
  expect((await post('buyer', 'demand/add', body)).status).toBe(409)
  expect((await get('buyer', `demand/withdraw?id=${data.id}`)).status).toBe(200)
  expect((await get('buyer', `demand/delete?id=${data.id}`)).status).toBe(200)
  expect((await post('buyer', 'demand/add', body)).status).toBe(200)
})

test('POST /api/avicreport/report refuses a second report by one user until the first is handled', async () => {
  const { data } = await post('other', 'demand/add', { ...DEMAND, title: '采购移动排涝泵站' })
  expect((await get('editor', `demand/online?id=${data.id}&revision=1`)).status).toBe(200)
  const body = {
    dataType: 'demand',
    dataId: data.id,
    reason: '1',
    content: '联系电话打不通，单位也查不到，疑似虚假需求。',
  }
  const first = await post('maker', 'api/avicreport/report', body)
  expect(first.status, first.text).toBe(200)
  const again = await post('maker', 'api/avicreport/report', { ...body, reason: '2' })
  expect([again.status, again.msg]).toEqual([
    409,
    '您已为该被举报内容提交过举报（待处理），办结后才能再次提交',
  ])
  expect((await post('buyer', 'api/avicreport/report', body)).status).toBe(200)
  const reason = encodeURIComponent('经核实电话有误，已请发布者更正')
  const handled = await get('editor', `operator/report/handle?id=${first.data.id}&reason=${reason}`)
  expect(handled.status, handled.text).toBe(200)
  expect((await post('maker', 'api/avicreport/report', body)).status).toBe(200)
})

test('GET /demand/showlist refuses a reversed range, a wrong number and a wrong date at its parameter', async () => {
  for (const [query, path, message] of [
    ['budgetFrom=9&budgetTo=3', 'budgetFrom', '预算金额的下限 9 大于上限 3，请对调或改小下限'],
    [
      'deadlineFrom=2027-02-01&deadlineTo=2027-01-31',
      'deadlineFrom',
      '征集截止日期的起始日期 2027-02-01 晚于结束日期 2027-01-31，请对调或改早起始日期',
    ],
    ['budgetFrom=abc', 'budgetFrom', '预算金额（下限）应为数字'],
    ['deadlineTo=2027-02-30', 'deadlineTo', '征集截止日期（止）应为有效的日期，例如 2026-01-05'],
  ] as const) {
    const { status, errors, text } = await get('buyer', `demand/showlist?${query}`)
    expect(status, query).toBe(400)
    expect(
      errors?.map((error) => error.path),
      text,
    ).toEqual([`/${path}`])
    expect(errors?.[0]?.message).toBe(message)
  }
  for (const query of ['budgetFrom=3&budgetTo=3', 'deadlineFrom=2027-02-01&deadlineTo=2027-02-01'])
    expect((await get('buyer', `demand/showlist?${query}`)).status, query).toBe(200)
})
