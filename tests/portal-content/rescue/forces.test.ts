// Tests rescue forces of missions: deletion guard, refused dispatch, and validation of times.
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

const register = async (forceName: string, by: Name = 'boats') => {
  const { data, text } = await stage.force('create', { ...FORCE, forceName }, by)
  expect(data, text).not.toBeNull()
  return (data as { id: string }).id
}
const planned = (targetForceId: string) => stage.create({ dispatchMode: '1', targetForceId })
const dispatch = (id: string) => stage.department('delivery', { id })
const dissolve = (id: string, by: Name = 'boats') =>
  stage.force('delete', { id, ...(by === 'boats' ? {} : { reason: '重复登记' }) }, by)

describe('rescue force of a mission', () => {
  test('cannot be deleted by its owner or by an operator until the force declines the mission', async () => {
    const force = await register('示例堤防巡查队')
    const id = await planned(force)
    expect((await dispatch(id)).status).toBe(200)
    for (const by of ['boats', 'operator'] as const) {
      const refused = await dissolve(force, by)
      expect([refused.status, refused.msg], by).toEqual([
        409,
        '仍有 1 项救援任务的“承担队伍”引用该内容，暂时不能删除',
      ])
    }
    expect(await stage.read(id, 'department')).toMatchObject({ forceIdTitle: '示例堤防巡查队' })
    await stage.force('decline', { id, reason: '船只检修' }, 'boats')
    expect((await dissolve(force)).status).toBe(200)
  })

  test('is refused for dispatch after its deletion, with a message to select another force', async () => {
    const force = await register('示例夜间搜索队')
    const id = await planned(force)
    expect((await dissolve(force)).status).toBe(200)
    const late = await dispatch(id)
    expect([late.status, late.msg]).toEqual([409, '承担队伍已被删除，请另选后再“派发”'])
    expect(await stage.read(id, 'department')).toMatchObject({ status: 'planned', forceId: null })
  })

  test('is either dispatched or deleted when both calls run at once, and the other call returns 409', async () => {
    for (let at = 0; at < 6; at += 1) {
      const force = await register(`示例并行队伍 ${at}`)
      const id = await planned(force)
      const answers = await Promise.all([dispatch(id), dissolve(force)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    }
  })

  test('is refused for dispatch when the force has no owner account', async () => {
    const force = await register('示例无人值守队')
    const id = await planned(force)
    await app.services.db.updateTable('item').set({ ownerId: null }).where('id', '=', force).execute()
    const refused = await dispatch(id)
    expect([refused.status, refused.msg]).toEqual([
      409,
      '“示例无人值守队”没有可用的账号，无法接收通知和办理“接受派发”：请另选承担队伍',
    ])
    expect(await stage.read(id, 'department')).toMatchObject({ status: 'planned', forceId: null })
  })
})

describe('time validation of a rescue mission', () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const refusal = async (more: object) => {
    const body = { ...MISSION, ...more }
    const { status, errors } = await stage.department('create', body)
    return [status, errors]
  }

  test('compares occurTime and rallyTime with the current time to the minute', async () => {
    expect(await refusal({ occurTime: inMinutes(40) })).toEqual([
      400,
      [{ path: '/occurTime', message: '发生时间不能晚于现在' }],
    ])
    expect(await refusal({ rallyTime: inMinutes(-40) })).toEqual([
      400,
      [{ path: '/rallyTime', message: '集结时限不能早于现在' }],
    ])
    // Clocks differ.
    expect((await refusal({ occurTime: inMinutes(2), rallyTime: inMinutes(30) }))[0]).toBe(200)
  })

  test('refuses a report time in the future', async () => {
    const id = await stage.create()
    await stage.department('robbed', { id })
    await stage.force('robbed', { id }, 'pumps')
    const report = {
      missionId: id,
      stage: '1',
      title: '现场情况',
      place: '示例路',
      content: '两台排水车已出发',
    }
    const early = await stage.force('delivery', { ...report, reportTime: inMinutes(60) }, 'pumps')
    expect(early.errors).toEqual([{ path: '/reportTime', message: '时间不能晚于现在' }])
    expect((await stage.force('delivery', { ...report, reportTime: inMinutes(-1) }, 'pumps')).status).toBe(
      200,
    )
  })

  test('refuses a report time before occurTime and hides this reason from other forces', async () => {
    const id = await stage.create({ occurTime: inMinutes(-30) })
    await stage.department('robbed', { id })
    await stage.force('robbed', { id }, 'pumps')
    const report = {
      missionId: id,
      stage: '1',
      title: '现场情况',
      place: '示例路',
      content: '两台排水车已出发',
    }
    const early = await stage.force('delivery', { ...report, reportTime: inMinutes(-40) }, 'pumps')
    expect([early.status, early.errors]).toEqual([
      400,
      [{ path: '/reportTime', message: '时间不能早于灾害发生时间' }],
    ])
    // Who may not report learns nothing of it.
    const other = await stage.force('delivery', { ...report, reportTime: inMinutes(-40) }, 'far')
    expect(other.errors ?? []).not.toEqual(early.errors)
    expect((await stage.force('delivery', { ...report, reportTime: inMinutes(-20) }, 'pumps')).status).toBe(
      200,
    )
  })
})
