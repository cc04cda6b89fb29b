// Tests that missions are neither created for nor dispatched to a force without an active account.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/identity/accounts/passwords.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { buildStage, FORCE, MISSION, type Stage } from './cast.ts'

const PASSWORD = 'Zhongxin-7788x'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await createTestApp()
  stage = await buildStage(app)
}, 120_000)
afterAll(() => app?.close())

/** Of an account of its own. */
const register = async (owner: string, forceName: string) => {
  const token = await app.signIn(owner, 'rescueForces')
  await app.services.db
    .updateTable('account')
    .set({ passwordHash: await hashPassword(PASSWORD) })
    .where('id', '=', owner)
    .execute()
  const made = await app.post<{ id: string }>(
    '/newapi/rescueForces/create',
    { ...FORCE, forceName },
    { token },
  )
  expect(made.status, made.text).toBe(200)
  return { owner, token, force: made.data.id, forceName }
}
type Registered = Awaited<ReturnType<typeof register>>

const act = (call: string, id: string) =>
  app.post(`/newapi/operator/user/${call}`, { id, reason: '示例核查' }, stage.as('operator'))

const WAYS = [
  {
    how: 'was removed by itself',
    take: ({ token }: Registered) =>
      app.post('/newapi/api/account/remove', { password: PASSWORD }, { token }),
  },
  { how: 'was blocked', take: ({ owner }: Registered) => act('block', owner) },
  { how: 'may not write', take: ({ owner }: Registered) => act('blacken', owner) },
]

test.each(WAYS)(
  'creation and dispatch of a mission refuse a force whose account $how',
  async ({ how, take }) => {
    const one = await register(`force-${WAYS.findIndex((way) => way.how === how)}`, `示例队伍：${how}`)
    const dispatched = { ...MISSION, dispatchMode: '1', targetForceId: one.force }
    const planned = await stage.create({ dispatchMode: '1', targetForceId: one.force })
    const gone = await take(one)
    expect(gone.status, gone.text).toBe(200)
    const words = `“${one.forceName}”没有可用的账号，无法接收通知和办理“接受派发”：请另选承担队伍`
    const late = await stage.department('delivery', { id: planned })
    expect([late.status, late.msg]).toEqual([409, words])
    expect(await stage.read(planned, 'department')).toMatchObject({ status: 'planned', forceId: null })
    const refused = await stage.department('create', { ...dispatched, title: '另一项内涝抽排任务' })
    expect([refused.status, refused.errors]).toEqual([400, [{ path: '/targetForceId', message: words }]])
  },
)

test('a planned mission whose force account is blocked can be edited, and dispatched after unblocking', async () => {
  const one = await register('force-later', '示例后来停用队')
  const id = await stage.create({ dispatchMode: '1', targetForceId: one.force })
  await act('block', one.owner)
  const { revision } = (await stage.read(id, 'department')) as unknown as { revision: number }
  const mended = await stage.department('update', {
    ...MISSION,
    dispatchMode: '1',
    targetForceId: one.force,
    staffNeed: 30,
    id,
    revision,
  })
  expect(mended.status, mended.text).toBe(200)
  const back = await app.post('/newapi/operator/user/unblock', { id: one.owner }, stage.as('operator'))
  expect(back.status, back.text).toBe(200)
  const dispatched = await stage.department('delivery', { id })
  expect(dispatched.status, dispatched.text).toBe(200)
})

test('declining an accepted mission is refused with a message that names its state and the transition', async () => {
  const id = await stage.create({ dispatchMode: '1', targetForceId: stage.forces.pumps })
  await stage.department('delivery', { id })
  expect((await stage.force('accept', { id }, 'pumps')).status).toBe(200)
  const late = await stage.force('decline', { id, reason: '车辆正在检修' }, 'pumps')
  expect([late.status, late.msg]).toEqual([409, '该救援任务目前为“已接取”状态，不能办理“不能承担”'])
})

test('blocking one account of a mission notifies the other account and not the blocked one', async () => {
  const one = await register('force-midway', '示例中途停用队')
  const id = await stage.create({ dispatchMode: '1', targetForceId: one.force, title: '中途停用的抽排任务' })
  expect((await stage.department('delivery', { id })).status).toBe(200)
  const told = async (token: string | undefined) => {
    const { data } = await app.get<{ list: { title: string; dataId: string }[] }>(
      '/newapi/msgNotice/getMsgNoticeInfo?limit=50',
      { token },
    )
    return data.list.filter(({ dataId, title }) => dataId === id && title.includes('一方暂不能办理')).length
  }
  const unblock = (name: string) =>
    app.post('/newapi/operator/user/unblock', { id: name }, stage.as('operator'))
  expect((await act('block', one.owner)).status).toBe(200)
  expect(await told(stage.as('department').token)).toBe(1)
  expect((await unblock(one.owner)).status).toBe(200)
  const token = await app.signIn(one.owner, 'rescueForces')
  expect(await told(token)).toBe(0)
  expect((await act('block', 'department')).status).toBe(200)
  expect(await told(token)).toBe(1)
  expect((await unblock('department')).status).toBe(200)
})
