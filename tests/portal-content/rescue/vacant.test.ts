// Tests delegation for a blocked dispatcher: delegates, notices, history and the return of the dispatcher.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { buildStage, MISSION, type Name, type Stage } from './cast.ts'

let app: TestApp
let stage: Stage
/** Of the dispatcher whose account is closed. */
let token: string
beforeAll(async () => {
  app = await createTestApp()
  stage = await buildStage(app)
  await app.signIn('leaving', 'government')
  await app.services.db
    .updateTable('account')
    .set({ form: 'staffAccount', application: { areaIds: '3501', dutyRegion: '3501' }, name: '离岗派发员' })
    .where('id', '=', 'leaving')
    .execute()
  token = await app.signIn('leaving', 'government')
}, 120_000)
afterAll(() => app?.close())

const act = async (call: string) => {
  const done = await app.post(
    `/newapi/operator/user/${call}`,
    { id: 'leaving', ...(call === 'unblock' ? {} : { reason: '示例核查' }) },
    stage.as('operator'),
  )
  expect(done.status, done.text).toBe(200)
}
const titlesOf = async (name: Name, id: string) => {
  const { data } = await app.get<{ list: { title: string; dataId: string }[] }>(
    '/newapi/msgNotice/getMsgNoticeInfo?limit=50',
    stage.as(name),
  )
  return data.list.filter(({ dataId }) => dataId === id).map(({ title }) => title)
}
const waitsFor = async (name: Name, id: string) => {
  const { data } = await app.get<{ list: { id: string; turn: string }[] }>(
    '/newapi/userPage/todo?limit=50',
    stage.as(name),
  )
  return data.list.find((one) => one.id === id)?.turn
}
const actionsOf = async (name: Name, id: string) =>
  ((await stage.read(id, name))?.actions ?? []).map(({ action }) => action)

const listed = async (name: Name) => {
  const { data } = await app.get<{ list: { id: string }[] }>(
    '/newapi/rescueMission/list?limit=50',
    stage.as(name),
  )
  return data.list.map(({ id }) => id)
}

const REPORT = {
  title: '现场情况',
  reportTime: '2026-01-02T02:00:00.000Z',
  place: '示例路下穿通道',
  lng: 119.31,
  lat: 26.06,
  content: '两台排水车已展开作业',
}
const RATING = {
  ...{ scoreSpeed: '5', scoreAbility: '4', scoreDiscipline: '5', scoreEquip: '4' },
  content: '到得快，处置得当',
}

async function underWay(title: string): Promise<string> {
  token = await app.signIn('leaving', 'government')
  const made = await app.post<{ id: string }>(
    '/newapi/governmentDepartments/create',
    { ...MISSION, title, dispatchMode: '1', targetForceId: stage.forces.pumps },
    { token },
  )
  expect(made.status, made.text).toBe(200)
  const { id } = made.data
  const sent = await app.post('/newapi/governmentDepartments/delivery', { id }, { token })
  expect(sent.status, sent.text).toBe(200)
  return id
}
async function handedOver(id: string): Promise<void> {
  const accepted = await stage.force('accept', { id }, 'pumps')
  expect(accepted.status, accepted.text).toBe(200)
  for (const at of ['1', '2', '4']) {
    const { status, text } = await stage.force('delivery', { ...REPORT, missionId: id, stage: at }, 'pumps')
    expect(status, text).toBe(200)
  }
}

test('accounts of the region and operators act as delegates of a blocked dispatcher and are notified', async () => {
  const id = await underWay('派发员停用的抽排任务')
  expect(await actionsOf('department', id)).toEqual([])
  await act('block')
  const title = '救援任务“派发员停用的抽排任务”：请代为办理'
  expect(await titlesOf('department', id)).toEqual([title])
  expect(await titlesOf('operator', id)).toEqual([title])
  expect(await titlesOf('pumps', id)).toContain('救援任务“派发员停用的抽排任务”：一方暂不能办理')
  expect(await titlesOf('neighbour', id)).toEqual([])

  await handedOver(id)
  // What he would hear of, they hear of.
  expect((await titlesOf('department', id)).length).toBeGreaterThan(1)
  expect(await waitsFor('department', id)).toContain('代离岗派发员：请“确认完成”')
  expect(await waitsFor('operator', id)).toContain('代离岗派发员：请')
  expect(await waitsFor('neighbour', id)).toBeUndefined()
  expect(await actionsOf('department', id)).toEqual(expect.arrayContaining(['confirm', 'resume']))
  expect(await actionsOf('operator', id)).toContain('confirm')
  const stranger = await stage.department('confirm', { id }, 'neighbour')
  expect(stranger.status).toBe(404)
  const own = await stage.department('confirm', { id }, 'pumps')
  expect(own.status).toBe(403)

  const confirmed = await stage.department('confirm', { id })
  expect(confirmed.status, confirmed.text).toBe(200)
  const rated = await stage.department('evaluation', { id, ...RATING }, 'operator')
  expect(rated.status, rated.text).toBe(200)
  const { history } = await stage.read(id, 'pumps')
  const said = (history as readonly { title: string; by?: string }[])
    .slice(0, 2)
    .map(({ title: step, by }) => [step, by])
  expect(said).toEqual([
    ['评价队伍', '用户 operator代离岗派发员'],
    ['确认完成', '用户 department代离岗派发员'],
  ])
  await act('unblock')
})

test('delegates of a dispatcher lose their transitions when the dispatcher is unblocked', async () => {
  const id = await underWay('派发员回来的抽排任务')
  await act('block')
  expect(await actionsOf('department', id)).toContain('abort')
  await act('unblock')
  expect(await actionsOf('department', id)).toEqual([])
  expect((await stage.department('abort', { id, reason: '示例原因说明' })).status).toBe(403)
})

test('delegates of a blocked dispatcher read, edit and dispatch missions that were not dispatched yet', async () => {
  token = await app.signIn('leaving', 'government')
  const planned = {
    ...MISSION,
    title: '没有派发的任务',
    dispatchMode: '1',
    targetForceId: stage.forces.pumps,
  }
  const made = await app.post<{ id: string }>('/newapi/governmentDepartments/create', planned, { token })
  const { id } = made.data
  expect(await stage.read(id, 'department')).toBeNull()
  expect(await listed('department')).not.toContain(id)
  await act('block')
  expect(await waitsFor('department', id)).toContain('代离岗派发员：请“派发”')
  expect(await listed('department')).toContain(id)
  expect(await actionsOf('department', id)).toEqual(expect.arrayContaining(['dispatch', 'delete']))
  expect(await stage.read(id, 'neighbour')).toBeNull()
  expect(await listed('neighbour')).not.toContain(id)
  expect(await waitsFor('neighbour', id)).toBeUndefined()
  const { revision, editable } = (await stage.read(id, 'department')) as unknown as {
    readonly revision: number
    readonly editable: boolean
  }
  expect(editable).toBe(true)
  const edited = await stage.department('update', { ...planned, id, revision, place: '改过的地点' })
  expect(edited.status, edited.text).toBe(200)
  const sent = await stage.department('delivery', { id })
  expect(sent.status, sent.text).toBe(200)

  // Taken back, or declined, it is still theirs.
  expect((await stage.department('recall', { id })).status).toBe(200)
  expect(await actionsOf('department', id)).toContain('dispatch')
  expect((await stage.department('delivery', { id })).status).toBe(200)
  expect((await stage.force('decline', { id, reason: '车辆都在外面' }, 'pumps')).status).toBe(200)
  expect(await waitsFor('department', id)).toContain('代离岗派发员')
  expect(await actionsOf('department', id)).toContain('dispatch')
  expect(await titlesOf('department', id)).not.toEqual([])
  await act('unblock')
  expect(await stage.read(id, 'department')).toBeNull()
  expect(await listed('department')).not.toContain(id)
})
