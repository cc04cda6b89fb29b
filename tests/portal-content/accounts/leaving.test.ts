// Tests account deletion with open cases: refused, with the cases and the transitions that end them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/identity/accounts/passwords.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { DECLARATION, type Stage as Incubation, buildStage as incubation } from '../incubation/cast.ts'
import { MISSION, type Stage as Rescue, buildStage as rescue } from '../rescue/cast.ts'

const PASSWORD = 'Zhongxin-7788x'

let app: TestApp
let field: Rescue
let works: Incubation
beforeAll(async () => {
  app = await createTestApp()
  field = await rescue(app)
  works = await incubation(app)
  await app.services.db
    .updateTable('account')
    .set({ passwordHash: await hashPassword(PASSWORD) })
    .execute()
}, 120_000)
afterAll(() => app?.close())

type Person = { readonly token: string | undefined }
const leave = (person: Person) => app.post('/newapi/api/account/remove', { password: PASSWORD }, person)
const refusal = async (person: Person) => {
  const { status, msg } = await leave(person)
  return [status, msg]
}
const ok = async (answer: ReturnType<TestApp['post']>) => {
  const { status, text } = await answer
  expect(status, text).toBe(200)
}
const says = (count: number, matters: string) =>
  `您还有 ${count} 项与他人共同办理的事项尚未办结，注销后无人接续，暂时不能注销账号：${matters}。办结或退出这些事项后，可以再次申请注销`

test('account deletion is refused for department and force until their rescue mission is done', async () => {
  const id = await field.create()
  await ok(field.department('robbed', { id }))
  expect(await refusal(field.as('department'))).toEqual([
    409,
    says(1, `救援任务“${MISSION.title}”（待接取，请先办理“收回”或“中止任务”）`),
  ])
  await ok(field.force('robbed', { id }, 'pumps'))
  expect(await refusal(field.as('pumps'))).toEqual([
    409,
    says(1, `救援任务“${MISSION.title}”（已接取，请先办理“退回任务”或“出发”）`),
  ])
  expect(await refusal(field.as('department'))).toEqual([
    409,
    expect.stringContaining(`救援任务“${MISSION.title}”（已接取，请先`),
  ])
  // It is as it was: he is still signed in, and goes on.
  const { status, text } = await app.get('/newapi/api/userInfo', field.as('pumps'))
  expect(status, text).toBe(200)
  expect(await field.read(id, 'department')).toMatchObject({ status: 'taken', forceId: field.forces.pumps })
})

test('account deletion with six open cases is refused with their number and the titles of five', async () => {
  for (let at = 0; at < 6; at += 1) {
    const id = await field.create({ title: `第 ${at} 处内涝抽排` }, 'neighbour')
    await app.services.db.updateTable('item').set({ status: 'offered' }).where('id', '=', id).execute()
  }
  const [status, msg] = await refusal(field.as('neighbour'))
  expect(status).toBe(409)
  expect(String(msg).match(/救援任务“/g)).toHaveLength(5)
  expect(msg).toContain('您还有 6 项')
  expect(msg).toContain('另有 1 项，请在个人中心查看')
})

test('account deletion is refused for both sides of an incubation pairing', async () => {
  const demandId = await works.published()
  const id = await works.declared('maker', demandId)
  await ok(works.post('incubate/declare/pair', { id }, 'host'))
  expect(await refusal(works.as('maker'))).toEqual([
    409,
    says(1, `孵化申报“${DECLARATION.title}”（结对研制中，请等对方办理，或请对方解除）`),
  ])
  expect(await refusal(works.as('brigade'))).toEqual([
    409,
    says(1, `孵化申报“${DECLARATION.title}”（结对研制中，请先办理“解除结对”或“结对完成”）`),
  ])
})

test('account deletion succeeds with unsent, submitted or draft items, and after a mission is recalled', async () => {
  await field.create({ title: '尚未派发的任务' }, 'province')
  await ok(leave(field.as('province')))
  const demandId = await works.published()
  const declared = await works.declared('lab', demandId)
  await ok(leave(works.as('lab')))
  const stored = app.services.db.selectFrom('item').select('status').where('id', '=', declared)
  expect((await stored.executeTakeFirst())?.status).toBe('draft')
  await ok(works.post('incubate/declare/draft', { demandId, title: '草稿标题若干字' }, 'plant'))
  await ok(leave(works.as('plant')))
  const id = await field.create({
    title: '中止的任务示例',
    dispatchMode: '1',
    targetForceId: field.forces.boats,
  })
  await ok(field.department('delivery', { id }))
  expect((await leave(field.as('boats'))).status).toBe(409)
  await ok(field.department('recall', { id }))
  await ok(leave(field.as('boats')))
})
