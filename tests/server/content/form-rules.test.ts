// Owns the cases of a content type's form at the public door: defaults, tidying, order of dates, what is stored.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FormStore } from '../../../src/portal/forms/form-store.ts'
import type { FormModel } from '../../../src/shared/content-model.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

const NOW = '2026-03-04T05:06:07Z'
const DEMAND = {
  title: '采购３台排水抢险车  ',
  demandType: '1',
  urgency: '1',
  sysCategoryId: '',
  application: '1',
  technicalRequirement: '额定流量不低于 ３０００ 立方米每小时，可在积水一米处作业。\n验收按标准。  \n',
  deadline: '2026-04-01',
  contactName: ' 张三丰 ',
  contactMobile: '１３８ ００１３ ８０００',
}
const SHOW = { name: '示例博览会', startDate: '2026-05-03', endDate: '2026-05-01' }

let app: TestApp
let now = NOW
let owner: string
let operator: string
let demand: Record<string, unknown>

const form = (id: string) => app.services.model().forms.find((entry) => entry.id === id) as FormModel
const bodyOf = async (id: string) =>
  (await app.services.db.selectFrom('item').select('body').where('id', '=', id).executeTakeFirstOrThrow())
    .body

beforeAll(async () => {
  app = await createTestApp({ clock: () => new Date(now) })
  owner = await app.signIn('owner', 'unit')
  operator = await app.signIn('boss', 'operator')
  const categories = form('demand').fields.find(({ name }) => name === 'sysCategoryId')?.schema
    .enum as string[]
  demand = { ...DEMAND, sysCategoryId: categories[0] }
})
afterAll(() => app.close())

const add = (body: object) => app.post<{ id: string }>('/newapi/demand/add', body, { token: owner })

describe('a demand', () => {
  test('is tidied and given its defaults, the same as the browser sends it', async () => {
    const { status, data } = await add(demand)
    expect(status).toBe(200)
    const stored = await bodyOf(data.id)
    expect(stored).toMatchObject({
      title: '采购3台排水抢险车',
      technicalRequirement: '额定流量不低于 ３０００ 立方米每小时，可在积水一米处作业。\n验收按标准。',
      contactName: '张三丰',
      contactMobile: '13800138000',
      progress: '1',
    })
    const { receiptNo: _, ...rest } = stored as Record<string, unknown>
    const store = new FormStore(form('demand'), demand, { signedIn: true, id: 'owner', role: 'unit' })
    const { receiptNo: __, ...again } = (await bodyOf((await add(store.body())).data.id)) as Record<
      string,
      unknown
    >
    expect(again).toEqual(rest)
  })

  test.each([
    ['a deadline in the past', { deadline: '2020-01-01' }, '/deadline', '征集截止日期不能早于今天'],
    ['a region that does not exist', { region: '999999' }, '/region', '请从列表中选择使用地区'],
    ['a value that is in no dictionary', { urgency: '77' }, '/urgency', '请从列表中选择紧急程度'],
  ])('is refused for %s', async (_, more, path, message) => {
    const { status, errors } = await add({ ...demand, ...more })
    expect([status, errors]).toEqual([400, [{ path, message }]])
  })

  test('today is early enough, by the calendar of China', async () => {
    now = '2026-03-04T17:00:00Z' // already the fifth in China
    expect((await add({ ...demand, deadline: '2026-03-05' })).status).toBe(200)
    expect((await add({ ...demand, deadline: '2026-03-04' })).status).toBe(400)
    now = NOW
  })

  test('a deadline that has passed since does not stop another correction, nor become another past one', async () => {
    const { id } = (await add({ ...demand, deadline: '2026-03-05' })).data
    now = '2026-06-01T00:00:00Z'
    const update = (revision: number, deadline: string) =>
      app.post('/newapi/demand/update', { ...demand, id, revision, deadline, budget: 5 }, { token: owner })
    expect((await update(1, '2026-03-05')).status).toBe(200)
    expect((await update(2, '2026-03-06')).errors).toEqual([
      { path: '/deadline', message: '征集截止日期不能早于今天' },
    ])
    now = NOW
  })
})

test('a range of regions and dates is refused in a filter as well', async () => {
  expect((await app.get('/newapi/demand/list?region=999999')).status).toBe(400)
  expect((await app.get('/newapi/demand/list?region=35')).status).toBe(200)
})

test('dates out of order name both fields, in the browser when one is left and on the server', async () => {
  const own = form('exhibition')
  const filled = { ...SHOW, title: '示例博览会' }
  const store = new FormStore(own, filled)
  store.leave('endDate')
  expect(store.leaf('endDate').error).toBe('结束日期不能早于开始日期')
  store.set('startDate', '2026-04-30')
  store.leave('startDate')
  expect(store.leaf('endDate').error).toBeUndefined()
  const { errors } = await app.post('/newapi/operator/exhibition/add', filled, { token: operator })
  expect(errors).toContainEqual({ path: '/endDate', message: '结束日期不能早于开始日期' })
})

describe('what only later states may set', () => {
  const question = {
    title: '排水泵不能启动怎么办',
    content: '启动时电机有响声但不转动，请问原因。',
    tags: ['排水'],
  }
  const both = [
    [
      'demand',
      () => demand,
      { progress: '4' },
      '/progress',
      '对接进度只能由发布者本人、运营人员在“已上线”、“已下线”时修改',
    ],
    [
      'zhihu',
      () => ({ ...question, sysCategoryId: demand.sysCategoryId }),
      { solved: true },
      '/solved',
      '已解决只能由发布者本人、运营人员在“已上线”时修改',
    ],
  ] as const

  test.each(both)(
    'is refused for a new %s, left out of its form, and taken when it is online',
    async (type, written, more, path, message) => {
      const post = <T>(name: string, body: object, token = owner) =>
        app.post<T>(`/newapi/${type}/${name}`, body, { token })
      const refused = await post('add', { ...written(), ...more })
      expect([refused.status, refused.errors]).toEqual([400, [{ path, message }]])
      const [name] = Object.keys(more) as [string]
      expect(
        new FormStore(form(type), {}, { signedIn: true, id: 'owner', role: 'unit' }).isHidden(name),
      ).toBe(true)
      const { id } = (await post<{ id: string }>('add', written())).data
      const online = await app.get(`/newapi/${type}/online?id=${id}`, { token: operator })
      expect(online.status).toBe(200)
      const late = await post('update', { ...written(), ...more, id, revision: 1 })
      expect(late.errors).toBeUndefined()
      expect(late.status).toBe(200)
    },
  )
})
