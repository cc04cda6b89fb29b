// Tests the rescue endpoints, and one mission from draft to archive (RES-01, RES-02).
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { buildStage, FORCE, MISSION, type Name, type Stage } from './cast.ts'

let app: TestApp
let stage: Stage

beforeAll(async () => {
  app = await createTestApp()
  stage = await buildStage(app)
}, 120_000)
afterAll(() => app?.close())

const RATING = {
  scoreSpeed: '5',
  scoreAbility: '4',
  scoreDiscipline: '5',
  scoreEquip: '4',
  content: '到得快，处置得当',
}
const RATING_BACK = { scoreInformation: '4', scoreCommand: '5', scoreSupport: '3', content: '灾情说明清楚' }
const report = (missionId: string, stageOf: string, more = {}) => ({
  missionId,
  stage: stageOf,
  title: '现场情况',
  reportTime: '2026-01-02T02:00:00.000Z',
  place: '示例路下穿通道',
  lng: 119.31,
  lat: 26.06,
  content: '两台排水车已展开作业',
  ...more,
})
const deliver = (id: string, to: string, by: Name) => stage.force('delivery', report(id, to), by)

async function taken(by: Name = 'pumps'): Promise<string> {
  const id = await stage.create()
  await stage.department('robbed', { id })
  await stage.force('robbed', { id }, by)
  return id
}

describe('RES-01 department endpoints', () => {
  test('create stores a draft that only its department reads, and refuses forces and readers', async () => {
    const id = await stage.create()
    expect(await stage.read(id, 'department')).toMatchObject({ status: 'planned', forceId: null })
    for (const by of ['neighbour', 'province', 'pumps', 'reader'] as const)
      expect(await stage.read(id, by)).toBeNull()
    expect((await stage.department('create', MISSION, 'management')).status).toBe(200)
    for (const by of ['pumps', 'reader', 'auditor'] as const)
      expect((await stage.department('create', MISSION, by)).status).toBe(403)
    const wrong = await stage.department('create', { ...MISSION, dispatchMode: '1' })
    expect(wrong.errors).toEqual([{ path: '/targetForceId', message: '请选择承担队伍' }])
  })

  test('update changes a planned mission for its department and refuses an opened mission', async () => {
    const id = await stage.create()
    const change = (by: Name) =>
      stage.department('update', { id, revision: 1, ...MISSION, staffNeed: 30 }, by)
    expect((await change('neighbour')).status).toBe(404)
    expect((await change('department')).status).toBe(200)
    expect(await stage.read(id, 'department')).not.toHaveProperty('submissionRefusals')
    await stage.department('robbed', { id })
    expect((await change('department')).status).toBe(409)
    expect(await stage.read(id, 'department')).toMatchObject({
      submissionRefusals: { 'rescueMission.update': '该救援任务目前为“待接取”状态，不能修改' },
    })
    expect(await stage.read(id, 'pumps')).not.toHaveProperty('submissionRefusals.rescueMission.update')
  })

  test('delivery dispatches a mission to one force, which accepts or declines with a reason', async () => {
    const id = await stage.create({ dispatchMode: '1', targetForceId: stage.forces.boats })
    expect((await stage.department('robbed', { id })).status).toBe(409)
    expect((await stage.department('delivery', { id })).data).toMatchObject({ status: 'assigned' })
    expect(await stage.read(id, 'pumps')).toBeNull()
    const seen = await stage.read(id, 'boats')
    expect(seen).toMatchObject({ forceIdTitle: '示例水域救援队', commanderMobile: '199****0022' })
    expect(seen.missionNo).toMatch(/^RW-\d{4}-\d{6}$/)
    expect((await stage.force('decline', { id }, 'boats')).errors).toEqual([
      { path: '/reason', message: '请填写不能承担的原因' },
    ])
    await stage.force('decline', { id, reason: '船只检修' }, 'boats')
    expect(await stage.read(id, 'department')).toMatchObject({
      status: 'planned',
      forceId: null,
      statusReason: '船只检修',
      statusWords: '队伍答复',
    })
    const again = await stage.department('delivery', { id })
    expect(again.data).toMatchObject({ status: 'assigned', receiptNo: seen.missionNo })
    expect((await stage.force('accept', { id }, 'boats')).data).toMatchObject({ status: 'taken' })
    // Nobody has a receipt of it: how far it is, those read whom it concerns.
    const asked = { receiptNo: seen.missionNo, mobileTail: '0022' }
    expect((await app.post('/newapi/api/progress/query', asked)).status).toBe(404)
  })

  test('robbed opens a mission to the forces of its region and notifies those forces', async () => {
    const id = await stage.create()
    expect((await stage.department('robbed', { id }, 'neighbour')).status).toBe(404)
    expect((await stage.department('robbed', { id })).data).toMatchObject({ status: 'offered' })
    for (const by of ['pumps', 'boats', 'member', 'province', 'management'] as const)
      expect(await stage.read(id, by)).toMatchObject({ status: 'offered' })
    for (const by of ['far', 'neighbour', 'reader'] as const) expect(await stage.read(id, by)).toBeNull()
    const { data } = await app.get<{ list: { title: string }[] }>(
      '/newapi/msgNotice/getMsgNoticeInfo?limit=50',
      stage.as('boats'),
    )
    expect(JSON.stringify(data)).toContain('本地区有救援任务待接取')
  })

  test('get returns a mission to departments of its region, 404 to other regions and 403 to forces', async () => {
    const id = await taken()
    const get = (by: Name) => app.get(`/newapi/governmentDepartments/get?id=${id}`, stage.as(by))
    for (const by of ['department', 'province', 'management', 'operator', 'auditor'] as const)
      expect((await get(by)).status).toBe(200)
    expect((await get('neighbour')).status).toBe(404)
    for (const by of ['pumps', 'reader'] as const) expect((await get(by)).status).toBe(403)
  })

  test('getTaskDelivery lists the reports of the force in order for departments of the region', async () => {
    const id = await taken()
    await deliver(id, '1', 'pumps')
    await deliver(id, '2', 'pumps')
    const list = (by: Name) =>
      app.get<{ list: { stage: string }[] }>(
        `/newapi/governmentDepartments/getTaskDelivery?missionId=${id}`,
        stage.as(by),
      )
    for (const by of ['department', 'province', 'auditor'] as const)
      expect((await list(by)).data.list.map((one) => one.stage)).toEqual(['1', '2'])
    expect((await list('neighbour')).data.list).toEqual([])
    expect((await list('pumps')).status).toBe(403)
  })

  test('evaluation stores scores and text once, after confirmation, for the department of the mission', async () => {
    const id = await taken()
    for (const to of ['1', '2', '4']) expect((await deliver(id, to, 'pumps')).status).toBe(200)
    expect((await stage.department('evaluation', { id, ...RATING })).status).toBe(409)
    await stage.department('confirm', { id })
    const bad = await stage.department('evaluation', { id, ...RATING, scoreSpeed: '6', content: '' })
    expect(bad.errors?.map(({ path }) => path)).toEqual(expect.arrayContaining(['/scoreSpeed', '/content']))
    expect((await stage.department('evaluation', { id, ...RATING }, 'province')).status).toBe(403)
    expect((await stage.department('evaluation', { id, ...RATING })).data).toMatchObject({
      status: 'ownerRated',
    })
    expect((await stage.department('evaluation', { id, ...RATING })).status).toBe(409)
  })

  test('delete accepts planned and aborted missions and refuses running missions', async () => {
    const id = await stage.create()
    expect((await stage.department('delete', { id }, 'management')).status).toBe(404)
    expect((await stage.department('delete', { id })).status).toBe(200)
    expect(await stage.read(id, 'department')).toBeNull()
    const running = await taken()
    expect((await stage.department('delete', { id: running })).status).toBe(409)
    await stage.department('abort', { id: running, reason: '积水已退' })
    expect((await stage.department('delete', { id: running })).status).toBe(200)
  })

  test('parameter lists the mission parameters that an operator added', async () => {
    const added = { paramName: '短信通知', paramKey: 'smsNotice', paramValue: '开启' }
    expect((await app.post('/newapi/missionParameter/add', added, stage.as('operator'))).status).toBe(200)
    expect((await app.post('/newapi/missionParameter/add', added, stage.as('operator'))).status).toBe(400)
    expect((await app.post('/newapi/missionParameter/add', added, stage.as('department'))).status).toBe(403)
    for (const [noun, by] of [
      ['governmentDepartments', 'department'],
      ['rescueForces', 'pumps'],
    ] as const) {
      const { data } = await app.get<{ list: object[] }>(`/newapi/${noun}/parameter`, stage.as(by))
      expect(data.list).toMatchObject([{ paramKey: 'smsNotice', paramValue: '开启' }])
    }
    expect((await app.get('/newapi/governmentDepartments/parameter', stage.as('reader'))).status).toBe(403)
  })

  const set = async (paramKey: string, paramValue: string) => {
    const { data } = await app.get<{ list: { id: string; paramKey: string; revision: number }[] }>(
      '/newapi/governmentDepartments/parameter',
      stage.as('operator'),
    )
    const known = data.list.find((one) => one.paramKey === paramKey)
    const body = { paramName: '任务参数', paramKey, paramValue }
    return known
      ? app.post(
          '/newapi/missionParameter/update',
          { ...body, id: known.id, revision: known.revision },
          stage.as('operator'),
        )
      : app.post('/newapi/missionParameter/add', body, stage.as('operator'))
  }

  test.each([
    ['autoMatchRadiusKm', '不是数字', '/paramValue', '值应为 1～3000 的整数（autoMatchRadiusKm）'],
    ['autoMatchRadiusKm', '12.5', '/paramValue', '值应为 1～3000 的整数（autoMatchRadiusKm）'],
    ['autoMatchRadiusKm', '9999', '/paramValue', '值应为 1～3000 的整数（autoMatchRadiusKm）'],
    ['smsNotice', '200', '/paramValue', '值应为“开启”或“关闭”（smsNotice）'],
    ['unheardOf', '1', '/paramKey', '参数应为 autoMatchRadiusKm、smsNotice 之一'],
  ])('missionParameter refuses the parameter %s with the value %s', async (key, value, path, message) => {
    expect(await set(key, value)).toMatchObject({ status: 400, errors: [{ path, message }] })
  })

  test('parameter smsNotice switches text messages for notices of missions on and off', async () => {
    const sent = async () => {
      const rows = await app.services.db
        .selectFrom('delivery')
        .select('content')
        .where('channel', '=', 'sms')
        .execute()
      return rows.filter(({ content }) => content.includes('已开放接取')).length
    }
    await app.services.db
      .updateTable('account')
      .set({ mobile: '13900139001' })
      .where('id', '=', 'boats')
      .execute()
    const offer = async () => stage.department('robbed', { id: await stage.create() })
    const before = await sent()
    await offer()
    expect(await sent()).toBeGreaterThan(before)
    expect((await set('smsNotice', '关闭')).status).toBe(200)
    const between = await sent()
    await offer()
    expect(await sent()).toBe(between)
    await set('smsNotice', '开启')
    await offer()
    expect(await sent()).toBeGreaterThan(between)
  })

  test('parameter autoMatchRadiusKm sorts forces within the radius of a mission first', async () => {
    const near = async (point: string) => {
      const { data } = await app.get<{ list: { forceName: string; lng: number | null }[] }>(
        `/newapi/rescueForces/list?limit=50&near=${point}`,
        stage.as('department'),
      )
      return data.list
    }
    const { db } = app.services
    const place = (id: string | undefined, lng: number, lat: number) =>
      sql`update item set body = body || ${JSON.stringify({ lng, lat })}::jsonb where id = ${id}`.execute(db)
    await place(stage.forces.boats, 119.3, 26.1)
    await place(stage.forces.pumps, 118.1, 24.5)
    await set('autoMatchRadiusKm', '50')
    const first = (list: readonly { forceName: string }[]) => list[0]?.forceName
    expect(first(await near('119.31,26.06'))).toBe('示例水域救援队')
    expect(first(await near('118.09,24.48'))).not.toBe('示例水域救援队')
    const all = await near('119.31,26.06')
    await set('autoMatchRadiusKm', '3000')
    expect((await near('119.31,26.06')).length).toBe(all.length)
    for (const wrong of ['119', '999,26', 'abc', "1,2'"])
      expect(
        (await app.get(`/newapi/rescueForces/list?near=${encodeURIComponent(wrong)}`, stage.as('department')))
          .status,
      ).toBe(400)
  })

  test('droneTable lists the drones of all forces for departments and refuses forces and readers', async () => {
    const drone = {
      model: 'YL-M30',
      orgName: '示例水域救援队',
      forceId: stage.forces.boats,
      uavClass: '3',
      uavPlatform: '1',
      quantity: 2,
      purpose: ['1'],
      state: '1',
      region: '3501',
      contactName: '示例联系人',
      contactMobile: '19900000023',
    }
    const added = await stage.force('droneAdd', drone, 'boats')
    expect(added.status, added.text).toBe(200)
    const table = (by: Name) =>
      app.get<{ list: object[] }>('/newapi/governmentDepartments/droneTable?region=35', stage.as(by))
    for (const by of ['department', 'province', 'operator', 'auditor'] as const)
      expect((await table(by)).data.list).toMatchObject([{ model: 'YL-M30', forceIdTitle: '示例水域救援队' }])
    for (const by of ['pumps', 'reader'] as const) expect((await table(by)).status).toBe(403)
    expect((await app.get('/newapi/governmentDepartments/droneTable')).status).toBe(401)
  })
})

describe('RES-02 rescue force endpoints', () => {
  test('create, update, ready and delete change a force for its owner only', async () => {
    const OTHER = { ...FORCE, forceName: '示例通信保障队' }
    const { data } = await stage.force('create', OTHER, 'pumps')
    const { id } = data as { id: string }
    expect((await stage.force('create', OTHER, 'pumps')).status).toBe(409)
    expect((await stage.force('create', FORCE, 'department')).status).toBe(403)
    expect((await stage.force('update', { id, revision: 1, ...OTHER, staffTotal: 41 }, 'boats')).status).toBe(
      403,
    )
    expect((await stage.force('update', { id, revision: 1, ...OTHER, staffTotal: 41 }, 'pumps')).status).toBe(
      200,
    )
    expect((await stage.force('ready', { id, readyState: '3' }, 'boats')).status).toBe(403)
    expect((await stage.force('ready', { id, readyState: '3' }, 'pumps')).status).toBe(200)
    const info = async (token?: string) =>
      (await app.get<Record<string, unknown>>(`/newapi/rescueForces/info/${id}`, { token })).data
    expect(await info()).toMatchObject({ readyState: '3', staffTotal: 41 })
    expect(await info()).not.toHaveProperty('leaderMobile')
    expect(await info(stage.as('department').token)).toHaveProperty('leaderMobile')
    expect((await stage.force('delete', { id }, 'boats')).status).toBe(403)
    expect((await stage.force('delete', { id }, 'pumps')).status).toBe(200)
    expect(await info()).toBeNull()
  })

  test('get returns missions offered in the region and missions of the force, and 404 for other missions', async () => {
    const id = await stage.create()
    await stage.department('robbed', { id })
    const get = (by: Name) => app.get<object>(`/newapi/rescueForces/get?id=${id}`, stage.as(by))
    expect((await get('pumps')).data).toMatchObject({ status: 'offered' })
    expect((await get('pumps')).data).not.toHaveProperty('commanderMobile')
    expect((await get('far')).status).toBe(404)
    expect((await get('department')).status).toBe(403)
    await stage.force('robbed', { id }, 'pumps')
    expect((await get('pumps')).data).toMatchObject({ status: 'taken', commanderMobile: '199****0022' })
    const late = await get('boats')
    expect([late.status, late.msg]).toEqual([404, '该任务已被其他救援力量接取'])
    expect((await get('far')).msg).toBe('内容不存在或已被删除')
  })

  test('info returns the reason why a report is refused before a form is filled in', async () => {
    const refusals = async (id: string, by: Name) =>
      (
        await app.get<{ submissionRefusals?: Record<string, string> }>(
          `/newapi/rescueMission/info/${id}`,
          stage.as(by),
        )
      ).data.submissionRefusals
    const id = await taken()
    expect(await refusals(id, 'pumps')).toBeUndefined()
    expect(await refusals(id, 'department'), 'it reports nothing').not.toHaveProperty('missionReport')
    await stage.department('abort', { id, reason: '险情已排除' })
    const reason = '该救援任务目前为“已中止”状态，不再接收新的任务进展'
    expect(await refusals(id, 'pumps')).toEqual({ missionReport: reason })
    expect((await deliver(id, '1', 'pumps')).msg).toBe(reason)
  })

  test('robbed assigns a mission to the first of two concurrent forces and refuses the second with 409', async () => {
    const id = await stage.create()
    await stage.department('robbed', { id })
    expect((await stage.force('robbed', { id }, 'department')).status).toBe(403)
    expect((await stage.force('robbed', { id }, 'member')).status).toBe(403)
    expect((await stage.force('robbed', { id }, 'far')).status).toBe(404)
    const both = await Promise.all([
      stage.force('robbed', { id }, 'pumps'),
      stage.force('robbed', { id }, 'boats'),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.msg).toBe('该任务已被其他救援力量接取')
  })

  test('delivery moves a mission through its stages in order, for the assigned force only', async () => {
    const id = await taken()
    expect((await deliver(id, '1', 'department')).status).toBe(403)
    expect((await deliver(id, '1', 'boats')).status).toBe(400)
    expect((await deliver(id, '2', 'pumps')).msg).toContain('不能改为“现场处置”')
    expect((await deliver(id, '1', 'pumps')).status).toBe(200)
    expect((await stage.read(id, 'department')).status).toBe('enRoute')
    expect((await deliver(id, '3', 'pumps')).status).toBe(200)
    expect((await stage.read(id, 'department')).status).toBe('enRoute')
    for (const to of ['2', '3', '4']) expect((await deliver(id, to, 'pumps')).status).toBe(200)
    expect((await stage.read(id, 'department')).status).toBe('delivered')
    expect((await deliver(id, '3', 'pumps')).status).toBe(409)
    await stage.department('resume', { id, reason: '车库仍有积水' })
    expect((await deliver(id, '3', 'pumps')).status).toBe(200)
  })

  test('getTaskDelivery lists the reports of the calling force and none of another force', async () => {
    const id = await taken()
    await deliver(id, '1', 'pumps')
    const list = async (by: Name) =>
      (
        await app.get<{ totalCount: number }>(
          `/newapi/rescueForces/getTaskDelivery?missionId=${id}`,
          stage.as(by),
        )
      ).data.totalCount
    expect([await list('pumps'), await list('boats')]).toEqual([1, 0])
  })

  test('evaluation accepts the rating of the force before the rating of the department', async () => {
    const id = await taken()
    for (const to of ['1', '2', '4']) await deliver(id, to, 'pumps')
    await stage.department('confirm', { id })
    expect((await stage.force('evaluation', { id, ...RATING_BACK }, 'boats')).status).toBe(404)
    expect((await stage.force('evaluation', { id, ...RATING_BACK }, 'pumps')).data).toMatchObject({
      status: 'partyRated',
    })
    expect((await stage.department('evaluation', { id, ...RATING })).data).toMatchObject({
      status: 'archived',
    })
  })

  test('parameter returns mission parameters to members of forces and refuses departments', async () => {
    expect((await app.get('/newapi/rescueForces/parameter', stage.as('member'))).status).toBe(200)
    expect((await app.get('/newapi/rescueForces/parameter', stage.as('department'))).status).toBe(403)
  })
})

test('a mission passes from draft to archive, and department and force read the same history', async () => {
  const id = await taken('boats')
  for (const to of ['1', '2', '3', '4']) await deliver(id, to, 'boats')
  await stage.department('confirm', { id })
  await stage.department('evaluation', { id, ...RATING })
  await stage.force('evaluation', { id, ...RATING_BACK }, 'boats')
  const titles = [
    '评价派发方',
    '评价队伍',
    '确认完成',
    '处置完毕',
    '到达现场',
    '出发',
    '接取任务',
    '开放接取',
  ]
  for (const by of ['department', 'boats'] as const) {
    const seen = await stage.read(id, by)
    expect(seen).toMatchObject({ status: 'archived', actions: [] })
    expect(seen.history.map(({ title }) => title)).toEqual(titles)
  }
  const [last] = (await stage.read(id, 'department')).history
  expect(last).toMatchObject({ part: '承担队伍', reason: RATING_BACK.content })
  expect(await stage.read(id, 'pumps')).toBeNull()
})

test('EQP-04 the map shows missions to accounts that may read them, and rescue forces to everyone', async () => {
  const id = await stage.create({ title: '地图上的任务' })
  const kinds = async (token?: string) =>
    (await app.get<{ kinds: { kind: string }[] }>('/newapi/api/map/base', { token })).data.kinds.map(
      ({ kind }) => kind,
    )
  const points = async (token?: string) =>
    (
      await app.get<{ list: { id?: string; exact: boolean }[] }>('/newapi/api/map/points?limit=10000', {
        token,
      })
    ).data.list
  const isOn = async (token?: string) => (await points(token)).some((point) => point.id === id)
  expect(await kinds()).toContain('rescueForce')
  expect(await kinds()).not.toContain('rescueMission')
  expect(await kinds(stage.as('reader').token)).not.toContain('rescueMission')
  expect(await kinds(stage.as('boats').token)).toContain('rescueMission')
  expect(await isOn(stage.as('department').token)).toBe(false)
  await stage.department('robbed', { id })
  for (const by of ['department', 'province', 'boats', 'auditor'] as const)
    expect(await isOn(stage.as(by).token)).toBe(true)
  for (const by of ['far', 'neighbour', 'reader'] as const) expect(await isOn(stage.as(by).token)).toBe(false)
  expect(await isOn()).toBe(false)
  const list = async (token?: string) =>
    await app.get<{ list: { id: string }[]; totalCount: number }>(
      '/newapi/api/map/list?kinds=rescueMission&limit=50',
      { token },
    )
  expect((await list(stage.as('boats').token)).data.list.map((one) => one.id)).toContain(id)
  expect((await list()).status).toBe(400)
  const numbers = async (token?: string) =>
    (await app.get<{ kinds: { kind: string; count: number }[] }>('/newapi/api/map/regions', { token })).data
      .kinds
  const count = (await numbers(stage.as('boats').token)).find(({ kind }) => kind === 'rescueMission')?.count
  await stage.force('robbed', { id }, 'pumps')
  expect((await numbers(stage.as('boats').token)).find(({ kind }) => kind === 'rescueMission')?.count).toBe(
    (count ?? 0) - 1,
  )
})
