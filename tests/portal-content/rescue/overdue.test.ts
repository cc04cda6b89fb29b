// Tests deadlines of rescue missions (rally time, rating period) and messages of refused transitions.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deadlineTask } from '#server/content/workflow/deadlines.ts'
import { Scheduler } from '#server/platform/scheduler/scheduler.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { buildStage, MISSION, type Stage } from './cast.ts'

const TITLE = MISSION.title
const HOUR = 3_600_000
const RATING = {
  scoreSpeed: '5',
  scoreAbility: '4',
  scoreDiscipline: '5',
  scoreEquip: '4',
  content: '处置得当',
}
const RATING_BACK = { scoreInformation: '4', scoreCommand: '5', scoreSupport: '3', content: '灾情说明清楚' }

let app: TestApp
let stage: Stage
let now = new Date('2026-11-24T02:00:00Z')
beforeAll(async () => {
  app = await createTestApp({
    clock: () => {
      now = new Date(now.getTime() + 10)
      return now
    },
  })
  stage = await buildStage(app)
}, 120_000)
afterAll(() => app?.close())

const ok = async (answer: ReturnType<TestApp['post']>): Promise<void> => {
  const { status, text } = await answer
  expect(status, text).toBe(200)
}
const pass = async (hours: number): Promise<void> => {
  now = new Date(now.getTime() + hours * HOUR)
  await new Scheduler(app.services, [deadlineTask]).runDue()
}
const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR).toISOString()
const soon = (more: object = {}) => stage.create({ rallyTime: inHours(0.1), ...more })
const toldOf = async (id: string) =>
  (
    await app.services.db
      .selectFrom('notice')
      .select(['userId', 'title'])
      .where('itemId', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ userId, title }) => `${userId} ${title}`)
const statusOf = async (id: string) =>
  (await app.services.db.selectFrom('item').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status

describe('rescue mission after its rally time', () => {
  test('cannot be dispatched or opened until its rally time is updated', async () => {
    const direct = await soon({ dispatchMode: '1', targetForceId: stage.forces.boats })
    const open = await soon()
    await pass(0.15)
    for (const [call, id, step] of [
      ['delivery', direct, '派发'],
      ['robbed', open, '开放接取'],
    ] as const) {
      const refused = await stage.department(call, { id })
      expect([refused.status, refused.msg]).toEqual([409, `“集结时限”已过，请先更新后再“${step}”`])
    }
    const { revision } = (await stage.read(open, 'department')) as unknown as { revision: number }
    await ok(stage.department('update', { ...MISSION, id: open, revision, rallyTime: inHours(5) }))
    await ok(stage.department('robbed', { id: open }))
  })

  test('returns to planned when no force has accepted, and notifies the department and the offered forces', async () => {
    const open = await soon()
    const direct = await soon({ dispatchMode: '1', targetForceId: stage.forces.boats })
    await ok(stage.department('robbed', { id: open }))
    await ok(stage.department('delivery', { id: direct }))
    await pass(0.05)
    expect([await statusOf(open), await statusOf(direct)]).toEqual(['offered', 'assigned'])
    await pass(0.1)
    expect([await statusOf(open), await statusOf(direct)]).toEqual(['planned', 'planned'])
    const lapsed = `department 任务“${TITLE}”到了集结时限仍无人承担`
    const late = `任务“${TITLE}”已过集结时限`
    expect(await toldOf(open)).toEqual(expect.arrayContaining([lapsed, `pumps ${late}`, `boats ${late}`]))
    expect(await toldOf(direct)).toEqual(expect.arrayContaining([lapsed, `boats ${late}`]))
    expect(await toldOf(direct)).not.toContain(`pumps ${late}`)
    expect(await stage.read(direct, 'department')).toMatchObject({ forceId: null })
  })
})

describe('refused transition of a rescue mission', () => {
  test('names the field and the value that the transition requires', async () => {
    const id = await soon()
    const refused = await stage.department('delivery', { id })
    expect([refused.status, refused.msg]).toEqual([
      409,
      '这条内容目前不符合“派发”的条件：“派发方式”须为“定向派发”',
    ])
  })

  test('names the current state when the same report is sent twice', async () => {
    const id = await soon()
    await ok(stage.department('robbed', { id }))
    await ok(stage.force('robbed', { id }, 'boats'))
    const report = {
      missionId: id,
      stage: '1',
      title: '已从驻地出发',
      reportTime: inHours(0),
      place: '示例路',
      content: '两台排水车已出发',
    }
    await ok(stage.force('delivery', report, 'boats'))
    const twice = await stage.force('delivery', report, 'boats')
    expect([twice.status, twice.msg]).toEqual([409, '该救援任务已是“赶赴现场”状态，无须重复提交'])
  })
})

describe('rating period of a completed mission', () => {
  async function completed(): Promise<string> {
    const id = await soon({ dispatchMode: '1', targetForceId: stage.forces.boats })
    await ok(stage.department('delivery', { id }))
    await ok(stage.force('accept', { id }, 'boats'))
    await app.services.db.updateTable('item').set({ status: 'delivered' }).where('id', '=', id).execute()
    await ok(stage.department('confirm', { id }))
    return id
  }

  test('ends after 15 days with archiving, and each account that has not rated is reminded before', async () => {
    const [neither, back, first] = [await completed(), await completed(), await completed()]
    await ok(stage.department('evaluation', { id: back, ...RATING }))
    await ok(stage.force('evaluation', { id: first, ...RATING_BACK }, 'boats'))
    await pass(24 * 13)
    const soonOver = `任务“${TITLE}”还有 2 天可以评价`
    const reminded = async (id: string) =>
      (await toldOf(id)).filter((line) => line.endsWith(soonOver)).map((line) => line.split(' ')[0])
    expect((await reminded(neither)).toSorted()).toEqual(['boats', 'department'])
    expect(await reminded(back)).toEqual(['boats'])
    expect(await reminded(first)).toEqual(['department'])
    expect(await statusOf(neither)).toBe('completed')
    await pass(24 * 2 + 1)
    for (const id of [neither, back, first]) {
      expect(await statusOf(id)).toBe('archived')
      expect(await toldOf(id)).toEqual(
        expect.arrayContaining([`department 任务“${TITLE}”已归档`, `boats 任务“${TITLE}”已归档`]),
      )
    }
  })
})
