// Tests that no mission goes to a region without forces or to a force that is offline or unavailable.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { buildStage, FORCE, type Name, type Stage } from './cast.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await createTestApp()
  stage = await buildStage(app)
}, 120_000)
afterAll(() => app?.close())

const register = async (forceName: string, more: object = {}, by: Name = 'boats') => {
  const { data, text } = await stage.force('create', { ...FORCE, forceName, ...more }, by)
  expect(data, text).not.toBeNull()
  return (data as { id: string }).id
}
const planned = (targetForceId: string) => stage.create({ dispatchMode: '1', targetForceId })
const dispatch = (id: string) => stage.department('delivery', { id })

const barredFor = async (id: string, by: Name, action: string) => {
  const { actions } = await stage.read(id, by)
  const offer = actions.find((one) => one.action === action) as { readonly barred?: string } | undefined
  return offer && (offer.barred ?? null)
}

describe('opening of a rescue mission', () => {
  const nobodyIn = (area: string) =>
    `“${area}”目前没有可以“接取任务”的账号，无人接收通知，暂时不能办理“开放接取”：请核对“所在地区”，或另选办法`

  test('is refused when the region has no force, and the message names the region', async () => {
    const id = await stage.create({ region: '3502' }, 'neighbour')
    const refused = await stage.department('robbed', { id }, 'neighbour')
    expect([refused.status, refused.msg]).toEqual([409, nobodyIn('福建省 厦门市')])
    expect(await stage.read(id, 'neighbour')).toMatchObject({ status: 'planned' })
    expect((await stage.read(id, 'neighbour')).missionNo ?? null).toBeNull()
  })

  test('is refused while the only force of the region is offline or blacklisted', async () => {
    const id = await stage.create({ region: '4403' })
    const entry = app.services.db
      .updateTable('item')
      .where('type', '=', 'rescueForce')
      .where('ownerId', '=', 'far')
    await entry.set({ status: 'offline' }).execute()
    expect((await stage.department('robbed', { id })).msg).toBe(nobodyIn('广东省 深圳市'))
    await entry.set({ status: 'online' }).execute()
    await app.services.db.updateTable('account').set({ black: true }).where('id', '=', 'far').execute()
    expect((await stage.department('robbed', { id })).msg).toBe(nobodyIn('广东省 深圳市'))
    await app.services.db.updateTable('account').set({ black: false }).where('id', '=', 'far').execute()
    expect((await stage.department('robbed', { id })).status).toBe(200)
  })
})

describe('unavailable rescue force', () => {
  test('is refused for dispatch while the force is offline', async () => {
    const force = await register('示例下线队伍')
    const id = await planned(force)
    const offline = await stage.force('offline', { id: force, reason: '资料待核实' }, 'operator')
    expect(offline.status, offline.text).toBe(200)
    const refused = await dispatch(id)
    expect([refused.status, refused.msg]).toEqual([409, '承担队伍目前没有公开，请另选后再“派发”'])
    await stage.force('online', { id: force }, 'operator')
    expect((await dispatch(id)).status).toBe(200)
  })

  test('is refused for dispatch until the force updates its ready state', async () => {
    const force = await register('示例检修队伍', { readyState: '4' })
    const id = await planned(force)
    const refused = await dispatch(id)
    expect([refused.status, refused.msg]).toEqual([
      409,
      '“示例检修队伍”目前不可用，请先由队伍更新备勤状态，或另选队伍',
    ])
    expect(await stage.read(id, 'department')).toMatchObject({ status: 'planned', forceId: null })
    const ready = await stage.force('ready', { id: force, readyState: '1' }, 'boats')
    expect(ready.status, ready.text).toBe(200)
    expect((await dispatch(id)).status).toBe(200)
  })

  test('cannot take an open mission', async () => {
    await stage.force('ready', { id: stage.forces.pumps, readyState: '4' }, 'pumps')
    const id = await stage.create()
    await stage.department('robbed', { id })
    const refused = await stage.force('robbed', { id }, 'pumps')
    expect([refused.status, refused.msg]).toEqual([
      409,
      '“示例排水抢险应急队”目前不可用，请先由队伍更新备勤状态，或另选队伍',
    ])
    expect(await stage.read(id, 'department')).toMatchObject({ status: 'offered', forceId: null })
  })
})

describe('reason of a barred transition', () => {
  test('names the blacklist and its reason to a blacklisted account at every transition', async () => {
    const id = await stage.create()
    const decide = async (call: string, more: object = {}) => {
      const body = { id: 'department', ...more }
      const done = await app.post(`/newapi/operator/user/${call}`, body, stage.as('operator'))
      expect(done.status, done.text).toBe(200)
    }
    await decide('blacken', { reason: '多次虚报' })
    const { actions } = await stage.read(id, 'department')
    expect(actions.map(({ action }) => action)).toEqual(expect.arrayContaining(['offer', 'delete']))
    for (const { action } of actions)
      expect(await barredFor(id, 'department', action)).toBe(
        '您的账号已被列入黑名单，只能浏览，不能发布、评论或发送消息。原因：多次虚报。如有异议，请联系我们',
      )
    await decide('whiten')
    expect(await barredFor(id, 'department', 'delete')).toBeNull()
  })

  test('names the unavailable or missing force at the take transition until a force is ready', async () => {
    const id = await stage.create()
    await stage.department('robbed', { id })
    expect(await barredFor(id, 'pumps', 'take')).toBe(
      '“示例排水抢险应急队”目前不可用，请先由队伍更新备勤状态，或另选队伍',
    )
    await stage.force('ready', { id: stage.forces.pumps, readyState: '1' }, 'pumps')
    expect(await barredFor(id, 'pumps', 'take')).toBeNull()
    await stage.force('offline', { id: stage.forces.pumps, reason: '资料待核实' }, 'operator')
    expect(await barredFor(id, 'pumps', 'take')).toBe('请先登记您的救援力量并等待公开，再接取任务')
    const entry = `/newapi/rescueForces/info/${stage.forces.pumps}`
    const { revision } = (await app.get<{ revision: number }>(entry, stage.as('operator'))).data
    const online = await stage.force('online', { id: stage.forces.pumps, revision }, 'operator')
    expect(online.status, online.text).toBe(200)
    const taken = await stage.force('robbed', { id }, 'pumps')
    expect(taken.status, taken.text).toBe(200)
  })

  test('names the unavailable force, the region without forces or the passed rally time to the dispatcher', async () => {
    const force = await register('示例停训队伍', { readyState: '4' })
    const unfit = '“示例停训队伍”目前不可用，请先由队伍更新备勤状态，或另选队伍'
    expect(await barredFor(await planned(force), 'department', 'dispatch')).toBe(unfit)
    const nowhere = await stage.create({ region: '3502' }, 'neighbour')
    expect(await barredFor(nowhere, 'neighbour', 'offer')).toContain('目前没有可以“接取任务”的账号')
    const late = await stage.create()
    await app.services.db
      .updateTable('item')
      .set(({ ref }) => ({ body: sql`${ref('body')} || '{"rallyTime":"2020-01-01T00:00:00.000Z"}'::jsonb` }))
      .where('id', '=', late)
      .execute()
    expect(await barredFor(late, 'department', 'offer')).toContain('已过，请先更新后再“开放接取”')
    expect(await barredFor(await stage.create(), 'department', 'offer')).toBeNull()
  })
})

describe('rescue force after dispatch of a mission', () => {
  const dispatched = async (forceName: string) => {
    const force = await register(forceName)
    const id = await planned(force)
    expect((await dispatch(id)).status).toBe(200)
    return { force, id }
  }
  const titles = async (by: Name) => {
    const { data } = await app.get<{ list: { title: string }[] }>(
      '/newapi/msgNotice/getMsgNoticeInfo?limit=50',
      stage.as(by),
    )
    return data.list.map(({ title }) => title)
  }

  test('cannot accept while unavailable, but can decline', async () => {
    const { force, id } = await dispatched('示例临时停训队伍')
    await stage.force('ready', { id: force, readyState: '4' }, 'boats')
    const unfit = '“示例临时停训队伍”目前不可用，请先由队伍更新备勤状态，或另选队伍'
    expect(await barredFor(id, 'boats', 'accept')).toBe(unfit)
    expect(await barredFor(id, 'boats', 'decline')).toBeNull()
    const refused = await stage.force('accept', { id }, 'boats')
    expect([refused.status, refused.msg]).toEqual([409, unfit])
    await stage.force('ready', { id: force, readyState: '1' }, 'boats')
    expect(await barredFor(id, 'boats', 'accept')).toBeNull()
    expect((await stage.force('accept', { id }, 'boats')).status).toBe(200)
  })

  test('cannot accept while offline, keeps its name on the mission, and the dispatcher is notified', async () => {
    const { force, id } = await dispatched('示例下线中的队伍')
    const under = await dispatched('示例另一支队伍')
    const offline = await stage.force('offline', { id: force, reason: '资料待核实' }, 'operator')
    expect(offline.status, offline.text).toBe(200)
    expect(await titles('department')).toContain('承担任务的救援力量“示例下线中的队伍”已下线')
    expect(await titles('province')).not.toContain('承担任务的救援力量“示例下线中的队伍”已下线')
    for (const by of ['department', 'boats', 'province'] as const)
      expect(await stage.read(id, by), by).toMatchObject({ forceIdTitle: '示例下线中的队伍' })
    const { data } = await app.get<{ list: { id: string; forceIdTitle: string }[] }>(
      '/newapi/rescueMission/list?limit=50',
      stage.as('department'),
    )
    expect(data.list.find((one) => one.id === id)?.forceIdTitle).toBe('示例下线中的队伍')
    const shut = '“示例下线中的队伍”目前为“已下线”状态，恢复公开前不能“接受派发”'
    expect(await barredFor(id, 'boats', 'accept')).toBe(shut)
    const refused = await stage.force('accept', { id }, 'boats')
    expect([refused.status, refused.msg]).toEqual([409, shut])
    expect((await stage.force('accept', { id: under.id }, 'boats')).status).toBe(200)
    expect((await stage.department('recall', { id })).status).toBe(200)
  })
})
