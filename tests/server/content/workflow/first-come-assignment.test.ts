// Tests tasks with first-come assignment: read access by region, assignment, records under a task, to-dos.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERRAND, modelWith } from '../../../support/loan.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp
const tokens = new Map<string, string>()
const RIVALS = 64

/** An account whose registration names an area. */
async function settle(name: string, role: string, region: string, form = 'registerRescueForces') {
  await app.signIn(name, role)
  await app.services.db
    .updateTable('account')
    .set({ form, application: { areaIds: region, dutyRegion: region } })
    .where('id', '=', name)
    .execute()
  tokens.set(name, await app.signIn(name, role))
}

const as = (name: string) => ({ token: tokens.get(name) })

beforeAll(async () => {
  app = await createTestApp({ model: modelWith(ERRAND) })
  await settle('chief', 'government', '3501', 'staffAccount')
  await settle('neighbour', 'government', '3502', 'staffAccount')
  await settle('province', 'government', '35', 'staffAccount')
  for (let at = 0; at < RIVALS; at += 1) await settle(`team${at}`, 'rescueForces', '350102')
  await settle('far', 'rescueForces', '4403')
  await settle('nameless', 'rescueForces', '350103')
  for (let at = 0; at < RIVALS; at += 1)
    await app.post('/newapi/errandTeam/add', { title: `第 ${at} 队` }, as(`team${at}`))
  await app.post('/newapi/errandTeam/add', { title: '外地队' }, as('far'))
  tokens.set('auditor', await app.signIn('auditor', 'auditor'))
}, 120_000)
afterAll(() => app?.close())

async function offered(): Promise<string> {
  const task = { title: '堤防巡查', region: '3501', phone: '13800000000' }
  const { data, text } = await app.post<{ id: string }>('/newapi/errand/add', task, as('chief'))
  const { status } = await app.get(`/newapi/errand/offer?id=${data.id}`, as('chief'))
  expect(status, text).toBe(200)
  return data.id
}

interface Whole {
  readonly status: string
  readonly phone?: string
  readonly teamId: string | null
  readonly teamIdTitle: string | null
  readonly relations: readonly string[]
  readonly actions: readonly { readonly action: string }[]
  readonly history?: readonly { readonly title: string; readonly part: string }[]
}
const read = (id: string, by: string) => app.get<Whole>(`/newapi/errand/info/${id}`, as(by))
const step = (verb: string, id: string, by: string) =>
  app.get<{ status: string }>(`/newapi/errand/${verb}?id=${id}`, as(by))
const listed = async (by: string) =>
  (await app.get<{ list: { id: string }[]; totalCount: number }>('/newapi/errand/list?limit=50', as(by))).data

describe('read access to a task by region', () => {
  test.each([
    ['the owner', 'chief', 200],
    ['a team of a district of the city', 'team0', 200],
    ['who is in charge of the province', 'province', 200],
    ['who is in charge of another city', 'neighbour', 404],
    ['a team of another province', 'far', 404],
    ['who examines', 'auditor', 200],
  ])('the detail call and the list apply the same read access: %s', async (_title, name, status) => {
    const id = await offered()
    expect((await read(id, name)).status).toBe(status)
    expect((await listed(name)).list.some((item) => item.id === id)).toBe(status === 200)
  })

  test('hides a planned task from teams and other authorities, in the detail and in the list', async () => {
    const task = { title: '堤防巡查', region: '3501' }
    const { data } = await app.post<{ id: string }>('/newapi/errand/add', task, as('chief'))
    for (const name of ['team0', 'province', 'neighbour']) {
      expect((await read(data.id, name)).status).toBe(404)
      expect((await listed(name)).list.some((item) => item.id === data.id)).toBe(false)
    }
  })

  test('refuses visitors with 401, in the detail and in the list', async () => {
    const id = await offered()
    expect((await app.get(`/newapi/errand/info/${id}`)).status).toBe(401)
    expect((await app.get('/newapi/errand/list')).status).toBe(401)
  })
})

describe('first-come assignment of a task', () => {
  test('gives the first team the task with phone and next actions and hides it from other teams', async () => {
    const id = await offered()
    expect((await read(id, 'team1')).data).toMatchObject({ actions: [{ action: 'grab' }] })
    expect((await read(id, 'team1')).data).not.toHaveProperty('phone')
    expect((await step('grab', id, 'team1')).data).toMatchObject({ status: 'running' })
    const mine = (await read(id, 'team1')).data
    expect(mine).toMatchObject({
      teamIdTitle: '第 1 队',
      phone: '13800000000',
      relations: ['party:teamId'],
      actions: [{ action: 'giveUp' }, { action: 'finish' }],
      history: [{ title: '认领', part: '本地区的救援力量' }],
    })
    expect((await read(id, 'province')).data).not.toHaveProperty('phone')
    expect((await read(id, 'team2')).status).toBe(404)
    expect((await listed('team1')).list.some((item) => item.id === id)).toBe(true)
    expect((await listed('team2')).list.some((item) => item.id === id)).toBe(false)
  })

  test('assigns the task to one of 64 teams that grab it at once and answers the others with 409', async () => {
    const id = await offered()
    const answers = await Promise.all(
      Array.from({ length: RIVALS }, (_, at) => step('grab', id, `team${at}`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const others = answers.filter(({ status }) => status !== 200)
    expect(new Set(others.map(({ status, msg }) => `${status} ${msg}`))).toEqual(
      new Set(['409 该任务已被其他队伍认领']),
    )
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await read(id, 'chief')).data.teamIdTitle).toBe(`第 ${winner} 队`)
    expect((await read(id, 'chief')).data.history).toMatchObject([{ title: '认领' }, { title: '发布' }])
  }, 60_000)

  test('does not reveal an assignment to accounts that were not allowed to grab the task', async () => {
    const id = await offered()
    await step('grab', id, 'team3')
    expect((await step('grab', id, 'far')).status).toBe(404)
    expect((await step('grab', id, 'neighbour')).status).toBe(403)
    expect((await step('grab', id, 'team3')).status).toBe(409)
    expect((await step('grab', id, 'team3')).msg).not.toContain('其他队伍')
  })

  test('refuses an account without a team entry and leaves the task unassigned', async () => {
    const id = await offered()
    const refused = await step('grab', id, 'nameless')
    expect(refused).toMatchObject({ status: 409, msg: '请先登记您的巡查队伍并等待公开，再认领' })
    expect((await read(id, 'nameless')).data).toMatchObject({ status: 'sought', teamId: null })
  })

  test('lets another team grab the task after the assignee gives it up', async () => {
    const id = await offered()
    await step('grab', id, 'team4')
    expect((await step('giveUp', id, 'team5')).status).toBe(404)
    expect((await step('giveUp', id, 'team4')).data).toMatchObject({ status: 'sought' })
    expect((await step('grab', id, 'team5')).data).toMatchObject({ status: 'running' })
    expect((await read(id, 'team4')).status).toBe(404)
  })
})

describe('records under an assigned task', () => {
  test('are accepted from the assignee only and listed to the assignee and the task owner only', async () => {
    const id = await offered()
    await step('grab', id, 'team6')
    const log = (by: string) => app.post('/newapi/errandLog/add', { errandId: id, title: '堤脚渗水' }, as(by))
    expect(await log('chief')).toMatchObject({
      status: 403,
      msg: expect.stringMatching(/^只有该任务的.+可以为其提交巡查记录$/),
    })
    // What he may not read he cannot name.
    expect((await log('team7')).status).toBe(400)
    expect((await log('team6')).status).toBe(200)
    const logs = async (by: string) =>
      (await app.get<{ totalCount: number }>(`/newapi/errandLog/list?errandId=${id}`, as(by))).data.totalCount
    expect([await logs('team6'), await logs('chief'), await logs('team7'), await logs('province')]).toEqual([
      1, 1, 0, 0,
    ])
  })

  test('show the title of the task to every reader of the record, but not once the task is unreadable', async () => {
    const id = await offered()
    await step('grab', id, 'team10')
    const record = { errandId: id, title: '闸门漏水' }
    const { data: made } = await app.post<{ id: string }>('/newapi/errandLog/add', record, as('team10'))
    const titleFor = async (by: string) => {
      const url = `/newapi/errandLog/list?errandId=${id}`
      const { data } = await app.get<{ list: { id: string; errandIdTitle: string | null }[] }>(url, as(by))
      return data.list.find((one) => one.id === made.id)?.errandIdTitle
    }
    // Who examines reads the record; others of his role share his answer, and read the task too.
    expect([await titleFor('team10'), await titleFor('chief'), await titleFor('auditor')]).toEqual([
      '堤防巡查',
      '堤防巡查',
      '堤防巡查',
    ])
    await app.services.db.updateTable('item').set({ status: 'lost' }).where('id', '=', id).execute()
    await app.services.cache.changed('errand')
    expect(await titleFor('auditor'), 'what is in no state of its lifecycle nobody reads').toBeNull()
  })
})

describe('to-do list of the assignee', () => {
  test('lists the assigned task until the task is finished', async () => {
    const id = await offered()
    await step('grab', id, 'team8')
    const todo = async (by: string) =>
      (await app.get<{ list: { id: string; turn: string }[] }>('/newapi/userPage/todo?limit=50', as(by))).data
        .list
    expect((await todo('team8')).find((item) => item.id === id)).toMatchObject({
      turn: '待您决定：退回或完成',
    })
    expect((await todo('team9')).some((item) => item.id === id)).toBe(false)
    await app.post('/newapi/errand/finish', { id, reason: '未见险情' }, as('team8'))
    expect((await todo('team8')).some((item) => item.id === id)).toBe(false)
  })
})
