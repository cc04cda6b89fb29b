// Tests a rescue mission from draft to archive: to-dos, notices and readers in each state (RES-01, RES-02).

import { afterAll, beforeAll, expect, test } from 'vitest'
import { maskMobile } from '#shared/access/mask.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { type Onlookers, watch } from '../../server/support/whose-turn.ts'
import { buildStage, MISSION, type Name, type Stage } from './cast.ts'

const NAMES: readonly Name[] = [
  'department',
  'neighbour',
  'province',
  'pumps',
  'boats',
  'far',
  'operator',
  'auditor',
]
/** Whom it may concern. */
const TOLD: readonly Name[] = ['department', 'province', 'pumps', 'boats', 'far']
const TITLE = MISSION.title
const RATING = {
  scoreSpeed: '5',
  scoreAbility: '4',
  scoreDiscipline: '5',
  scoreEquip: '4',
  content: '到得快，处置得当',
}
const RATING_BACK = { scoreInformation: '4', scoreCommand: '5', scoreSupport: '3', content: '灾情说明清楚' }

let app: TestApp
let stage: Stage
let all: Onlookers<Name>
let id = ''
let now = new Date('2026-11-24T02:00:00Z')
beforeAll(async () => {
  app = await createTestApp({
    clock: () => {
      now = new Date(now.getTime() + 10)
      return now
    },
  })
  stage = await buildStage(app)
  all = watch({ app, names: TOLD, tokenOf: (name) => stage.as(name).token, desk: ['operator'] })
}, 120_000)
afterAll(() => app?.close())

const ok = async (answer: ReturnType<TestApp['post']>): Promise<unknown> => {
  const { status, data, text } = await answer
  expect(status, text).toBe(200)
  return data
}
const report = (stageOf: string, title: string) =>
  stage.force(
    'delivery',
    {
      missionId: id,
      stage: stageOf,
      title,
      reportTime: new Date(now.getTime() - 60_000).toISOString(),
      place: '示例路下穿通道',
      lng: 119.31,
      lat: 26.06,
      content: '两台排水车已展开作业',
    },
    'boats',
  )

/** Everybody named reads this state and this step as the last, everybody else nothing. */
async function agreed(readers: readonly Name[], status: string, last?: object): Promise<void> {
  for (const by of NAMES) {
    const seen = await stage.read(id, by)
    if (!readers.includes(by)) expect(seen, by).toBeNull()
    else {
      expect([by, seen.status]).toEqual([by, status])
      if (last) expect(seen.history[0], by).toMatchObject(last)
    }
  }
}
const OWN: readonly Name[] = ['department', 'operator', 'auditor']
const DISPATCHED: readonly Name[] = ['department', 'boats', 'province', 'operator', 'auditor']

test('a mission draft waits for the department, which may dispatch or delete the draft', async () => {
  await all.seen('')
  id = await stage.create({ dispatchMode: '1', targetForceId: stage.forces.boats })
  expect(await all.seen(id)).toEqual({ desk: null, todo: { department: '待您办理：派发' }, told: {} })
  await agreed(OWN, 'planned')
  expect((await stage.read(id, 'department')).actions.map(({ action }) => action)).toEqual([
    'dispatch',
    'delete',
  ])
})

test('a dispatched mission waits for the chosen force, and no other account is notified', async () => {
  await ok(stage.department('delivery', { id }))
  expect(await all.seen(id)).toEqual({
    desk: null,
    todo: { boats: '待您决定：接受派发或不能承担' },
    told: { boats: [`新的救援任务：${TITLE}`] },
  })
  await agreed(DISPATCHED, 'assigned', { title: '派发' })
  // It was never anybody's to take: who tries his luck does not hear that it is there.
  const lucky = await stage.force('robbed', { id }, 'pumps')
  expect([lucky.status, lucky.msg]).toEqual([404, (await stage.force('robbed', { id: 'none' }, 'pumps')).msg])
})

test('a declined mission returns to the department with the reason', async () => {
  await ok(stage.force('decline', { id, reason: '船只检修' }, 'boats'))
  expect(await all.seen(id)).toEqual({
    desk: null,
    todo: { department: '请修改后“派发”' },
    told: { department: [`任务“${TITLE}”需要另派队伍`] },
  })
  await agreed(OWN, 'planned', { title: '不能承担', reason: '船只检修' })
})

test('an opened mission is offered to the forces of the region, and no other account is notified', async () => {
  const { revision } = (await stage.read(id, 'department')) as unknown as { revision: number }
  await ok(stage.department('update', { ...MISSION, id, revision, dispatchMode: '2' }))
  expect((await all.seen(id)).todo).toEqual({ department: '请修改后“开放接取”' })
  await ok(stage.department('robbed', { id }))
  const offered = [`本地区有救援任务待接取：${TITLE}`]
  expect(await all.seen(id)).toEqual({ desk: null, todo: {}, told: { pumps: offered, boats: offered } })
  await agreed(['department', 'province', 'pumps', 'boats', 'operator', 'auditor'], 'offered')
  // Who declined before, and why, is between him and the department.
  for (const [by, isHis] of [
    ['pumps', false],
    ['boats', true],
  ] as const) {
    const seen = await stage.read(id, by)
    expect(seen.actions.map(({ action }) => action)).toEqual(['take'])
    expect(JSON.stringify(seen).includes('船只检修')).toBe(isHis)
  }
})

test('a taken mission is hidden from other forces of the region and shows its force the masked contact', async () => {
  await ok(stage.force('robbed', { id }, 'boats'))
  expect(await all.seen(id)).toEqual({
    desk: null,
    todo: { boats: '待您办理：出发' },
    told: {
      department: [`任务“${TITLE}”已有队伍承担`],
      pumps: [`任务“${TITLE}”已由其他队伍承担`],
    },
  })
  await agreed(DISPATCHED, 'taken', { title: '接取任务' })
  expect(await stage.read(id, 'boats')).toMatchObject({
    commanderMobile: maskMobile(MISSION.commanderMobile),
  })
  expect(await stage.read(id, 'province')).not.toHaveProperty('commanderMobile')
  const late = await stage.force('robbed', { id }, 'pumps')
  expect([late.status, late.msg]).toEqual([409, '该任务已被其他救援力量接取'])
})

test.each([
  ['1', 'enRoute', '赶赴现场', '出发', { boats: '待您办理：到达现场' }],
  ['2', 'onSite', '现场处置', '到达现场', { boats: '待您办理：处置完毕' }],
  ['4', 'delivered', '待确认', '处置完毕', { department: '待您决定：确认完成或要求继续处置' }],
] as const)('a report of stage %s moves the mission to %s and notifies the department', async (...row) => {
  const [to, status, state, title, todo] = row
  await ok(report(to, `${state}的情况`))
  expect(await all.seen(id)).toEqual({
    desk: null,
    todo,
    told: { department: [`任务“${TITLE}”：${state}`] },
  })
  await agreed(DISPATCHED, status, { title })
})

test('a mission sent back by the department waits for its force, with the reason', async () => {
  await ok(stage.department('resume', { id, reason: '车库仍有积水' }))
  expect(await all.seen(id)).toEqual({
    desk: null,
    todo: { boats: '待您办理：处置完毕' },
    told: { boats: [`任务“${TITLE}”：现场处置`] },
  })
  await agreed(DISPATCHED, 'onSite', { title: '要求继续处置', reason: '车库仍有积水' })
  await ok(report('4', '车库抽干'))
  await all.seen(id)
})

test('a report between the stages keeps the state of the mission and notifies the department', async () => {
  const { id: other } = (await stage.department('create', MISSION)).data as { id: string }
  await ok(stage.department('robbed', { id: other }))
  await ok(stage.force('robbed', { id: other }, 'pumps'))
  await all.seen(other)
  const words = {
    missionId: other,
    stage: '3',
    title: '水位下降 0.4 米',
    place: '示例路',
    content: '持续抽排',
  }
  await ok(stage.force('delivery', { ...words, reportTime: now.toISOString() }, 'pumps'))
  expect(await all.seen(other)).toMatchObject({
    todo: { pumps: '待您办理：出发' },
    told: { department: [`任务“${MISSION.title}”：水位下降 0.4 米`] },
  })
})

test('a confirmed mission waits for the ratings of the department and of the force', async () => {
  await ok(stage.department('confirm', { id }))
  expect(await all.seen(id)).toEqual({
    desk: null,
    todo: { department: '待您办理：评价队伍', boats: '待您办理：评价派发方' },
    told: { boats: [`任务“${TITLE}”：待评价`] },
  })
  await agreed(DISPATCHED, 'completed', { title: '确认完成' })
})

test('a mission rated by one side waits for the other, and is archived with its history after both ratings', async () => {
  await ok(stage.department('evaluation', { id, ...RATING }))
  expect(await all.seen(id)).toEqual({
    desk: null,
    todo: { boats: '待您办理：评价派发方' },
    told: { boats: [`任务“${TITLE}”收到评价`] },
  })
  await ok(stage.force('evaluation', { id, ...RATING_BACK }, 'boats'))
  expect(await all.seen(id)).toEqual({
    desk: null,
    todo: {},
    told: { department: [`任务“${TITLE}”收到评价`] },
  })
  await agreed(DISPATCHED, 'archived', { title: '评价派发方' })
  const way = [
    '派发',
    '不能承担',
    '开放接取',
    '接取任务',
    '出发',
    '到达现场',
    '处置完毕',
    '要求继续处置',
    '处置完毕',
    '确认完成',
    '评价队伍',
    '评价派发方',
  ]
  for (const by of DISPATCHED) {
    const { history, actions } = await stage.read(id, by)
    expect(history.map(({ title }) => title).reverse(), by).toEqual(way)
    expect(actions, by).toEqual([])
    const said = history.map(({ reason }) => reason)
    expect(said, by).toEqual(expect.arrayContaining([RATING.content, RATING_BACK.content]))
  }
  for (const [call, body] of [
    ['confirm', {}],
    ['abort', { reason: '再来' }],
    ['recall', {}],
    ['delete', {}],
    ['evaluation', RATING],
  ] as const)
    expect((await stage.department(call, { id, ...body })).status, call).toBe(409)
})

test('an aborted mission waits for no account, notifies its force and shows the reason', async () => {
  id = await stage.create()
  await ok(stage.department('robbed', { id }))
  await ok(stage.force('robbed', { id }, 'boats'))
  await all.seen(id)
  await ok(stage.department('abort', { id, reason: '积水已退' }))
  expect(await all.seen(id)).toEqual({
    desk: null,
    todo: {},
    told: { boats: [`任务“${TITLE}”：已中止`] },
  })
  await agreed(DISPATCHED, 'aborted', { title: '中止任务', reason: '积水已退' })
})
