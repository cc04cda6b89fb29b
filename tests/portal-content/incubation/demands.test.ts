// Tests incubation activities and demands: application, audit, publication (INC-02, INC-03, CON-03).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Paged } from '#shared/calls/envelope.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { ACTIVITY, buildStage, DEMAND, type Item, type Name, type Stage } from './cast.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await createTestApp()
  stage = await buildStage(app)
}, 120_000)
afterAll(() => app?.close())

const ids = async (call: string, by?: Name) =>
  (
    (await stage.read<Paged<Item> | null>(`${call}${call.includes('?') ? '&' : '?'}limit=50`, by))?.list ?? []
  ).map(({ id }) => id)
const judge = (demandId: string, auditResult: string, by: Name, more: object = {}) =>
  stage.post('incubate/demands/audit', { demandId, auditResult, ...more }, by)
const info = (id: string, by?: Name) => stage.read<Item | null>(`incubate/demands/info/${id}`, by)
const OPINION = { opinion: '关键指标缺少试验方法' }

describe('demand of an incubation activity (INC-02)', () => {
  test('POST /incubate/demands/apply accepts complete demands of fire-control organisations only', async () => {
    const title = '高层供水接力泵组'
    const body = { ...DEMAND, title, activityId: stage.activityId, fireOrgId: stage.fireOrgId }
    const done = await stage.post('incubate/demands/apply', body, 'brigade')
    expect(done.data, done.text).toMatchObject({ status: 'pending' })
    for (const by of ['maker', 'host', 'reader', 'auditor'] as const)
      expect((await stage.post('incubate/demands/apply', body, by)).status, by).toBe(403)
    expect((await stage.post('incubate/demands/apply', body)).status).toBe(401)
    const { indicators: _indicators, ...less } = body
    const refused = await stage.post('incubate/demands/apply', less, 'brigade')
    expect(refused.errors).toEqual([
      { path: '/indicators', message: expect.stringContaining('关键技术指标') },
    ])
    const lost = await stage.post('incubate/demands/apply', { ...body, activityId: 'nowhere' }, 'brigade')
    expect(lost.status).toBe(400)
  })

  test('POST /incubate/demands/apply accepts a title once per organisation while the first demand is open', async () => {
    const title = '水域救援遥控救生圈'
    const body = { ...DEMAND, title, activityId: stage.activityId, fireOrgId: stage.fireOrgId }
    const all = await Promise.all(
      [1, 2, 3].map((estimateQuantity) =>
        stage.post('incubate/demands/apply', { ...body, estimateQuantity }, 'brigade'),
      ),
    )
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const { id } = all.flatMap(({ status, data }) => (status === 200 ? [data as Item] : []))[0] as Item
    const again = await stage.post('incubate/demands/apply', { ...body, title: ` ${title} ` }, 'brigade')
    expect([again.status, again.msg, again.data]).toEqual([
      409,
      '您已在同一“孵化活动”下提交过需求名称相同的孵化需求（待审核），请修改原内容，或更换需求名称',
      { id, status: 'pending' },
    ])
    // Somebody else's is another, and what has come to its end stands in the way of nothing.
    expect((await stage.post('incubate/demands/apply', body, 'station')).status).toBe(200)
    expect((await judge(id, '3', 'host', OPINION)).status).toBe(200)
    expect((await stage.post('incubate/demands/apply', body, 'brigade')).status).toBe(200)
  })

  test('GET /incubate/demands/apply/page lists the demands of the caller only', async () => {
    const id = await stage.demand()
    expect(await ids('incubate/demands/apply/page', 'brigade')).toContain(id)
    expect(await ids('incubate/demands/apply/page', 'station')).not.toContain(id)
    expect((await app.get('/newapi/incubate/demands/apply/page')).status).toBe(401)
  })

  test('GET /incubate/demands/audit/page lists pending demands to host, operators and auditors only', async () => {
    const id = await stage.demand()
    for (const by of ['host', 'operator', 'auditor'] as const)
      expect(await ids('incubate/demands/audit/page', by), by).toContain(id)
    // Another organisation may look after activities, and not after this one.
    expect(await ids('incubate/demands/audit/page', 'neighbour')).not.toContain(id)
    for (const by of ['brigade', 'maker', 'reader'] as const)
      expect((await app.get('/newapi/incubate/demands/audit/page', stage.as(by))).status, by).toBe(403)
    await judge(id, '1', 'host')
    expect(await ids('incubate/demands/audit/page', 'host')).not.toContain(id)
  })

  test('POST /incubate/demands/audit with result 1 publishes the demand with a number', async () => {
    const id = await stage.demand()
    expect(await info(id)).toBeNull()
    for (const by of ['brigade', 'maker', 'reader', 'specialist'] as const)
      expect((await judge(id, '1', by)).status, by).toBe(403)
    expect((await judge(id, '1', 'neighbour')).status).toBeGreaterThanOrEqual(400)
    expect(await info(id, 'brigade')).toMatchObject({ status: 'pending' })
    // Who waits is told for whom, by what these are to the activity.
    const mine = await stage.read<Paged<{ id: string; nextStep: string }>>('api/publication/list', 'brigade')
    expect(mine.list.find((one) => one.id === id)?.nextStep).toBe('等待活动管理员、运营人员等办理')
    const done = await judge(id, '1', 'host')
    expect(done.status, done.text).toBe(200)
    expect(await info(id)).toMatchObject({ status: 'online', pairing: '1' })
    expect((await info(id))?.demandNo).toMatch(/^XQ-\d{4}-\d{6}$/)
    expect(await info(id)).not.toHaveProperty('contactPhone')
    expect(await info(id, 'brigade')).toMatchObject({ contactPhone: DEMAND.contactPhone })
  })

  test('POST /incubate/demands/audit is refused with the current state unless the demand is pending', async () => {
    const told = async (id: string) => {
      const { status, msg } = await judge(id, '1', 'host', OPINION)
      return [status, msg]
    }
    const [online, back, turned, taken, shut] = (await Promise.all(
      Array.from({ length: 5 }, () => stage.demand()),
    )) as [string, string, string, string, string]
    for (const [id, verdict] of [
      [online, '1'],
      [back, '2'],
      [turned, '3'],
      [shut, '1'],
    ] as const)
      expect((await judge(id, verdict, 'operator', OPINION)).status).toBe(200)
    await stage.post('incubate/demands/withdraw', { id: taken }, 'brigade')
    await stage.post('incubate/demands/close', { id: shut }, 'brigade')
    expect(await told(online)).toEqual([409, '该孵化需求目前为“已上线”状态，不再接收新的需求审核'])
    expect(await told(turned)).toEqual([409, '该孵化需求目前为“不予通过”状态，不再接收新的需求审核'])
    expect(await told(shut)).toEqual([409, '该孵化需求目前为“已关闭”状态，不再接收新的需求审核'])
    expect(await told(back)).toEqual([409, '该孵化需求目前为“已退回”状态，暂时不能为其提交需求审核'])
    expect(await told(taken)).toEqual([409, '该孵化需求目前为“已撤回”状态，暂时不能为其提交需求审核'])
    // Whom it is not shown to is not told where it stands either.
    const strange = await stage.post('incubate/declare', await stage.answers('maker', turned), 'maker')
    expect(strange).toMatchObject({ status: 400, errors: [{ path: '/demandId' }] })
    expect(strange.text).not.toContain('不予通过')
  })

  test('POST /incubate/demands/audit with result 2 needs an opinion; the corrected demand can be approved', async () => {
    const id = await stage.demand()
    const wordless = await judge(id, '2', 'host')
    expect(wordless.errors).toEqual([{ path: '/opinion', message: expect.stringContaining('审核意见') }])
    expect((await judge(id, '2', 'host', OPINION)).status).toBe(200)
    const back = await info(id, 'brigade')
    expect(back).toMatchObject({ status: 'returned', statusReason: OPINION.opinion })
    const body = {
      ...DEMAND,
      title: stage.titleOf(id),
      activityId: stage.activityId,
      fireOrgId: stage.fireOrgId,
      id,
      revision: back?.revision,
    }
    const mended = await stage.post(
      'incubate/demands/update',
      { ...body, environment: '水温 0～40 ℃' },
      'brigade',
    )
    expect(mended.data, mended.text).toMatchObject({ status: 'pending' })
    const { revision } = mended.data as Item
    expect((await judge(id, '1', 'operator', { revision })).status).toBe(200)
    expect(await ids(`incubate/demands?activityId=${stage.activityId}`)).toContain(id)
  })

  test.each(['1', '2', '3'])(
    'POST /incubate/demands/audit accepts result %s from an auditor',
    async (verdict) => {
      const id = await stage.demand()
      const done = await judge(id, verdict, 'auditor', OPINION)
      expect(done.status, done.text).toBe(200)
      const status = { 1: 'online', 2: 'returned', 3: 'dismissed' }[verdict]
      expect(await info(id, 'brigade')).toMatchObject({ status })
    },
  )

  test('POST /incubate/demands/audit with result 3 dismisses the demand for good', async () => {
    const id = await stage.demand()
    expect((await judge(id, '3', 'host', OPINION)).status).toBe(200)
    expect(await info(id, 'brigade')).toMatchObject({ status: 'dismissed', statusReason: OPINION.opinion })
    expect((await stage.post('incubate/demands/submit', { id }, 'brigade')).status).toBe(409)
    expect((await judge(id, '4', 'host')).status).toBe(400)
  })

  test('GET /incubate/demands lists the published demands of an activity to visitors', async () => {
    const id = await stage.published()
    const waiting = await stage.demand()
    const found = await ids(`incubate/demands?activityId=${stage.activityId}`)
    expect(found).toContain(id)
    expect(found).not.toContain(waiting)
    expect(await ids('incubate/demands?activityId=199901')).toEqual([])
    expect(await ids('incubate/demands?application=AP08')).toEqual([])
  })
})

describe('roles in an incubation activity (INC-03)', () => {
  const of = (call: string, by: Name, activityId = stage.activityId) =>
    stage.read(`incubate/user/${call}?activityId=${activityId}`, by)

  test('GET /incubate/user/type returns the role of the caller in the activity', async () => {
    for (const [by, role] of [
      ['host', 'admin'],
      ['operator', 'admin'],
      ['brigade', 'fireOrg'],
      ['maker', 'company'],
      ['lab', 'company'],
      ['plant', 'company'],
      ['specialist', 'expert'],
      ['neighbour', 'guest'],
      ['reader', 'guest'],
    ] as const)
      expect(await of('type', by), by).toEqual({ id: stage.activityId, role })
    expect((await app.get('/newapi/incubate/user/type')).status).toBe(401)
  })

  test('GET /incubate/user/admin returns whether the caller administers this activity', async () => {
    const other = await stage.post(
      'incubate/activity/add',
      { ...ACTIVITY, activityNo: '202402' },
      'neighbour',
    )
    const { id } = other.data as Item
    expect(await of('admin', 'host')).toEqual({ id: stage.activityId, isAdmin: true })
    expect(await of('admin', 'host', id)).toEqual({ id, isAdmin: false })
    expect(await of('admin', 'neighbour', id)).toEqual({ id, isAdmin: true })
    expect(await of('admin', 'maker')).toMatchObject({ isAdmin: false })
    expect((await app.get('/newapi/incubate/user/admin?activityId=none', stage.as('host'))).status).toBe(404)
    expect((await app.get('/newapi/incubate/user/admin')).status).toBe(401)
  })

  test('GET /incubate/fire/control/org lists fire-control organisations and no other departments', async () => {
    const bureau = { name: '示例市应急管理局', deptType: '1' }
    const added = (await stage.post('operator/department/add', bureau, 'operator')).data as Item
    const found = await ids('incubate/fire/control/org', 'maker')
    expect(found).toContain(stage.fireOrgId)
    expect(found).not.toContain(added.id)
    expect((await app.get('/newapi/incubate/fire/control/org')).status).toBe(401)
  })
})

test('a new activity (202504) needs no code, has its own demands and host, and its number is unique', async () => {
  const next = { ...ACTIVITY, title: '第四批消防装备孵化活动', activityNo: '202504' }
  const { id: activityId } = (await stage.post('incubate/activity/add', next, 'neighbour')).data as Item
  const demandId = await stage.demand({ activityId })
  expect((await judge(demandId, '1', 'host')).status).toBeGreaterThanOrEqual(400)
  expect((await judge(demandId, '1', 'neighbour')).status).toBe(200)
  expect(await ids(`incubate/demands?activityId=${activityId}`)).toEqual([demandId])
  expect(await ids(`incubate/demands?activityId=${stage.activityId}`)).not.toContain(demandId)
  const declareId = await stage.declared('maker', demandId)
  expect((await stage.post('incubate/declare/pair', { id: declareId }, 'neighbour')).status).toBe(200)
  // Its number names one activity, whoever looks after it.
  const twin = await stage.post('incubate/activity/add', next, 'host')
  expect([twin.status, twin.errors?.map(({ path }) => path)]).toEqual([400, ['/activityNo']])
})

describe('incubation activity', () => {
  const changed = async (id: string, more: object) => {
    const { revision, title, activityNo, rules, demandUntil, declareUntil } = await stage.read<Item>(
      `incubate/activity/info/${id}`,
      'host',
    )
    const body = { id, revision, title, activityNo, rules, demandUntil, declareUntil, ...more }
    const { status, text } = await stage.post('incubate/activity/update', body, 'host')
    expect(status, text).toBe(200)
  }

  test('passes a later declaration deadline on to its demands without changing their revision', async () => {
    const next = { ...ACTIVITY, title: '第五批消防装备孵化活动', activityNo: '202505' }
    const { id: activityId } = (await stage.post('incubate/activity/add', next, 'host')).data as Item
    const demandId = await stage.published({ activityId })
    const { revision } = (await info(demandId, 'brigade')) as Item
    const { list } = await stage.read<Paged<Item>>(`incubate/demands?activityId=${activityId}`)
    expect(list).toMatchObject([{ declareUntil: '2099-12-31' }])
    await changed(activityId, { declareUntil: '2100-03-31' })
    // Whoever has it open goes on from what he sees.
    expect(await info(demandId, 'brigade')).toMatchObject({ declareUntil: '2100-03-31', revision })
    const later = await stage.read<Paged<Item>>(`incubate/demands?activityId=${activityId}`)
    expect(later.list).toMatchObject([{ declareUntil: '2100-03-31' }])
  })

  test('cannot be deleted while one of its demands is open', async () => {
    const next = { ...ACTIVITY, title: '第六批消防装备孵化活动', activityNo: '202506' }
    const { id } = (await stage.post('incubate/activity/add', next, 'host')).data as Item
    const demandId = await stage.published({ activityId: id })
    const remove = async () => {
      const { status, msg } = await app.get(
        `/newapi/operator/incubateActivity/delete?id=${id}`,
        stage.as('operator'),
      )
      return [status, msg]
    }
    expect(await remove()).toEqual([
      409,
      expect.stringMatching(/^仍有 1 项孵化需求的“孵化活动”引用该内容，如“.+”，暂时不能删除$/),
    ])
    await stage.post('incubate/demands/close', { id: demandId }, 'brigade')
    expect((await remove())[0]).toBe(200)
  })
})
