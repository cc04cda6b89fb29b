// Tests form rules over HTTP: defaults, normalization, order of dates and numbers, fields of later states.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FormStore } from '#portal/core/form-state/form-store.ts'
import { RECEIPT_KEY } from '#server/content/items/item-row.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import { loaded } from '../../../support/loaded-form.ts'
import { pledgeModel } from '../../support/pledges.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

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
const RADIO = { stationName: '示例中继台', usePeriodStart: '2098-05-03', usePeriodEnd: '2098-05-01' }

let app: TestApp
let now = NOW
let demand: Record<string, unknown>

const form = (id: string) => app.services.model().forms.find((entry) => entry.id === id) as FormModel
/** The first value that the dictionary of a demand's field holds. */
const first = (name: string) => {
  const values = form('demand').fields.find((field) => field.name === name)?.schema.enum
  return (values as readonly string[])[0]
}
const bodyOf = async (id: string) =>
  (await app.services.db.selectFrom('item').select('body').where('id', '=', id).executeTakeFirstOrThrow())
    .body

beforeAll(async () => {
  app = await createTestApp({ model: pledgeModel(), clock: () => new Date(now) })
  demand = { ...DEMAND, sysCategoryId: first('sysCategoryId'), application: first('application') }
})
afterAll(() => app.close())

/** One person has one demand of a title: each is somebody else's, who goes on with it. */
let buyers = 0
/** Signed in anew: the clock jumps, and no session lasts that long. */
const post = async <T>(path: string, body: object) => {
  const token = await app.signIn(`owner-${buyers}`, 'unit')
  return app.post<T>(`/newapi/${path}`, body, { token })
}
const pledge = async (body: object) =>
  app.post('/newapi/pledge/save', body, { token: await app.signIn('maker', 'supplier') })
const add = (body: object) => {
  buyers += 1
  return post<{ id: string }>('demand/add', body)
}

describe('demand form', () => {
  test('stores normalized values and defaults, equal to those that the browser sends', async () => {
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
    const { [RECEIPT_KEY]: _, ...rest } = stored
    const store = new FormStore(loaded(form('demand')), demand, { signedIn: true, id: 'owner', role: 'unit' })
    const { [RECEIPT_KEY]: __, ...again } = (await bodyOf((await add(store.body())).data.id)) as Record<
      string,
      unknown
    >
    expect(again).toEqual(rest)
  })

  test('keeps an omitted field with a default on update, and empties an omitted field without one', async () => {
    const { id } = (await add({ ...demand, budget: 12, schemeDisclosure: '2' })).data
    const { status } = await post('demand/update', {
      ...demand,
      id,
      revision: 1,
      title: '采购四台排水抢险车',
    })
    expect(status).toBe(200)
    const stored = await bodyOf(id)
    expect(stored).toMatchObject({ title: '采购四台排水抢险车', schemeDisclosure: '2' })
    expect(stored).not.toHaveProperty('budget')
    await post('demand/update', { ...demand, id, revision: 2, schemeDisclosure: null })
    expect(await bodyOf(id)).toMatchObject({ schemeDisclosure: '1' })
  })

  test('keeps in a pending change the fields that an earlier change has set', async () => {
    const { id } = (await add(demand)).data
    await app.get(`/newapi/demand/online?id=${id}`, { token: await app.signIn('boss', 'operator') })
    await post('demand/update', { ...demand, id, revision: 1, schemeDisclosure: '2' })
    const { data } = await post<{ changeStatus: string }>('demand/update', {
      ...demand,
      id,
      revision: 2,
      title: '采购四台排水抢险车',
    })
    expect(data.changeStatus).toBe('pending')
    const info = await app.get<{ change: { item: object } }>(`/newapi/demand/info/${id}`, {
      token: await app.signIn(`owner-${buyers}`, 'unit'),
    })
    expect(info.data.change.item).toMatchObject({ title: '采购四台排水抢险车', schemeDisclosure: '2' })
  })

  test.each([
    ['a deadline in the past', { deadline: '2020-01-01' }, '/deadline', '征集截止日期不能早于今天'],
    ['a region that does not exist', { region: '999999' }, '/region', '请从列表中选择使用地区'],
    ['a value that is in no dictionary', { urgency: '77' }, '/urgency', '请从列表中选择紧急程度'],
  ])('refuses %s with a message at its field', async (_, more, path, message) => {
    const { status, errors } = await add({ ...demand, ...more })
    expect([status, errors]).toEqual([400, [{ path, message }]])
  })

  test('accepts the present day of China as deadline and refuses the day before', async () => {
    now = '2026-03-04T17:00:00Z' // already the fifth in China
    expect((await add({ ...demand, deadline: '2026-03-05' })).status).toBe(200)
    expect((await add({ ...demand, deadline: '2026-03-04' })).status).toBe(400)
    now = NOW
  })

  test('accepts corrections of other fields after the deadline, but not another past deadline', async () => {
    const { id } = (await add({ ...demand, deadline: '2026-03-05' })).data
    now = '2026-06-01T00:00:00Z'
    const update = (revision: number, deadline: string) =>
      post('demand/update', { ...demand, id, revision, deadline, budget: 5 })
    expect((await update(1, '2026-03-05')).status).toBe(200)
    expect((await update(2, '2026-03-06')).errors).toEqual([
      { path: '/deadline', message: '征集截止日期不能早于今天' },
    ])
    now = NOW
  })
})

test('the demand list refuses an unknown region as filter and accepts a province', async () => {
  expect((await app.get('/newapi/demand/list?region=999999')).status).toBe(400)
  expect((await app.get('/newapi/demand/list?region=35')).status).toBe(200)
})

test('an end date before the start date is refused at its field, in the browser and on the server', async () => {
  const message = '申请使用期限止不能早于申请使用期限起'
  const store = new FormStore(loaded(form('radioDeclaration')), RADIO)
  store.leave('usePeriodEnd')
  expect(store.leaf('usePeriodEnd').error).toBe(message)
  store.set('usePeriodStart', '2098-04-30')
  store.leave('usePeriodStart')
  expect(store.leaf('usePeriodEnd').error).toBeUndefined()
  const { errors } = await post('erdha/submit', RADIO)
  expect(errors).toContainEqual({ path: '/usePeriodEnd', message })
})

test('a maximum price lower than the minimum is refused at its field, in the browser and on the server', async () => {
  const answers = { title: '排水抢险车研制', priceMin: 80, priceMax: 30 }
  const message = '价格上限不能小于价格下限'
  const store = new FormStore(loaded(form('pledge')), answers)
  store.leave('priceMax')
  expect(store.leaf('priceMax').error).toBe(message)
  store.set('priceMin', 30)
  store.leave('priceMin')
  expect(store.leaf('priceMax').error).toBeUndefined()
  const { errors } = await pledge(answers)
  expect(errors).toContainEqual({ path: '/priceMax', message })
})

test('a form refuses two numbers that exceed a third, each at its field, and accepts equal ones', async () => {
  const { errors } = await pledge({ emptyWeight: 25, mtow: 7, payload: 9 })
  expect(errors).toContainEqual({ path: '/emptyWeight', message: '空机重量不能大于最大起飞重量' })
  expect(errors).toContainEqual({ path: '/payload', message: '最大载荷不能大于最大起飞重量' })
  const { errors: fit } = await pledge({ emptyWeight: 7, mtow: 7, payload: 0 })
  expect(fit?.map(({ path }) => path)).not.toContain('/emptyWeight')
})

describe('field that only later states permit', () => {
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
    'is refused for a new %s, hidden in its form, and accepted once the item is online',
    async (type, written, more, path, message) => {
      buyers += 1
      const send = <T>(name: string, body: object) => post<T>(`${type}/${name}`, body)
      const refused = await send('add', { ...written(), ...more })
      expect([refused.status, refused.errors]).toEqual([400, [{ path, message }]])
      const [name] = Object.keys(more) as [string]
      expect(
        new FormStore(loaded(form(type)), {}, { signedIn: true, id: 'owner', role: 'unit' }).isHidden(name),
      ).toBe(true)
      const { id } = (await send<{ id: string }>('add', written())).data
      const online = await app.get(`/newapi/${type}/online?id=${id}`, {
        token: await app.signIn('boss', 'operator'),
      })
      expect(online.status).toBe(200)
      const late = await send('update', { ...written(), ...more, id, revision: 1 })
      expect(late.errors).toBeUndefined()
      expect(late.status).toBe(200)
    },
  )
})
